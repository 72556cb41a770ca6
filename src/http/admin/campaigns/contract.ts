import { type Static, Type } from 'typebox'
import { campaignDraft } from '#contract/campaign'
import { enumRule, textRule } from '#contract/filter-rules'
import { isId } from '#contract/formats'
import { NewGreeting } from '#contract/greetings'
import { recipientLocales } from '#contract/new-gift-request'
import { operation } from '../lib/operation.ts'
import { customQuery, listQuery } from '../lib/query.ts'
import {
  boundedText,
  InvitationMethod,
  OfferableItem,
  oneOfTexts,
  orNull,
  page,
  sortedPage,
  strict,
  Timestamp,
} from '../lib/schemas.ts'

const sender = Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() })

/** The data that the card of a campaign shows. */
export const CampaignCard = Type.Object({
  id: Type.String(),
  name: Type.String(),
  state: oneOfTexts('available', 'archived'),
  closure: orNull(oneOfTexts('paused', 'ended')),
  invitation_method: InvitationMethod,
  color: Type.String(),
  sender_name: Type.String(),
  budget: orNull(
    Type.Object({ amount: Type.Object({ amount: Type.Integer(), currency: Type.String() }) }),
  ),
  budget_used: orNull(
    Type.Integer({
      description: 'What redeemed gifts have cost and open ones can cost, without shipping.',
    }),
  ),
  items: Type.Integer(),
  images: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
})
export type CampaignCard = Static<typeof CampaignCard>

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

export const listCampaignCards = operation('GET', '/campaign-cards', {
  permission: 'campaigns:read',
  summary: 'list campaigns without their catalogue',
  query: listQuery(
    { state: enumRule('available', 'archived'), q: textRule, sort: enumRule('created', 'name') },
    { maxLimit: 25 },
  ),
  reply: sortedPage(CampaignCard),
})

const maxFunnels = 25

export const listFunnels = operation('GET', '/campaigns/stats', {
  permission: 'campaigns:read',
  summary: 'return the funnels of some campaigns',
  query: customQuery<string[], { ids: string }>(
    { ids: Type.String({ description: 'At most 25 ids, separated by commas.' }) },
    ({ ids = '' }) => String(ids).split(',').filter(isId).slice(0, maxFunnels),
  ),
  reply: page(Type.Object({ id: Type.String(), ...CampaignFunnel.properties })),
})

export const listCampaignChoices = operation('GET', '/campaigns/choices', {
  permission: 'campaigns:write',
  summary: 'list the items and senders that a campaign can use',
  reply: CampaignChoices,
})

/** A campaign that is not saved yet. Its texts can be empty. */
const CampaignDraft = Type.Object(
  {
    ...campaignDraft,
    variant_ids: Type.Array(boundedText(64), { maxItems: 50 }),
    visible_at_redemption: Type.Boolean(),
    greeting: Type.Optional(NewGreeting),
    locale: boundedText(35),
    time_zone: boundedText(64),
    language: Type.Optional(oneOfTexts(...recipientLocales)),
    sender_id: Type.String({ maxLength: 64 }),
    invitation_method: InvitationMethod,
  },
  strict,
)

export const previewCampaign = operation('POST', '/campaigns/preview', {
  permission: 'campaigns:write',
  summary: 'preview the email and the page of an unsaved campaign',
  body: CampaignDraft,
  reply: Type.Object({ subject: Type.String(), token: Type.String() }),
})

export const createPreviewLink = operation('POST', '/campaigns/:id/preview-links', {
  permission: 'gift_requests:write',
  summary: 'create a link to the pages of a campaign for 30 minutes, which opens without a sign-in',
  status: 201,
  reply: Type.Object({
    url: Type.String(),
    expires_at: Timestamp,
  }),
})

export const sendCampaignTest = operation('POST', '/campaigns/:id/test', {
  permission: 'gift_requests:write',
  summary: 'send yourself the email of a campaign, with a link to its pages',
  reply: Type.Object({ email: Type.String() }),
})
