import { rawAt } from './raw-json.ts'

/** An event of the feed with its body as it was sent to endpoints, byte for byte. */
export interface FeedEvent {
  id: string
  type: string
  gift_request_id: string
  created_at: string
  /** The exact text. */
  body: string
  payload_version: string
  content_type: string
}

interface Wire {
  id: string
  type: string
  gift_request_id?: string
  created_at?: string
  attributes?: { event_type: string; created_at: string }
  relationships?: { gift_request: { data: { id: string } } }
}

type Path = readonly (string | number)[]

/** Reads an event at its place in an answer: flat, or as a resource of JSON:API. */
function eventAt(
  wire: Wire,
  text: string,
  path: Path,
  about: Pick<FeedEvent, 'payload_version' | 'content_type'>,
): FeedEvent {
  const { attributes, relationships } = wire
  const isFlat = attributes === undefined
  const body = rawAt(text, [...path, ...(isFlat ? ['body'] : ['meta', 'body'])])
  if (body === undefined) throw new Error('The service answered an event without a body.')
  return {
    id: wire.id,
    type: isFlat ? wire.type : attributes.event_type,
    gift_request_id: wire.gift_request_id ?? relationships?.gift_request.data.id ?? '',
    created_at: wire.created_at ?? attributes?.created_at ?? '',
    body,
    ...about,
  }
}

interface Received {
  text: string
  headers: Headers
}

const aboutOf = (payload_version: string, { headers }: Received) => ({
  payload_version,
  content_type: headers.get('content-type') ?? 'application/json',
})

/** The events of a page, and whether there are more behind it. */
export function readPage(
  received: Received,
  version: string,
): { events: FeedEvent[]; has_more: boolean } {
  const page = JSON.parse(received.text) as {
    data: Wire[]
    has_more?: boolean
    links?: { next?: string | null }
  }
  const about = aboutOf(version, received)
  const events = page.data.map((wire, index) =>
    eventAt(wire, received.text, ['data', index], about),
  )
  return { events, has_more: page.has_more ?? (page.links?.next ?? null) !== null }
}

/** The event of `GET /events/{id}`. */
export function readEvent(received: Received, version: string): FeedEvent {
  const answer = JSON.parse(received.text) as Wire | { data: Wire }
  const about = aboutOf(version, received)
  return 'data' in answer
    ? eventAt(answer.data, received.text, ['data'], about)
    : eventAt(answer, received.text, [], about)
}

/** The moment in an id: they are UUIDs of version 7, which begin with milliseconds. */
export const momentOf = (id: string): number =>
  Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
