import { type Static, Type } from 'typebox'
import { maxBudgetMinor, maxCostCentreLength } from './campaign-limits.ts'
import { NewGreeting } from './greetings.ts'
import { recipientLocales } from './new-gift-request.ts'
import { id } from './normalize.ts'
import { clearable } from './nullable.ts'
import { defineBody, defineChanges } from './request-body.ts'
import { line, optional, strict } from './request-parts.ts'
import { enumOf } from './schema-parts.ts'
import { type Tone, tones } from './tones.ts'
import { wrappingPapers, wrappingRibbons } from './wrapping.ts'

/* The bodies of operations on campaigns and their settings. */

const text = (maxLength: number) => Type.String({ maxLength })

const days = Type.Array(Type.Integer(), { maxItems: 5, description: 'Up to 5 numbers of days.' })
const time = line(5, 'A time of day such as 20:00.')

const Translation = Type.Object(
  {
    subject: optional(text(255)),
    body: optional(text(10_000)),
    headline: optional(text(120)),
    message: optional(text(2_000)),
  },
  {
    ...strict,
    description:
      'subject and body belong together. A text that is left out stays in the language of the campaign.',
  },
)

const Budget = Type.Object(
  {
    amount: Type.Object(
      { amount: Type.Integer({ minimum: 1, maximum: maxBudgetMinor }), currency: line(3) },
      strict,
    ),
    stops: optional(
      Type.Boolean({
        description:
          'New gift requests that could exceed the budget are rejected. False by default.',
      }),
    ),
  },
  strict,
)

const settings = {
  max_choices: optional(
    Type.Integer({
      minimum: 1,
      maximum: 10,
      description:
        'How many items of the offering a recipient can choose. 1 if each recipient gets all items.',
    }),
  ),
  fallback_variant_id: optional(
    clearable(
      Type.String({
        ...id,
        description:
          'A variant of a donation or of a digital product, which replaces each gift that expires unclaimed. Null: nothing does.',
      }),
    ),
  ),
  locale: optional(line(35, 'The language of emails, such as de.')),
  translations: optional(
    Type.Record(Type.String(), Translation, {
      maxProperties: recipientLocales.length,
      description:
        'The texts of the campaign in further languages, by language such as de. Replaces all translations.',
    }),
  ),
  tone: optional(
    Type.Unsafe<Tone | null>({
      type: ['string', 'null'],
      enum: [...tones, null],
      description:
        'How emails and pages address recipients, in languages with two forms such as German: formal (Sie) or informal (du). Null: as the account does.',
    }),
  ),
  time_zone: optional(line(64, 'The time zone of quiet hours, such as Europe/Berlin.')),
  reminders: optional(
    Type.Object(
      {
        after_days: days,
        before_expiry_days: days,
        quiet: Type.Union([Type.Null(), Type.Object({ from: time, to: time }, strict)]),
      },
      { ...strict, description: 'When recipients who have not redeemed get an email.' },
    ),
  ),
  wrapping: optional(
    Type.Object(
      {
        paper: enumOf(wrappingPapers),
        ribbon: enumOf(wrappingRibbons),
      },
      {
        ...strict,
        description: 'The paper and the ribbon of the gift on the pages of recipients.',
      },
    ),
  ),
  rate_rule: optional(
    Type.Object(
      {
        kind: enumOf(['cheapest', 'fastest', 'manual']),
        max_amount: optional(
          Type.Object(
            { amount: Type.Integer({ minimum: 1, maximum: 100_000_000 }), currency: line(3) },
            { ...strict, description: 'Only for fastest: the highest price of a label.' },
          ),
        ),
      },
      { ...strict, description: 'Which rate of a carrier is bought for a label.' },
    ),
  ),
  is_paused: optional(
    Type.Boolean({
      description: 'A paused campaign takes no new gift requests. Existing gifts continue.',
    }),
  ),
  ends_at: optional(
    clearable(
      Type.String({
        format: 'date-time',
        description:
          'From this time on, the campaign takes no new gift requests. Existing gifts continue. Null: it has no end.',
      }),
    ),
  ),
  cost_centre: optional(
    clearable(
      line(maxCostCentreLength, 'New gift requests are charged to it. Recipients never see it.'),
    ),
  ),
  budget: optional(
    Type.Unsafe<Static<typeof Budget> | null>({
      ...Budget,
      type: ['object', 'null'],
      description: 'How much the gifts may cost, without shipping. Null: no limit.',
    }),
  ),
}
const Settings = Type.Object(settings, strict)
export type CampaignSettingsChange = Static<typeof Settings>
export const campaignSettingsBody = defineChanges(Settings)

