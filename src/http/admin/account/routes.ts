import { Type } from 'typebox'
import * as accounts from '#accounts'
import * as audit from '#audit'
import { throwIfAny } from '#contract'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { route, routeWithoutTx } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { checkLogo } from './logo-check.ts'

/** Builds the schema of a text that may be null. */
const textOrNull = (rules: object) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...rules })

const color = { pattern: '^#[0-9a-fA-F]{6}$', description: 'must be a colour such as #7a2e6d' }
const httpsUrl = {
  pattern: '^https://[^\\s]+$',
  maxLength: 2_000,
  description: 'must be an address that begins with https://',
}

const SettingsChange = Type.Partial(
  Type.Object({
    name: boundedText(255),
    brand_color: textOrNull(color),
    logo_url: textOrNull(httpsUrl),
    sender_name: textOrNull({ minLength: 1, maxLength: 255 }),
    address_retention_days: Type.Integer({ minimum: 1, maximum: 3_650 }),
  }),
  strict,
)

const logo_url = Type.String(httpsUrl)

export const accountRoutes = [
  route(
    'GET',
    '/account',
    { requiredRole: 'sender', summary: 'show the account and its settings' },
    async ({ ctx, member, reply }) => {
      const { updated_at, ...settings } = await accounts.readSettings(ctx)
      setEtag(reply, updated_at)
      const { account_id: id, tier, stage, region } = member
      return { id, tier, stage, region, ...settings, updated_at }
    },
  ),

  routeWithoutTx(
    'POST',
    '/account/logo-check',
    {
      requiredRole: 'admin',
      summary: 'check whether a logo can be loaded from its URL',
      body: Type.Object({ logo_url }, strict),
    },
    async ({ body, allowPrivate }) => {
      const message = await checkLogo(body.logo_url, allowPrivate)
      throwIfAny(message === undefined ? [] : [{ code: 'invalid', param: 'logo_url', message }])
    },
  ),

  route(
    'PATCH',
    '/account',
    { requiredRole: 'admin', summary: 'change the settings of the account', body: SettingsChange },
    async ({ realTimeCtx, member, actor, body, request, reply }) => {
      const change = { ...body, ...lowercaseColor(body.brand_color) }
      const { before, after } = await accounts.updateSettings(realTimeCtx, change, (current) =>
        assertIfMatch(request, current.updated_at),
      )
      const subject = { kind: 'account', id: member.account_id, name: after.name }
      const details = changedSettings(before, after)
      audit.recordEntry(realTimeCtx, {
        actor,
        action: 'account.change_settings',
        subject,
        details,
      })
      setEtag(reply, after.updated_at)
      const { account_id: id, tier, stage, region } = member
      return { id, tier, stage, region, ...after }
    },
  ),
]

const lowercaseColor = (brand_color: string | null | undefined) =>
  typeof brand_color === 'string' ? { brand_color: brand_color.toLowerCase() } : {}

/** Returns the previous and new values of the settings that changed. */
function changedSettings(before: accounts.Settings, after: accounts.Settings) {
  const names = (Object.keys(after) as (keyof accounts.Settings)[]).filter(
    (name) => name !== 'updated_at' && before[name] !== after[name],
  )
  const pick = (settings: accounts.Settings) =>
    Object.fromEntries(names.map((name) => [name, settings[name]]))
  return { before: pick(before), after: pick(after) }
}
