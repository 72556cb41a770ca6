import type { ApiError, WireError } from '../api-error.ts'
import type { GiftRequestView } from '../gift-request.ts'
import {
  acceptsContentType,
  contentType,
  escapePointer,
  newGiftFormat,
  parseEmptyBody,
  parseResource,
  parseResources,
  satisfiesAccept,
} from './2025-10-requests.ts'
import {
  type Resource,
  renderDocument,
  renderResource,
  toResourceObject,
  uniqueResources,
} from './2025-10-resources.ts'
import type { PageEnd, Version } from './api-version.ts'

/** The version with JSON:API documents (decisions §2, 'Older payload version'). */
export const jsonApi: Version = {
  contentType,
  renderGiftRequest: (gift) => renderDocument(toResource(gift), { included: listIncluded([gift]) }),
  renderGiftRequests: (gifts, end) =>
    renderDocument(gifts.map(toResource), { included: listIncluded(gifts), links: toLinks(end) }),
  renderResource: (type, flatJson, owner) => {
    const { self, related } = renderResource(type, flatJson, owner)
    return renderDocument(self, related.length === 0 ? {} : { included: related })
  },
  renderList: (type, flatJsons, end, owner) => {
    const rendered = flatJsons.map((flatJson, index) =>
      renderResource(type, flatJson, owner === undefined ? undefined : `${owner}.${index + 1}`),
    )
    const related = uniqueResources(rendered.flatMap(({ related }) => related))
    return renderDocument(
      rendered.map(({ self }) => self),
      { ...(related.length === 0 ? {} : { included: related }), links: toLinks(end) },
    )
  },
  renderError: (apiError) =>
    JSON.stringify({
      errors: apiError.errors().map((error, index) => renderErrorObject(error, apiError, index)),
      jsonapi: { version: '1.0' },
    }),
  acceptsContentType,
  satisfiesAccept,
  parseResource,
  parseResources,
  parseEmptyBody,
  newGift: newGiftFormat,
  newGiftRow: newGiftFormat,
  createdHeaders(url, body): Record<string, string> {
    const { data } = JSON.parse(body) as { data: Resource | Resource[] }
    return Array.isArray(data) ? {} : { location: `${url}/${data.id}` }
  },
}

const toLinks = ({ next }: PageEnd) => ({ next })

const toResource = (gift: GiftRequestView): Resource => ({
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

/** Lists the resources that the gift requests refer to, each once. */
const listIncluded = (gifts: readonly GiftRequestView[]): Resource[] =>
  uniqueResources(
    gifts.flatMap(({ campaign, recipient, sender }) => [
      ...(campaign === null ? [] : [toResourceObject('campaigns', campaign)]),
      toResourceObject('recipients', recipient),
      toResourceObject('senders', sender),
    ]),
  )

function renderErrorObject(
  { type, code, message, param }: WireError,
  apiError: ApiError,
  index: number,
) {
  const fieldError = apiError.fieldErrors[index]
  // A document can have errors of the query string (400) and errors of the body (422).
  const status = fieldError?.in === 'query' ? 400 : apiError.status
  const location = fieldError === undefined ? undefined : toErrorLocation(fieldError.param, status)
  return {
    status: String(status),
    code,
    title: errorTitles[type],
    detail: location === undefined || param === undefined ? message : `${location.name} ${message}`,
    ...(location === undefined ? {} : { source: location.source }),
  }
}

const errorTitles: Readonly<Record<WireError['type'], string>> = {
  api_error: 'The request cannot be read',
  authentication_error: 'Not authenticated',
  permission_error: 'Not permitted',
  not_found_error: 'Not found',
  conflict_error: 'In conflict with what is there',
  validation_error: 'Not valid',
  rate_limit_error: 'Too many requests',
  server_error: 'Failed on our side',
}

interface ErrorLocation {
  name: string
  source: { pointer: string } | { parameter: string } | { header: string }
}

/**
 * Converts the flat path of a field to its location in this version. The name of a query parameter does not
 * change.
 */
function toErrorLocation(param: string, status: number): ErrorLocation {
  if (param === 'Idempotency-Key') return { name: param, source: { header: param } }
  if (status === 400) return { name: param, source: { parameter: param } }
  if (param === '') return { name: 'The body', source: { pointer: '' } }
  if (param.startsWith('/')) return { name: param, source: { pointer: param } }
  const [, row, memberPath = ''] = /^gift_requests\.(\d+)(?:\.(.*))?$/s.exec(param) ?? []
  const pointer = row === undefined ? '/data' : `/data/${row}`
  if (row !== undefined && memberPath === '') return { name: pointer, source: { pointer } }
  const name = (row === undefined ? param : memberPath).replace(/^recipient\./, '')
  const path = name.split('.').map(escapePointer).join('/')
  return { name, source: { pointer: `${pointer}/attributes/${path}` } }
}
