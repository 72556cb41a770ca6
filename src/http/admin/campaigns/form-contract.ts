import { Type } from 'typebox'
import { maxBudgetMinor } from '#contract/campaign-limits'
import { recipientLocales } from '#contract/new-gift-request'
import { type Tone, tones } from '#contract/tones'
import { wrappingPapers, wrappingRibbons } from '#contract/wrapping'
import { GreetingInput } from '../greetings/contract.ts'
import { boundedText, InvitationMethod, oneOfTexts, SelectionMode, strict } from '../lib/schemas.ts'

/* Request bodies for creating, updating and previewing a campaign. */

const optionalText = (maxLength: number) => Type.String({ maxLength })
const days = Type.Array(Type.Integer(), { maxItems: 20 })
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
    headline: optionalText(120),
    message: optionalText(2_000),
  },
  strict,
)
const settings = {
  name: boundedText(255),
  description: optionalText(2_000),
  selection_mode: SelectionMode,
  visible_at_redemption: Type.Boolean(),
  expires_after_days: Type.Integer({ minimum: 1, maximum: 365 }),
  email_message: Type.Object({ subject: boundedText(255), body: boundedText(10_000) }, strict),
  theme: Theme,
  sender_id: boundedText(64),
  variant_ids: Type.Array(boundedText(64), { maxItems: 50 }),
  locale: boundedText(35),
  time_zone: boundedText(64),
  reminders: Type.Object(
    {
      after_days: days,
      before_expiry_days: days,
      quiet: Type.Union([
        Type.Null(),
        Type.Object({ from: boundedText(5), to: boundedText(5) }, strict),
      ]),
    },
    strict,
  ),
}
const RateRule = Type.Object(
  {
    kind: oneOfTexts('cheapest', 'fastest', 'manual'),
    max_amount_minor: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
    currency: Type.Optional(boundedText(3)),
  },
  strict,
)
export const Wrapping = Type.Object(
  {
    paper: oneOfTexts(...wrappingPapers),
    ribbon: oneOfTexts(...wrappingRibbons),
  },
  strict,
)
export const CampaignTranslation = Type.Object(
  {
    subject: Type.Optional(optionalText(255)),
    body: Type.Optional(optionalText(10_000)),
    headline: Type.Optional(optionalText(120)),
    message: Type.Optional(optionalText(2_000)),
  },
  strict,
)
const translations = Type.Optional(
  Type.Record(Type.String(), CampaignTranslation, { maxProperties: 12 }),
)
const tone = Type.Optional(
  Type.Unsafe<Tone | null>({ type: ['string', 'null'], enum: [...tones, null] }),
)
const maxChoices = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 10,
    description: 'must be a whole number from 1 to 10: how many items each recipient may choose',
  }),
)
const Budget = Type.Object(
  {
    amount_minor: Type.Integer({ minimum: 1, maximum: maxBudgetMinor }),
    currency: boundedText(3),
    stops: Type.Boolean(),
  },
  strict,
)
const optionalSettings = {
  rate_rule: Type.Optional(RateRule),
  max_choices: maxChoices,
  /** The paper and the ribbon of the drawn gift. */
  wrapping: Type.Optional(Wrapping),
  /** The card, and the photo or video of the sender. */
  greeting: Type.Optional(GreetingInput),
  /** The texts of the campaign in further languages. */
  translations,
  /** How texts address recipients; null: as the account does. */
  tone,
  /** The donation or the digital item that replaces gifts that expire unclaimed. */
  fallback_variant_id: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 64 }),
  ),
  /** The cost centre of new gifts. */
  cost_centre: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 64 }),
  ),
  /** How much the gifts may cost. */
  budget: Type.Optional(Type.Union([Type.Null(), Budget])),
}
const offeredVariants = { variant_ids: Type.Array(boundedText(64), { minItems: 1, maxItems: 50 }) }
export const NewCampaign = Type.Object(
  { ...settings, ...optionalSettings, ...offeredVariants, invitation_method: InvitationMethod },
  strict,
)
export const CampaignChange = Type.Object(
  { ...settings, ...optionalSettings, ...offeredVariants },
  strict,
)
export const CampaignDraft = Type.Object(
  {
    theme: Theme,
    email_message: Type.Object({ subject: optionalText(255), body: optionalText(10_000) }, strict),
    variant_ids: settings.variant_ids,
    selection_mode: SelectionMode,
    visible_at_redemption: Type.Boolean(),
    expires_after_days: settings.expires_after_days,
    max_choices: maxChoices,
    wrapping: Type.Optional(Wrapping),
    greeting: Type.Optional(GreetingInput),
    locale: boundedText(35),
    time_zone: boundedText(64),
    translations,
    tone,
    /** The language of the preview; absent: that of the campaign. */
    language: Type.Optional(oneOfTexts(...recipientLocales)),
    sender_id: optionalText(64),
    invitation_method: InvitationMethod,
  },
  strict,
)