const theme = {
  color: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    description: 'must be a colour such as #7a2e6d',
  }),
  logo_url: Type.String({
    maxLength: 2_000,
    pattern: '^(https?://[^\\s]+|/[^\\s/\\\\][^\\s]*)$',
    description: 'must be a copied picture, or an address that begins with https://',
  }),
  headline: text(120),
  message: text(2_000),
}
const emailMessage = { subject: line(255), body: Type.String({ minLength: 1, maxLength: 10_000 }) }
const variantIds = Type.Array(Type.String(id), {
  minItems: 1,
  maxItems: 50,
  description: 'The variants that the campaign offers, in this order.',
})
const Theme = Type.Object(
  {
    color: optional(theme.color),
    logo_url: optional(theme.logo_url),
    headline: optional(theme.headline),
    message: optional(theme.message),
  },
  strict,
)

const shared = {
  description: optional(text(2_000)),
  selection_mode: optional(enumOf(['one', 'all'])),
  visible_at_redemption: optional(Type.Boolean()),
  expires_after_days: optional(Type.Integer({ minimum: 1, maximum: 365 })),
  theme: optional(Theme),
  sender_id: optional(Type.String({ ...id, description: 'A user of the account.' })),
}

const NewCampaign = Type.Object(
  {
    name: line(255),
    ...shared,
    invitation_method: enumOf(['email', 'gift_link', 'one_link', 'sender_provided_address']),
    email_message: Type.Object(emailMessage, strict),
    variant_ids: variantIds,
    settings: optional(Settings),
  },
  strict,
)
export const newCampaignBody = defineBody(NewCampaign)

/** Users save the settings and the card with the campaign. */
const appMembers = {
  ...settings,
  greeting: optional(NewGreeting),
  prints_card: optional(Type.Boolean()),
  purchase_order_number: optional(clearable(line(maxCostCentreLength))),
  team_ids: optional(
    Type.Array(Type.String(id), {
      maxItems: 100,
      description: 'The teams that may send it; empty for everybody.',
    }),
  ),
}
export const newCampaignAppBody = defineBody(
  Type.Object({ ...NewCampaign.properties, ...appMembers }, strict),
)

const CampaignChange = Type.Object(
  {
    name: optional(line(255)),
    ...shared,
    email_message: optional(Type.Partial(Type.Object(emailMessage), strict)),
    variant_ids: optional(variantIds),
  },
  strict,
)
export const campaignChangeBody = defineChanges(CampaignChange)
export const campaignChangeAppBody = defineChanges(
  Type.Object({ ...CampaignChange.properties, ...appMembers }, strict),
)

/** The members of a campaign that is not saved yet, for its preview. */
export const campaignDraft = {
  theme: Type.Required(Theme),
  email_message: Type.Object({ subject: text(255), body: text(10_000) }, strict),
  selection_mode: enumOf(['one', 'all']),
  expires_after_days: Type.Integer({ minimum: 1, maximum: 365 }),
  max_choices: settings.max_choices,
  wrapping: settings.wrapping,
  translations: settings.translations,
  tone: settings.tone,
}

export const campaignCopyBody = defineBody(Type.Object({ name: line(255) }, strict))
