import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { Tone } from '#contract/tones'
import * as greetings from '#greetings'
import { recipientOrigin } from '#platform/deployment'
import { type Language, languageOfLocale } from '#platform/lib/languages'
import type { TxContext } from '#platform/postgres/database'
import { moveOrigin, type RenderContext } from '../render/render-email.ts'
import type { EmailTheme } from '../render/render-html.ts'
import {
  type EmailItem,
  isRecipientTemplate,
  type RecipientTemplateName,
} from '../templates/template-data.ts'
import { decryptPayload } from './payload-encryption.ts'
import type { MessageRow } from './tables.ts'

const defaultColor = '#7a2e6d'
const bestowTheme: EmailTheme = {
  color: defaultColor,
  logo_url: null,
  name: 'Bestow',
  headline: null,
  art_url: null,
}

type ThemedMessage = Pick<
  MessageRow,
  'account_id' | 'kind' | 'campaign_id' | 'gift_request_id' | 'locale' | 'recipient_locale'
> &
  Partial<Pick<MessageRow, 'id' | 'encrypted_payload'>>

/**
 * Loads the render context of each email. Emails to recipients have the theme of the campaign or the account.
 * Emails to users of the account have the theme of Bestow.
 */
export async function loadRenderContexts(
  ctx: TxContext,
  rows: readonly ThemedMessage[],
): Promise<RenderContext[]> {
  const campaignRefs = rows.flatMap(({ account_id, campaign_id }) =>
    campaign_id === null ? [] : [{ account_id, id: campaign_id }],
  )
  const communicationById = await campaigns.communicationSettingsById(ctx, campaignRefs)
  const brands = await accounts.findBrandsById(
    ctx,
    rows.map(({ account_id }) => account_id),
  )
  const greetingsByGift = await findGreetings(ctx, rows)
  const languageOf = (row: ThemedMessage) => {
    const recipientLocale = isRecipientTemplate(row.kind) ? row.recipient_locale : null
    const campaignLocale = communicationById.get(row.campaign_id ?? '')?.locale
    const locale = recipientLocale ?? row.locale ?? campaignLocale ?? 'en'
    return { locale, language: languageOfLocale(locale) ?? ('en' as const) }
  }
  const translateItems = await findItemTranslations(
    ctx,
    rows.map((row) => ({ row, language: languageOf(row).language })),
  )
  return rows.map((row, index) => {
    const { account_id, kind, campaign_id, gift_request_id } = row
    const communication = campaign_id === null ? undefined : communicationById.get(campaign_id)
    const brand = brands.get(account_id)
    const brandName = getBrandName(brand)
    const { locale: readerLocale, language } = languageOf(row)
    const pictureOrigins = findPictureOrigins(ctx, row)
    const theme = findThemeFields(communication, language, brand)
    return {
      locale: readerLocale,
      region: ctx.deployment.region,
      translateMessage: (message) =>
        communication && campaigns.translateMessage(communication, message, language),
      translateItem: translateItems[index],
      tone: isRecipientTemplate(kind) ? (communication?.tone ?? brand?.tone ?? null) : null,
      timeZone: communication?.time_zone ?? 'UTC',
      pictureOrigins,
      theme: pictureOrigins
        ? toEmailTheme({ theme, wrapping: communication?.wrapping }, brandName, pictureOrigins)
        : bestowTheme,
      brandName,
      photo: toPhoto(greetingsByGift.get(gift_request_id ?? '')),
    }
  })
}

/** Returns the origins of the pictures in an email to a recipient. */
const findPictureOrigins = (
  { deployment }: TxContext,
  { kind, account_id }: ThemedMessage,
): RenderContext['pictureOrigins'] =>
  isRecipientTemplate(kind)
    ? { from: deployment.origin, to: recipientOrigin(deployment, account_id) }
    : undefined

/** The templates of emails that have a receipt with the items of a gift. */
const itemTemplates: ReadonlySet<string> = new Set<RecipientTemplateName>([
  'redeemed',
  'ready',
  'code_replaced',
  'dispatched',
  'delivered',
  'shipping_problem',
  'delivery_failed',
  'recipient_link',
  'content_link',
  'parcel_lost',
  'parcel_returned',
  'gift_cancelled',
  'gift_backordered',
  'problem_answer',
  'gift_changed',
  'gift_not_changed',
])

/**
 * Returns a function for each email that translates its items. It is undefined for an email without items.
 */
