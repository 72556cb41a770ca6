import type { WireError } from '#contract/errors'
import type { GiftRequestView } from '#contract/gift-request'
import { readResource, readResources } from './2025-10-requests.ts'
import type { PageEnd, Version } from './version.ts'

/** JSON:API documents (decisions §2, 'Older payload version'). */
export const jsonApi: Version = {
  contentType: 'application/vnd.api+json',
  giftRequest: (gift) => document(resourceOf(gift), { included: included([gift]) }),
  giftRequests: (gifts, end) =>
    document(gifts.map(resourceOf), { included: included(gifts), links: linksOf(end) }),
  one: (type, flat) => document(resource(type, JSON.parse(flat))),
  many: (type, flats, end) =>
    document(
      flats.map((flat) => resource(type, JSON.parse(flat))),
      { links: linksOf(end) },
    ),
  refusal: (refusal) =>
    JSON.stringify({
      errors: refusal.errors().map((error) => errorOf(error, refusal.status)),
      jsonapi,
    }),
  onMissingVersion: { status: 401 },
  read: readResource,
  readMany: readResources,
}

const jsonapi = { version: '1.0' }

interface Resource {
  type: string
  id?: string
  attributes: object
  relationships?: object
}

const document = (
  data: Resource | Resource[],
  more: { included?: Resource[]; links?: object } = {},
) => JSON.stringify({ data, ...more, jsonapi })

const linksOf = ({ next }: PageEnd) => ({ next })

/** A resource without an id of its own (a step of a history) has none here either. */
function resource(type: string, { id, ...attributes }: { id?: string }): Resource {
  return { type, ...(id === undefined ? {} : { id }), attributes }
}

const resourceOf = (gift: GiftRequestView): Resource => ({
  type: 'gift_requests',
  id: gift.id,
  attributes: {
    reference: gift.reference,
    state: gift.status,
    redemption_url: gift.redemption_url,
    web_url: gift.web_url,
    created_at: gift.created_at.toISOString(),
    updated_at: gift.updated_at.toISOString(),
  },
  relationships: {
    campaign: { data: gift.campaign === null ? null : { type: 'campaigns', id: gift.campaign.id } },
    recipient: { data: { type: 'recipients', id: gift.recipient.id } },
    sender: { data: { type: 'senders', id: gift.sender.id } },
  },
})

/** What the gift requests are related to, each once. */
function included(gifts: readonly GiftRequestView[]): Resource[] {
  const found = new Map<string, Resource>()
  for (const { campaign, recipient, sender } of gifts) {
    if (campaign !== null) found.set(campaign.id, resource('campaigns', campaign))
    found.set(recipient.id, resource('recipients', recipient))
    found.set(sender.id, resource('senders', sender))
  }
  return [...found.values()]
}

const errorOf = ({ type, code, message, param }: WireError, status: number) => ({
  status: String(status),
  code,
  title: titles[type],
  detail: param === undefined ? message : `${param} ${message}`,
  ...(param === undefined ? {} : { source: sourceOf(param, status) }),
})

const titles: Readonly<Record<WireError['type'], string>> = {
  api_error: 'The request cannot be read',
  authentication_error: 'Not authenticated',
  permission_error: 'Not permitted',
  not_found_error: 'Not found',
  conflict_error: 'In conflict with what is there',
  validation_error: 'Not valid',
  rate_limit_error: 'Too many requests',
  server_error: 'Failed on our side',
}

/** From the flat path of a field to where this version has it; a query parameter keeps its name. */
function sourceOf(param: string, status: number): { pointer: string } | { parameter: string } {
  if (status === 400) return { parameter: param }
  const [, row, path = param] = /^gift_requests\.(\d+)(?:\.(.*))?$/.exec(param) ?? []
  const place = row === undefined ? '/data' : `/data/${row}`
  if (row !== undefined && path === param) return { pointer: place }
  return { pointer: `${place}/attributes/${path.replace(/^recipient\./, '').replaceAll('.', '/')}` }
}
