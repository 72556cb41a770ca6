import type * as campaigns from '#campaigns'
import {
  ApiError,
  convertGiftRequest,
  type ErrorCode,
  errorCodes,
  type FieldError,
  serializeEvent,
  serializeTransition,
  type Version,
  type Versions,
} from '#contract'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import * as gifts from './gift-fixtures.ts'

/** Renders one example of each kind in every version. Returns the examples by file name. */
export function renderSamples(versions: Versions): Map<string, string> {
  const all = Object.entries(versions).flatMap(([name, version]) => {
    const samples = {
      ...renderGiftRequests(version),
      ...renderOthers(versions, version),
      ...renderErrors(version),
    }
    return Object.entries(samples).map(
      ([sample, text]) => [`${name}/${sample}.json`, text] as const,
    )
  })
  return new Map(all)
}

const { candle, ids, origin, deployment } = gifts
const toView = (gift: gifting.Gift) => gifting.buildSnapshot(deployment, gift)
const pageEnd = (path: string) => ({
  has_more: true,
  next: `${origin}/api/${path}?limit=2&after=x`,
})

/** Renders the examples of gift requests. Webhooks send the same bytes. */
const renderGiftRequests = (version: Version) => ({
  'gift-request-choice': version.renderGiftRequest(toView(gifts.choiceGift)),
  'gift-request-direct-send': version.renderGiftRequest(toView(gifts.directGift)),
  'gift-request-redeemed': version.renderGiftRequest(toView(gifts.redeemed)),
  'gift-request-placeholder': version.renderGiftRequest(toView(gifts.placeholder)),
  'gift-request-without-email': version.renderGiftRequest(toView(gifts.withoutEmail)),
  'gift-request-ad-hoc': version.renderGiftRequest(toView(gifts.adHoc)),
  'gift-request-list': version.renderGiftRequests(
    [gifts.choiceGift, gifts.adHoc].map(toView),
    pageEnd('gift_requests'),
  ),
  'gift-request-list-empty': version.renderGiftRequests([], { has_more: false, next: null }),
})

function renderOthers(versions: Versions, version: Version) {
  const campaign = JSON.stringify(springCampaign)
  const link = JSON.stringify(oneLinks.toView(deployment, oneLink, gifts.choiceGift.created_at))
  const event = renderEvent(versions, version)
  const clock = JSON.stringify({ now: gifts.redeemed.updated_at, moved: 3 })
  return {
    campaign: version.renderResource('campaigns', campaign),
    'campaign-list': version.renderList('campaigns', [campaign], pageEnd('campaigns')),
    'one-link': version.renderResource('one_links', link),
    'one-link-list': version.renderList('one_links', [link], pageEnd('one_links')),
    event: version.renderResource('events', event),
    'event-list': version.renderList('events', [event], pageEnd('events')),
    history: version.renderList(
      'moves',
      transitionsJson,
      { has_more: false, next: null },
      gifts.choiceGift.id,
    ),
    clock: version.renderResource('clocks', clock, gifts.choiceGift.account_id),
  }
}

function renderEvent(versions: Versions, version: Version): string {
  const [newest = '', first = version] = Object.entries(versions)[0] ?? []
  const body = convertGiftRequest(
    versions,
    first.renderGiftRequest(toView(gifts.choiceGift)),
    newest,
    version,
  )
  const { id: gift_request_id, created_at } = gifts.choiceGift
  return serializeEvent(
    { id: ids.event, type: 'gift_request_created', gift_request_id, created_at },
    body,
  )
}

const transitionsJson = [
  serializeTransition({
    at: gifts.choiceGift.created_at,
    from: null,
    to: 'created',
    cause: 'created over the API',
    events: ['gift_request_created'],
  }),
  serializeTransition({
    at: gifts.redeemed.updated_at,
    from: 'created',
    to: 'awaiting_recipient',
    cause: 'its link was made',
    events: [],
  }),
]

/** Renders one example of each error code. Validation errors have several fields. */
const renderErrors = (version: Version) =>
  Object.fromEntries(
    Object.keys(errorCodes).map((code) => [
      `error-${code.replaceAll('_', '-')}`,
      version.renderError(buildError(code as ErrorCode)),
    ]),
  )

function buildError(code: ErrorCode): ApiError {
  const [, type, message] = errorCodes[code]
  if (type !== 'validation_error') return new ApiError(code)
  const params = ['recipient.email', 'gift_requests.3.recipient.first_name', 'metadata']
  const fieldErrors = params.map((param) => ({ code, param, message }) as FieldError)
  return new ApiError(code, { fieldErrors })
}

const oneLink: oneLinks.OneLink = {
  account_id: gifts.choiceGift.account_id,
  id: ids.oneLink,
  campaign_id: ids.campaign,
  campaign_name: 'Conference',
  name: null,
  quantity: 250,
  allowed_email_domains: ['example.com'],
  code_digest: Buffer.alloc(32),
  code: Buffer.from('Xc4PzR8nTq1WvBh2Kd7LsA'),
  expires_at: gifts.choiceGift.expires_at,
  closed_at: null,
  created_at: gifts.choiceGift.created_at,
  updated_at: gifts.choiceGift.updated_at,
  ...oneLinks.defaultClaimRules,
  claimed: 12,
  unclaimed: 238,
  reserved: 0,
}

const springCampaign: campaigns.Campaign = {
  id: ids.campaign,
  name: 'Grüße <2026> 🎁',
  description: '',
  state: 'archived',
  archived_at: gifts.redeemed.updated_at,
  invitation_method: 'email',
  selection_mode: 'one',
  visible_at_redemption: true,
  expires_after_days: 60,
  email_message: { subject: 'Für dich', body: 'Choose what you like best.' },
  theme: { color: '#7b3f61', logo_url: `${origin}/logo.svg`, headline: 'Thank you', message: '' },
  sender: { id: gifts.choiceGift.sender_id, name: 'Dana Lee', email: 'dana.lee@larkfield.example' },
  products: [
    {
      id: ids.product,
      name: 'Candle',
      description: 'Burns for forty hours.',
      kind: 'physical',
      images: candle.images,
      variants: [
        {
          id: candle.variant_id,
          sku: candle.sku,
          name: 'Fig',
          images: candle.images,
          stock_levels: [
            { warehouse: { id: ids.warehouse, name: 'Leipzig', country: 'DE' }, available: 120 },
          ],
        },
      ],
    },
  ],
  web_url: `${origin}/campaigns/${ids.campaign}`,
  created_at: gifts.choiceGift.created_at,
  updated_at: gifts.choiceGift.updated_at,
}
