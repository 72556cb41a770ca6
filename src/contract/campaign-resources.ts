import { Type } from 'typebox'
import { tones } from './tones.ts'
import { wrappingPapers, wrappingRibbons } from './wrapping.ts'

/* The schema of the settings of a campaign, which the campaign of the contract does not have. */

const text = Type.String()
const days = Type.Array(Type.Integer({ minimum: 1 }))

const CampaignSettings = Type.Object({
  campaign_id: Type.String({ format: 'uuid' }),
  max_choices: Type.Integer({ minimum: 1 }),
  fallback_variant_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description: 'The donation or the digital item that replaces each gift that expires unclaimed.',
  }),
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
  tone: Type.Union([Type.String({ enum: [...tones] }), Type.Null()], {
    description:
      'How emails and pages address recipients, in languages with two forms such as German. Null: as the account does.',
  }),
  reminders: Type.Object({
    after_days: days,
    before_expiry_days: days,
    quiet: Type.Union([Type.Object({ from: text, to: text }), Type.Null()]),
  }),
  wrapping: Type.Object({
    paper: Type.String({ enum: [...wrappingPapers] }),
    ribbon: Type.String({ enum: [...wrappingRibbons] }),
  }),
  rate_rule: Type.Object({
    kind: Type.String({ enum: ['cheapest', 'fastest', 'manual'] }),
    max_amount: Type.Union([Type.Object({ amount: Type.Integer(), currency: text }), Type.Null()]),
  }),
  cost_centre: Type.Union([text, Type.Null()], {
    description: 'New gift requests are charged to it. Recipients never see it.',
  }),
  budget: Type.Union(
    [
      Type.Object({
        amount: Type.Object({ amount: Type.Integer(), currency: text }),
        stops: Type.Boolean(),
      }),
      Type.Null(),
    ],
    { description: 'How much the gifts may cost, without shipping.' },
  ),
  updated_at: Type.String({ format: 'date-time' }),
})

export const campaignSettingsSchemas = { campaign_settings: CampaignSettings } as const
export const namedCampaignSettings = { CampaignSettings } as const