async function findItemTranslations(
  ctx: TxContext,
  emails: readonly { row: ThemedMessage; language: Language }[],
): Promise<(RenderContext['translateItem'] | undefined)[]> {
  const withRefs = emails.map(({ row, language }) =>
    readItems(ctx, row).flatMap(({ variant_id }) =>
      variant_id === undefined ? [] : [{ account_id: row.account_id, variant_id, language }],
    ),
  )
  const texts = await catalogue.itemTextsByRef(ctx, withRefs.flat())
  return withRefs.map((refs) => {
    if (refs.length === 0) return undefined
    const byVariant = new Map(
      refs.map((ref) => [ref.variant_id, texts.get(catalogue.itemTextKey(ref))]),
    )
    return ({ name, variant_id = '' }) => {
      const found = byVariant.get(variant_id)
      return (found?.default_name === name ? found.name : undefined) ?? name
    }
  })
}

/**
 * Returns the items of an email. Returns no items if the email cannot be decrypted: the attempt to send it
 * reports the error, and other emails are still sent.
 */
function readItems(
  { deployment }: TxContext,
  { kind, id, encrypted_payload }: ThemedMessage,
): readonly EmailItem[] {
  if (!itemTemplates.has(kind) || id === undefined || encrypted_payload == null) return []
  try {
    const { facts } = decryptPayload(deployment, id, encrypted_payload)
    return (facts as { items?: readonly EmailItem[] | null }).items ?? []
  } catch {
    return []
  }
}

/** Finds the greetings for these emails. Only the first email of a gift shows the photo of the sender. */
function findGreetings(ctx: TxContext, rows: readonly ThemedMessage[]) {
  return greetings.findByGifts(
    ctx,
    rows.flatMap(({ account_id, kind, campaign_id, gift_request_id }) =>
      gift_request_id !== null && (kind === 'invitation' || kind === 'announcement')
        ? [{ account_id, id: gift_request_id, campaign_id }]
        : [],
    ),
  )
}

/** Returns the photo of a greeting. Omits videos, because email clients do not play them. */
const toPhoto = (greeting: greetings.Greeting | undefined): RenderContext['photo'] =>
  greeting?.media?.content_type.startsWith('image/') === true
    ? { alt: greeting.media.alt }
    : undefined

/**
 * Returns the render context with communication settings that the campaign does not have, or does not have
 * yet.
 */
export const withTheme = (
  context: RenderContext,
  communication: CommunicationTheme,
  origin: string,
): RenderContext => ({
  locale: communication.locale,
  ...(context.region !== undefined && { region: context.region }),
  timeZone: communication.time_zone,
  pictureOrigins: context.pictureOrigins,
  theme: toEmailTheme(
    communication,
    context.theme.name,
    context.pictureOrigins ?? { from: origin, to: origin },
  ),
  ...(context.brandName !== undefined && { brandName: context.brandName }),
  tone: communication.tone === undefined ? context.tone : communication.tone,
})

type CommunicationTheme = Pick<
  campaigns.CommunicationSettings,
  'theme' | 'locale' | 'time_zone'
> & { wrapping?: campaigns.Wrapping; tone?: Tone | null }

type ThemeFields = Pick<campaigns.Theme, 'color' | 'logo_url' | 'headline'>

const getBrandName = (brand: accounts.Brand | undefined) =>
  brand?.sender_name ?? brand?.name ?? bestowTheme.name

/** Builds the theme of emails that belong to no campaign. */
const buildAccountTheme = (brand: accounts.Brand | undefined): ThemeFields => ({
  color: brand?.brand_color ?? defaultColor,
  logo_url: brand?.logo_url ?? '',
  headline: '',
})

/**
 * Returns the theme of the campaign, with its headline in the language of the reader. Without a campaign,
 * returns the theme of the account.
 */
const findThemeFields = (
  communication: campaigns.CommunicationSettings | undefined,
  language: Language,
  brand: accounts.Brand | undefined,
): ThemeFields =>
  communication === undefined
    ? buildAccountTheme(brand)
    : campaigns.translateTheme(
        communication.theme,
        campaigns.findTranslation(communication, language),
      )

function toEmailTheme(
  {
    theme: { color, logo_url, headline },
    wrapping = campaigns.defaultWrapping,
  }: { theme: ThemeFields; wrapping?: campaigns.Wrapping | undefined },
  name: string,
  origins: { from: string; to: string },
): EmailTheme {
  const logo = moveOrigin(logo_url, origins)
  return {
    color,
    logo_url: canDisplayImage(logo) ? logo : null,
    name,
    headline: headline === '' ? null : headline,
    art_url: `${origins.to}${campaigns.wrappingImagePath(wrapping, color)}`,
  }
}

/**
 * Returns whether email clients can display an image. They do not display SVG; instead of an SVG logo the
 * email shows the name.
 */
const canDisplayImage = (url: string) =>
  /^https?:\/\//.test(url) && !/\.svg$/i.test(new URL(url).pathname)
