import { Type } from 'typebox'
import * as access from '#access'
import { throwIfAny } from '#contract'
import { checkLogo } from './check-logo.ts'
import { operation, outside } from './operation.ts'
import { noExtra, text } from './shapes.ts'
import { refuseIfChanged, tell } from './versioned.ts'

/** One kind of text, or null for none. */
const textOrNull = (rules: object) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...rules })

const color = { pattern: '^#[0-9a-fA-F]{6}$', description: 'must be a colour such as #7a2e6d' }
const https = {
  pattern: '^https://[^\\s]+$',
  maxLength: 2_000,
  description: 'must be an address that begins with https://',
}

const Change = Type.Partial(
  Type.Object({
    name: text(255),
    brand_color: textOrNull(color),
    logo_url: textOrNull(https),
    sender_name: textOrNull({ minLength: 1, maxLength: 255 }),
    address_retention_days: Type.Integer({ minimum: 1, maximum: 3_650 }),
  }),
  noExtra,
)

const logo_url = Type.String(https)

/** What is set for the account as a whole. */
export const accountOperations = [
  operation(
    'GET',
    '/account',
    { needs: 'sender', does: 'show the account and what is set for it' },
    async ({ ctx, member, reply }) => {
      const { updated_at, ...settings } = await access.readSettings(ctx)
      tell(reply, updated_at)
      const { account_id: id, tier, stage, region } = member
      return { id, tier, stage, region, ...settings, updated_at }
    },
  ),

  outside(
    'POST',
    '/account/logo-check',
    {
      needs: 'admin',
      does: 'say whether a logo can be loaded from its address',
      body: Type.Object({ logo_url }, noExtra),
    },
    async ({ body, allowPrivate }) => {
      const message = await checkLogo(body.logo_url, allowPrivate)
      throwIfAny(message === undefined ? [] : [{ code: 'invalid', param: 'logo_url', message }])
    },
  ),

  operation(
    'PATCH',
    '/account',
    { needs: 'admin', does: 'change what is set for the account', body: Change },
    async ({ real, member, actor, body, request, reply }) => {
      const change = { ...body, ...lowered(body.brand_color) }
      const { before: was, after: is } = await access.updateSettings(real, change, (there) =>
        refuseIfChanged(request, there.updated_at),
      )
      const subject = { kind: 'account', id: member.account_id, name: is.name }
      const details = changed(was, is)
      access.recordEntry(real, { actor, action: 'account.change_settings', subject, details })
      tell(reply, is.updated_at)
      const { account_id: id, tier, stage, region } = member
      return { id, tier, stage, region, ...is }
    },
  ),
]

const lowered = (brand_color: string | null | undefined) =>
  typeof brand_color === 'string' ? { brand_color: brand_color.toLowerCase() } : {}

/** Only the members that are others now. */
function changed(was: access.Settings, is: access.Settings) {
  const names = (Object.keys(is) as (keyof access.Settings)[]).filter(
    (name) => name !== 'updated_at' && was[name] !== is[name],
  )
  const of = (settings: access.Settings) =>
    Object.fromEntries(names.map((name) => [name, settings[name]]))
  return { before: of(was), after: of(is) }
}
