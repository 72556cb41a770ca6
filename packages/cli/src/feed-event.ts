import { sliceJson } from './raw-json.ts'

/** An event of the feed with the exact body of its webhooks. */
export interface RawFeedEvent {
  id: string
  type: string
  gift_request_id: string
  created_at: string
  /** The body with exactly the same bytes as in the webhook. */
  body: string
  payload_version: string
  content_type: string
}

interface EventJson {
  id: string
  type: string
  gift_request_id?: string
  created_at?: string
  attributes?: { event_type: string; created_at: string }
  relationships?: { gift_request: { data: { id: string } } }
}

type JsonPath = readonly (string | number)[]

/** Reads an event from a response. The event is either a flat object or a JSON:API resource. */
function parseEventAt(
  json: EventJson,
  text: string,
  path: JsonPath,
  metadata: Pick<RawFeedEvent, 'payload_version' | 'content_type'>,
): RawFeedEvent {
  const { attributes, relationships } = json
  const isFlat = attributes === undefined
  const body = sliceJson(text, [...path, ...(isFlat ? ['body'] : ['meta', 'body'])])
  if (body === undefined) throw new Error('The service returned an event without a body.')
  return {
    id: json.id,
    type: isFlat ? json.type : attributes.event_type,
    gift_request_id: json.gift_request_id ?? relationships?.gift_request.data.id ?? '',
    created_at: json.created_at ?? attributes?.created_at ?? '',
    body,
    ...metadata,
  }
}

interface RawResponse {
  text: string
  headers: Headers
}

const readMetadata = (payload_version: string, { headers }: RawResponse) => ({
  payload_version,
  content_type: headers.get('content-type') ?? 'application/json',
})

/** Reads the events of a page, and whether there are more pages. */
export function readPage(
  response: RawResponse,
  version: string,
): { events: RawFeedEvent[]; has_more: boolean } {
  const page = JSON.parse(response.text) as {
    data: EventJson[]
    has_more?: boolean
    links?: { next?: string | null }
  }
  const metadata = readMetadata(version, response)
  const events = page.data.map((json, index) =>
    parseEventAt(json, response.text, ['data', index], metadata),
  )
  return { events, has_more: page.has_more ?? (page.links?.next ?? null) !== null }
}

/** Reads the event from the response of `GET /events/{id}`. */
export function readEvent(response: RawResponse, version: string): RawFeedEvent {
  const parsed = JSON.parse(response.text) as EventJson | { data: EventJson }
  const metadata = readMetadata(version, response)
  return 'data' in parsed
    ? parseEventAt(parsed.data, response.text, ['data'], metadata)
    : parseEventAt(parsed, response.text, [], metadata)
}

/** Returns the time in an id in milliseconds. The ids are UUIDs of version 7, which contain a time. */
export const uuidTimestamp = (id: string): number =>
  Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
