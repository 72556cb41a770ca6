import { type PollIntervals, sleep } from './context.ts'
import { ApiErrors, UsageError } from './errors.ts'
import {
  advanceCursor,
  type CursorStore,
  type FeedCursor,
  isNew,
  settleCursor,
} from './feed-cursor.ts'
import { type RawFeedEvent, readEvent, readPage, uuidTimestamp } from './feed-event.ts'
import type { ApiResponse, Service } from './service.ts'

export interface FollowOptions {
  service: Service
  /** The payload version of the event bodies. */
  version: string
  cursorStore: CursorStore
  signal: AbortSignal
  /** Prints a message about the connection, for example its loss and recovery. */
  notice: (line: string) => void
  pollIntervals?: PollIntervals | undefined
}

const defaultPollIntervals: PollIntervals = { busyMs: 250, idleMs: 1_000, rescanMs: 5_000 }
const busyPeriodMs = 30_000 // the time in milliseconds after an event in which polling is frequent
const retryDelays = { minMs: 500, maxMs: 15_000 }

/**
 * Yields all events after a cursor, and then waits for new events. Each event is yielded once, in the order
 * in which the events become visible. The function retries after failures of the network and of the service.
 * The cursor advances when the consumer requests the next event. So after a restart, the function yields an
 * unprocessed event again.
 */
export async function* followEvents(options: FollowOptions): AsyncGenerator<RawFeedEvent, void> {
  const { service, cursorStore, signal, notice } = options
  const pollIntervals = options.pollIntervals ?? defaultPollIntervals
  const reader = createFeedReader(options)
  let cursor: FeedCursor = cursorStore.read() ?? { settled: null, seen: [] }
  let failures = 0
  let rescanAt = 0
  let busyUntil = 0
  while (!signal.aborted) {
    const isRescan = Date.now() >= rescanAt
    const last = cursor.seen.at(-1) ?? cursor.settled
    try {
      for await (const event of reader.eventsAfter(isRescan ? cursor.settled : last)) {
        if (!isNew(cursor, event.id)) continue
        yield event
        if (signal.aborted) return // the consumer may not have processed the event
        cursor = advanceCursor(cursor, event.id, reader.now())
        cursorStore.write(cursor)
        busyUntil = Date.now() + busyPeriodMs
      }
      if (failures > 0) notice(`${service.url} is reachable again.`)
      failures = 0
      if (isRescan) {
        cursor = settleCursor(cursor, reader.now())
        rescanAt = Date.now() + pollIntervals.rescanMs
      }
      await sleep(Date.now() < busyUntil ? pollIntervals.busyMs : pollIntervals.idleMs, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof CursorLostError) {
        notice(
          'The last processed event is no longer stored. Continuing from the oldest stored event.',
        )
        cursor = { settled: null, seen: cursor.seen }
        continue
      }
      if (!isRetryable(error)) throw error
      if (failures++ === 0) notice(`${describeError(error)} Retrying; no event is lost.`)
      rescanAt = 0
      const maxDelayMs = Math.min(retryDelays.maxMs, retryDelays.minMs * 2 ** failures)
      await sleep(maxDelayMs * (0.5 + Math.random() / 2), signal)
    }
  }
}

/**
 * Returns the cursor after the newest event. With a time, returns the cursor before the first event since
 * that time.
 */
export async function findCursor(
  options: Pick<FollowOptions, 'service' | 'version' | 'signal'>,
  since?: Date,
): Promise<FeedCursor> {
  const reader = createFeedReader(options)
  const newest = await reader.newest()
  if (since === undefined) return { settled: newest?.id ?? null, seen: [] }
  for await (const event of reader.eventsNewestFirst())
    if (uuidTimestamp(event.id) < since.getTime()) return { settled: event.id, seen: [] }
  return { settled: null, seen: [] }
}

/** Returns one event: the event with an id, or the newest event. */
export async function findEvent(
  options: Pick<FollowOptions, 'service' | 'version' | 'signal'>,
  idOrLast: string,
): Promise<RawFeedEvent> {
  const reader = createFeedReader(options)
  const event = idOrLast === 'last' ? await reader.newest() : await reader.find(idOrLast)
  if (event !== undefined) return event
  throw new UsageError(
    idOrLast === 'last' ? 'There are no events yet.' : `There is no event ${idOrLast}.`,
    '--replay',
    'not_found',
  )
}

class CursorLostError extends Error {}

/** An error for a response of the service with an unexpected status. */
class UnexpectedResponse extends ApiErrors {
  readonly status: number

  constructor({ status, text }: ApiResponse) {
    super(
      parseErrors(text) ?? [
        { type: 'server_error', code: 'unavailable', message: `The service returned ${status}.` },
      ],
    )
    this.status = status
  }
}

export function parseErrors(text: string): ApiErrors['errors'] | undefined {
  try {
    const { errors } = JSON.parse(text) as { errors?: Record<string, string>[] }
    return errors?.map(({ type = '', code = '', message, detail, param }) => ({
      type,
      code,
      message: message ?? detail ?? code,
      ...(param === undefined ? {} : { param }),
    }))
  } catch {
    return undefined
  }
}

const isRetryable = (error: unknown): boolean =>
  error instanceof UnexpectedResponse
    ? error.status >= 500 || error.status === 429
    : error instanceof TypeError || error instanceof SyntaxError // no response, or a response from another server

const describeError = (error: unknown): string =>
  error instanceof UnexpectedResponse ? error.message : 'The service cannot be reached.'

function createFeedReader({
  service,
  version,
  signal,
}: Pick<FollowOptions, 'service' | 'version' | 'signal'>) {
  let clockOffsetMs = 0 // the time of the service minus the local time, in milliseconds

  async function get(path: string): Promise<ApiResponse> {
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(20_000)])
    const response = await service
      .request('GET', path, { version, signal: abortSignal })
      .catch((error: unknown) => {
        throw signal.aborted ? error : new TypeError('no response', { cause: error })
      })
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(date)) clockOffsetMs = date - Date.now()
    return response
  }

  async function* pages(order: 'asc' | 'desc', after: string | null) {
    for (let last = after; ; ) {
      const query = `order=${order}&limit=100${last === null ? '' : `&after=${last}`}`
      const response = await get(`/events?${query}`)
      if (response.status === 400 && last !== null && isUnknownCursor(response))
        throw new CursorLostError()
      if (response.status !== 200) throw new UnexpectedResponse(response)
      const { events, has_more } = readPage(response, version)
      yield* events
      last = events.at(-1)?.id ?? last
      if (!has_more) return
    }
  }

  return {
    now: () => Date.now() + clockOffsetMs,
    eventsAfter: (id: string | null) => pages('asc', id),
    eventsNewestFirst: () => pages('desc', null),
    async newest(): Promise<RawFeedEvent | undefined> {
      const response = await get('/events?limit=1')
      if (response.status !== 200) throw new UnexpectedResponse(response)
      return readPage(response, version).events[0]
    },
    async find(id: string): Promise<RawFeedEvent | undefined> {
      const response = await get(`/events/${encodeURIComponent(id)}`)
      if (response.status === 404) return undefined
      if (response.status !== 200) throw new UnexpectedResponse(response)
      return readEvent(response, version)
    },
  }
}

const isUnknownCursor = ({ text }: ApiResponse) => /invalid_reference/.test(text)
