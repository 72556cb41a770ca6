import { Type } from 'typebox'
import { destinationModes, productKinds } from './catalogue-limits.ts'
import { greetingSchemas } from './greetings.ts'
import { Image } from './resources.ts'
import { enumOf, nullable } from './schema-parts.ts'
import { tones } from './tones.ts'
import { wrappingPapers, wrappingRibbons } from './wrapping.ts'

/* The schema of the settings of a campaign, which the campaign of the contract does not have. */

const text = Type.String()
const days = Type.Array(Type.Integer({ minimum: 1 }))

const CampaignSettings = Type.Object({
  campaign_id: Type.String({ format: 'uuid' }),
  max_choices: Type.Integer({ minimum: 1 }),
  fallback_variant_id: nullable(
    Type.String({ format: 'uuid' }),
    'The donation or the digital item that replaces each gift that expires unclaimed.',
  ),
  locale: text,
  time_zone: text,
  translations: Type.Record(
    Type.String(),
    Type.Object({
      subject: Type.Optional(text),
      body: Type.Optional(text),
      headline: Type.Optional(text),
      message: Type.Optional(text),
    }),
    { description: 'The texts of the campaign in further languages, by language.' },
  ),
  tone: nullable(
    enumOf(tones),
    'How emails and pages address recipients, in languages with two forms such as German. Null: as the account does.',
  ),
  reminders: Type.Object({
    after_days: days,
    before_expiry_days: days,
    quiet: nullable(Type.Object({ from: text, to: text })),
  }),
  wrapping: Type.Object({
    paper: enumOf(wrappingPapers),
    ribbon: enumOf(wrappingRibbons),
  }),
  rate_rule: Type.Object({
    kind: enumOf(['cheapest', 'fastest', 'manual']),
    max_amount: nullable(Type.Object({ amount: Type.Integer(), currency: text })),
  }),
  is_paused: Type.Boolean({
    description: 'A paused campaign takes no new gift requests. Existing gifts continue.',
  }),
  ends_at: nullable(
    Type.String({ format: 'date-time' }),
    'From this time on, the campaign takes no new gift requests. Existing gifts continue.',
  ),
  cost_centre: nullable(text, 'New gift requests are charged to it. Recipients never see it.'),
  budget: nullable(
    Type.Object({
      amount: Type.Object({ amount: Type.Integer(), currency: text }),
      stops: Type.Boolean(),
    }),
    'How much the gifts may cost, without shipping.',
  ),
  updated_at: Type.String({ format: 'date-time' }),
})

/** One offered variant of a campaign. */
const OfferedItem = Type.Object({
  variant_id: text,
  product_id: text,
  product_name: text,
  kind: enumOf(productKinds),
  sku: text,
  variant_name: text,
  name: text,
  images: Type.Array(Image),
  is_on_offer: Type.Boolean({ description: 'False for an archived variant.' }),
  destination_mode: enumOf(destinationModes),
  destinations: Type.Array(text),
  minimum_age: nullable(Type.Integer()),
})

const { campaign_id: _, updated_at: __, ...settings } = CampaignSettings.properties
const { card, media } = greetingSchemas.greetings.properties

/** What users of the web app get with a campaign: its settings, its card, and what its budget has left. */
export const campaignAppMembers = Type.Object({
  ...settings,
  purchase_order_number: nullable(text),
  team_ids: Type.Array(text, { description: 'The teams that may send it; empty for everybody.' }),
  closure: nullable(
    enumOf(['paused', 'ended']),
    'Why the campaign takes no new gift requests, unless it is archived.',
  ),
  greeting: Type.Object({ card, media }),
  prints_card: Type.Boolean({ description: 'A card is printed for each parcel.' }),
  budget_used: nullable(
    Type.Integer(),
    'What redeemed gifts have cost and open ones can cost, without shipping.',
  ),
  fallback: nullable(Type.Object({ kind: enumOf(productKinds), name: text })),
  offering: Type.Array(OfferedItem),
})

export const campaignSettingsSchemas = { campaign_settings: CampaignSettings } as const
export const namedCampaignSettings = { CampaignSettings } as const
