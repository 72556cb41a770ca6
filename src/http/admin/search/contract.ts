import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { customQuery, throwInvalidParameter } from '../lib/query.ts'
import { oneOfTexts, page } from '../lib/schemas.ts'

/** A search result and the page of the web app that shows it. */
export const SearchHit = Type.Object({
  kind: oneOfTexts(
    'gift_request',
    'recipient',
    'contact',
    'campaign',
    'product',
    'event',
    'endpoint',
    'delivery',
    'request',
    'user',
    'api_key',
    'one_link',
  ),
  id: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  path: Type.String(),
})
export type SearchHit = Static<typeof SearchHit>

function parseText({ q }: Readonly<Record<string, unknown>>): string {
  const text = String(q ?? '').trim()
  return text === '' || text.length > 254 || text.includes('\0')
    ? throwInvalidParameter('q', 'must be 1 to 254 characters', 'required')
    : text
}

export const searchAll = operation('GET', '/search', {
  permission: 'gift_requests:read',
  summary: 'search by name, email address, reference, id or metadata',
  query: customQuery<string, { q: string }>({ q: Type.String({ maxLength: 254 }) }, parseText),
  reply: page(SearchHit),
})
