import type { Refusal, WireError } from '#contract/errors'
import type { GiftRequestView } from '#contract/gift-request'
import {
  contentType,
  escaped,
  newGiftRequest,
  readNothing,
  readResource,
  readResources,
  suits,
  takes,
} from './2025-10-requests.ts'
import { document, drawn, includedBy, type Resource, resource } from './2025-10-resources.ts'
import type { PageEnd, Version } from './version.ts'

/** JSON:API documents (decisions §2, 'Older payload version'). */
export const jsonApi: Version = {
  contentType,
  giftRequest: (gift) => document(resourceOf(gift), { included: included([gift]) }),
  giftRequests: (gifts, end) =>
    document(gifts.map(resourceOf), { included: included(gifts), links: linksOf(end) }),
  one: (type, flat, owner) => {
    const { self, related } = drawn(type, flat, owner)
    return document(self, related.length === 0 ? {} : { included: related })
  },
  many: (type, flats, end, owner) => {
    const each = flats.map((flat, place) =>
      drawn(type, flat, owner === undefined ? undefined : `${owner}.${place + 1}`),
    )
    const related = includedBy(each.flatMap(({ related }) => related))
    return document(
      each.map(({ self }) => self),
      { ...(related.length === 0 ? {} : { included: related }), links: linksOf(end) },
    )
  },
  refusal: (refusal) =>
    JSON.stringify({
      errors: refusal.errors().map((error, index) => errorOf(error, refusal, index)),
      jsonapi: { version: '1.0' },
    }),
  takes,
  suits,
  read: readResource,
  readMany: readResources,
  readNothing,
  newGiftRequest,
  onCreated(url, body): Record<string, string> {
    const { data } = JSON.parse(body) as { data: Resource | Resource[] }
    return Array.isArray(data) ? {} : { location: `${url}/${data.id}` }
  },
}

const linksOf = ({ next }: PageEnd) => ({ next })

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
const included = (gifts: readonly GiftRequestView[]): Resource[] =>
  includedBy(
    gifts.flatMap(({ campaign, recipient, sender }) => [
      ...(campaign === null ? [] : [resource('campaigns', campaign)]),
      resource('recipients', recipient),
      resource('senders', sender),
    ]),
  )

function errorOf({ type, code, message, param }: WireError, refusal: Refusal, index: number) {
  const problem = refusal.problems[index]
  // a document may hold errors of the query string (400) beside those of the body (422)
  const status = problem?.in === 'query' ? 400 : refusal.status
  const place = problem === undefined ? undefined : placeOf(problem.param, status)
  return {
    status: String(status),
    code,
    title: titles[type],
    detail: place === undefined || param === undefined ? message : `${place.name} ${message}`,
    ...(place === undefined ? {} : { source: place.source }),
  }
}

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

interface Place {
  name: string
  source: { pointer: string } | { parameter: string } | { header: string }
}

/** From the flat path of a field to where this version has it; a query parameter keeps its name. */
function placeOf(param: string, status: number): Place {
  if (param === 'Idempotency-Key') return { name: param, source: { header: param } }
  if (status === 400) return { name: param, source: { parameter: param } }
  if (param === '') return { name: 'The body', source: { pointer: '' } }
  if (param.startsWith('/')) return { name: param, source: { pointer: param } }
  const [, row, inside = ''] = /^gift_requests\.(\d+)(?:\.(.*))?$/s.exec(param) ?? []
  const at = row === undefined ? '/data' : `/data/${row}`
  if (row !== undefined && inside === '') return { name: at, source: { pointer: at } }
  const name = (row === undefined ? param : inside).replace(/^recipient\./, '')
  const path = name.split('.').map(escaped).join('/')
  return { name, source: { pointer: `${at}/attributes/${path}` } }
}
