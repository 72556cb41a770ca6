import { type Static, Type } from 'typebox'
import { isId } from '#contract/formats'
import { tones } from '#contract/tones'
import { Greeting } from '../greetings/contract.ts'
import { anyText, oneOf } from '../lib/filters.ts'
import { operation } from '../lib/operation.ts'
import { customQuery, listQuery } from '../lib/query.ts'
import {
  boundedText,
  CreatedId,
  EmailMessage,
  Image,
  InvitationMethod,
  OfferableItem,
  oneOfTexts,
  orNull,
  ProductKind,
  ProductRules,
  page,
  SelectionMode,
  sortedPage,
  strict,
  Timestamp,
} from '../lib/schemas.ts'
import {
  CampaignChange,
  CampaignDraft,
  CampaignTranslation,
  NewCampaign,
  Wrapping,
} from './form-contract.ts'

export const CampaignTheme = Type.Object({
  color: Type.String(),
  logo_url: Type.String(),
  headline: Type.String(),
  message: Type.String(),
})
export type CampaignTheme = Static<typeof CampaignTheme>

export const ReminderPlan = Type.Object({
  after_days: Type.Array(Type.Integer(), { description: 'After the invitation.' }),
  before_expiry_days: Type.Array(Type.Integer()),
  /** Hours without emails, in the campaign's time zone. */
  quiet: orNull(Type.Object({ from: Type.String(), to: Type.String() })),
})
export type ReminderPlan = Static<typeof ReminderPlan>

export const RateRule = Type.Object({
  kind: oneOfTexts('cheapest', 'fastest', 'manual'),
  max_amount_minor: Type.Optional(Type.Integer()),
  currency: Type.Optional(Type.String()),
})
export type RateRule = Static<typeof RateRule>

/** One offered variant of a campaign. */
export const OfferedItem = Type.Object({
  variant_id: Type.String(),
  product_id: Type.String(),
  product_name: Type.String(),
  kind: ProductKind,
  sku: Type.String(),
  variant_name: Type.String(),
  name: Type.String(),
  images: Type.Array(Image),
  is_on_offer: Type.Boolean({ description: 'False for an archived variant.' }),
  ...ProductRules.properties,
})
export type OfferedItem = Static<typeof OfferedItem>

const sender = Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() })
const campaign = {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  state: oneOfTexts('available', 'archived'),
  archived_at: orNull(Timestamp),
  invitation_method: InvitationMethod,
  selection_mode: SelectionMode,
  visible_at_redemption: Type.Boolean(),
  expires_after_days: Type.Integer(),
  max_choices: Type.Integer({ description: 'How many items each recipient can choose.' }),
  theme: CampaignTheme,
  sender,
  locale: Type.String(),
  time_zone: Type.String(),
  rate_rule: RateRule,
  created_at: Timestamp,
  updated_at: Timestamp,
}

/** How much the gifts may cost, and how much of that is taken. */
const CampaignBudget = Type.Object({
  amount_minor: Type.Integer(),
  currency: Type.String(),
  stops: Type.Boolean({ description: 'New gifts that could exceed the budget are rejected.' }),
  used_minor: Type.Integer({
    description: 'What redeemed gifts have cost and open ones can cost, without shipping.',
  }),
})

export const ListedCampaign = Type.Object({
  ...campaign,
  budget: orNull(CampaignBudget),
  items: Type.Integer(),
  images: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
})
export type ListedCampaign = Static<typeof ListedCampaign>

export const Campaign = Type.Object({
  ...campaign,
  email_message: EmailMessage,
  reminders: ReminderPlan,
  wrapping: Wrapping,
  greeting: Greeting,
  translations: Type.Record(Type.String(), CampaignTranslation),
  tone: orNull(oneOfTexts(...tones)),
  fallback_variant_id: orNull(
    Type.String({
      description: 'The donation or the digital item that replaces gifts that expire unclaimed.',
    }),
  ),
  cost_centre: orNull(Type.String()),
  budget: orNull(CampaignBudget),
  fallback: orNull(Type.Object({ kind: ProductKind, name: Type.String() })),
  offering: Type.Array(OfferedItem),
  web_url: Type.String(),
})
export type Campaign = Static<typeof Campaign>

const CampaignFunnel = Type.Object({
  sent: Type.Integer(),
  opened: Type.Integer(),
  redeemed: Type.Integer(),
  delivered: Type.Integer(),
})
export const CampaignChoices = Type.Object({
  has_rates: Type.Boolean({ description: 'The carrier of new parcels offers several rates.' }),
  items: Type.Array(OfferableItem),
  users: Type.Array(sender),
  plain_logo_url: Type.String(),
})
export type CampaignChoices = Static<typeof CampaignChoices>

export const listCampaigns = operation('GET', '/campaigns', {
  role: 'sender',
  summary: 'list campaigns',
  query: listQuery(
    { state: oneOf('available', 'archived'), q: anyText, sort: oneOf('created', 'name') },
    { maxLimit: 25 },
  ),
  reply: sortedPage(ListedCampaign),
})

const maxFunnels = 25

export const listFunnels = operation('GET', '/campaigns/stats', {
  role: 'sender',
  summary: 'return the funnels of some campaigns',
  query: customQuery<string[], { ids: string }>(
    { ids: Type.String({ description: 'At most 25 ids, separated by commas.' }) },
    ({ ids = '' }) => String(ids).split(',').filter(isId).slice(0, maxFunnels),
  ),
  reply: page(Type.Object({ id: Type.String(), ...CampaignFunnel.properties })),
})

export const listCampaignChoices = operation('GET', '/campaigns/choices', {
  role: 'admin',
  summary: 'list the items and senders that a campaign can use',
  reply: CampaignChoices,
})

export const readCampaign = operation('GET', '/campaigns/:id', {
  role: 'sender',
  summary: 'show a campaign and its settings',
  reply: Campaign,
})

export const createCampaign = operation('POST', '/campaigns', {
  role: 'admin',
  summary: 'create a campaign',
  body: NewCampaign,
  status: 201,
  reply: Campaign,
})

export const changeCampaign = operation('PUT', '/campaigns/:id', {
  role: 'admin',
  summary: 'change a campaign',
  body: CampaignChange,
  reply: Campaign,
})

export const archiveCampaign = operation('POST', '/campaigns/:id/archive', {
  role: 'admin',
  summary: 'close a campaign for new gifts',
})

export const restoreCampaign = operation('POST', '/campaigns/:id/restore', {
  role: 'admin',
  summary: 'restore an archived campaign',
})

export const cloneCampaign = operation('POST', '/campaigns/:id/clone', {
  role: 'admin',
  summary: 'copy a campaign',
  body: Type.Object({ name: boundedText(255) }, strict),
  status: 201,
  reply: CreatedId,
})

export const previewCampaign = operation('POST', '/campaigns/preview', {
  role: 'admin',
  summary: 'preview the email and the page of an unsaved campaign',
  body: CampaignDraft,
  reply: Type.Object({ subject: Type.String(), token: Type.String() }),
})
