import { type Static, Type } from 'typebox'
import type { Language } from '#contract/languages'
import { recipientLocales } from '#contract/new-gift-request'
import { type Tone, tones } from '#contract/tones'
import { operation } from '../lib/operation.ts'
import { boundedText, oneOfTexts, orNull, Stage, strict, Tier, Timestamp } from '../lib/schemas.ts'

/** Builds the schema of a text that may be null. */
const textOrNull = (rules: object) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...rules })

const color = { pattern: '^#[0-9a-fA-F]{6}$', description: 'must be a colour such as #7a2e6d' }
/**
 * The rules for the URL of a logo. The handler rejects http:// except for uploaded pictures, because their
 * origin uses http in development.
 */
const logoUrl = {
  pattern: '^https?://[^\\s]+$',
  maxLength: 2_000,
  description: 'must be an address that begins with https://',
}

export const AccountSettings = Type.Object({
  id: Type.String(),
  tier: Tier,
  stage: Stage,
  region: Type.String(),
  name: Type.String(),
  brand_color: orNull(Type.String()),
  logo_url: orNull(Type.String()),
  sender_name: orNull(Type.String()),
  catalogue_language: orNull(oneOfTexts(...recipientLocales)),
  tone: orNull(oneOfTexts(...tones)),
  address_retention_days: Type.Integer(),
  updated_at: orNull(Timestamp),
})
export type AccountSettings = Static<typeof AccountSettings>

export const readAccount = operation('GET', '/account', {
  permission: 'gift_requests:read',
  summary: 'show the account and its settings',
  reply: AccountSettings,
})

export const checkLogo = operation('POST', '/account/logo-check', {
  permission: 'administration',
  summary: 'check whether a logo can be loaded from its URL',
  body: Type.Object({ logo_url: Type.String(logoUrl) }, strict),
})

export const suggestBrand = operation('POST', '/account/brand-suggestion', {
  permission: 'administration',
  weight: 20,
  summary: 'suggest name, colour and logo from the website of the company',
  body: Type.Object({ website: boundedText(2_000) }, strict),
  reply: Type.Object({
    name: orNull(Type.String()),
    color: orNull(Type.String({ description: 'A colour such as #7a2e6d.' })),
    logo_url: orNull(Type.String({ description: 'A picture that an upload would accept.' })),
    problem: orNull(
      oneOfTexts(
        ...(['address_refused', 'port_refused', 'dns_failed', 'timeout'] as const),
        ...(['connection_failed', 'refused', 'not_a_page', 'too_many_redirects'] as const),
      ),
    ),
  }),
})

export const previewBranding = operation('POST', '/account/branding-preview', {
  permission: 'administration',
  summary: 'preview the page and the email of a gift with unsaved branding',
  body: Type.Object(
    {
      brand_color: textOrNull(color),
      logo_url: textOrNull(logoUrl),
      language: Type.Optional(oneOfTexts(...recipientLocales)),
    },
    strict,
  ),
  reply: Type.Object({
    subject: Type.String(),
    token: orNull(
      Type.String({ description: 'Null if the catalogue has no item that a gift could contain.' }),
    ),
  }),
})

export const changeSettings = operation('PATCH', '/account', {
  permission: 'administration',
  clock: 'real',
  summary: 'change the settings of the account',
  body: Type.Partial(
    Type.Object({
      name: boundedText(255),
      brand_color: textOrNull(color),
      logo_url: textOrNull(logoUrl),
      sender_name: textOrNull({ minLength: 1, maxLength: 255 }),
      catalogue_language: Type.Unsafe<Language | null>({
        type: ['string', 'null'],
        enum: [...recipientLocales, null],
      }),
      tone: Type.Unsafe<Tone | null>({ type: ['string', 'null'], enum: [...tones, null] }),
      address_retention_days: Type.Integer({ minimum: 1, maximum: 3_650 }),
    }),
    strict,
  ),
  reply: AccountSettings,
})
