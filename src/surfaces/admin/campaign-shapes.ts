import { Type } from 'typebox'
import { noExtra, text } from './shapes.ts'

/* What is said of a campaign: when it is made, when it is changed, and while it is being drawn up. */

const word = <const Word extends string>(...words: Word[]) =>
  Type.Unsafe<Word>({ type: 'string', enum: words })
const some = (maxLength: number) => Type.String({ maxLength })
const days = Type.Array(Type.Integer(), { maxItems: 20 })
const mode = word('one', 'all')
const Theme = Type.Object(
  {
    color: Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      description: 'must be a colour such as #7a2e6d',
    }),
    logo_url: Type.String({
      maxLength: 2_000,
      pattern: '^(https?://[^\\s]+|/[^\\s/\\\\][^\\s]*)$',
      description: 'must be a picture that was uploaded, or an address that begins with https://',
    }),
    headline: some(120),
    message: some(2_000),
  },
  noExtra,
)
const settings = {
  name: text(255),
  description: some(2_000),
  selection_mode: mode,
  visible_at_redemption: Type.Boolean(),
  expires_after_days: Type.Integer({ minimum: 1, maximum: 365 }),
  email_message: Type.Object({ subject: text(255), body: text(10_000) }, noExtra),
  theme: Theme,
  sender_id: text(64),
  variant_ids: Type.Array(text(64), { maxItems: 50 }),
  locale: text(35),
  time_zone: text(64),
  reminders: Type.Object(
    {
      after_days: days,
      before_expiry_days: days,
      quiet: Type.Union([Type.Null(), Type.Object({ from: text(5), to: text(5) }, noExtra)]),
    },
    noExtra,
  ),
}
const method = word('email', 'gift_link', 'one_link', 'sender_provided_address')
const offered = { variant_ids: Type.Array(text(64), { minItems: 1, maxItems: 50 }) }
export const Made = Type.Object({ ...settings, ...offered, invitation_method: method }, noExtra)
export const Wanted = Type.Object({ ...settings, ...offered }, noExtra)
export const Drawn = Type.Object(
  {
    theme: Theme,
    email_message: Type.Object({ subject: some(255), body: some(10_000) }, noExtra),
    variant_ids: settings.variant_ids,
    selection_mode: mode,
    visible_at_redemption: Type.Boolean(),
    expires_after_days: settings.expires_after_days,
    locale: text(35),
    time_zone: text(64),
    sender_id: some(64),
    invitation_method: method,
  },
  noExtra,
)
