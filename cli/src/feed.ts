import { type Pace, pause } from './context.ts'
import { Misuse, Refused } from './failure.ts'
import { type FeedEvent, momentOf, readEvent, readPage } from './feed-event.ts'
import { after, isNew, type Keeper, type Place, settle } from './place.ts'
import type { Answer, Service } from './service.ts'

export interface FollowOptions {
  service: Service
  /** The payload version of the bodies. */
  version: string
  keeper: Keeper
  signal: AbortSignal
  /** What goes on, for people: lost, back again, and the like. */
  say: (line: string) => void
  pace?: Pace | undefined
}

const usualPace: Pace = { busy: 250, idle: 1_000, sweep: 5_000 }
const stillBusy = 30_000 // milliseconds after an event
const pauses = { shortest: 500, longest: 15_000 }

/**
 * All events from a place on, in the order in which they become visible, each once; then those that
 * come. It waits out failures of the network and of the service. The place moves on when the
 * reader asks for the next event, so what was not dealt with comes again.
 */
export async function* follow(options: FollowOptions): AsyncGenerator<FeedEvent, void> {
  const { service, keeper, signal, say } = options
  const pace = options.pace ?? usualPace
  const feed = readerOf(options)
  let place: Place = keeper.read() ?? { settled: null, seen: [] }
  let failures = 0
  let sweepAt = 0
  let busyUntil = 0
  while (!signal.aborted) {
    const isSweep = Date.now() >= sweepAt
    const last = place.seen.at(-1) ?? place.settled
    try {
      for await (const event of feed.eventsAfter(isSweep ? place.settled : last)) {
        if (!isNew(place, event.id)) continue
        yield event
        if (signal.aborted) return // it may not have been dealt with
        place = after(place, event.id, feed.now())
        keeper.write(place)
        busyUntil = Date.now() + stillBusy
      }
      if (failures > 0) say(`${service.url} answers again.`)
      failures = 0
      if (isSweep) {
        place = settle(place, feed.now())
        sweepAt = Date.now() + pace.sweep
      }
      await pause(Date.now() < busyUntil ? pace.busy : pace.idle, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof LostPlace) {
        say('The event where we stopped is kept no longer: going on from the oldest one that is.')
        place = { settled: null, seen: place.seen }
        continue
      }
      if (!isPassing(error)) throw error
      if (failures++ === 0) say(`${whyOf(error)} Trying again; nothing is lost.`)
      sweepAt = 0
      const longest = Math.min(pauses.longest, pauses.shortest * 2 ** failures)
      await pause(longest * (0.5 + Math.random() / 2), signal)
    }
  }
}

/** The place just behind the newest event; or behind what happened before a moment. */
export async function placeAt(
  options: Pick<FollowOptions, 'service' | 'version' | 'signal'>,
  since?: Date,
): Promise<Place> {
  const feed = readerOf(options)
  const newest = await feed.newest()
  if (since === undefined) return { settled: newest?.id ?? null, seen: [] }
  for await (const event of feed.eventsBefore())
    if (momentOf(event.id) < since.getTime()) return { settled: event.id, seen: [] }
  return { settled: null, seen: [] }
}

/** One event: by its id, or the newest one. */
export async function findEvent(
  options: Pick<FollowOptions, 'service' | 'version' | 'signal'>,
  which: string,
): Promise<FeedEvent> {
  const feed = readerOf(options)
  const event = which === 'last' ? await feed.newest() : await feed.one(which)
  if (event !== undefined) return event
  throw new Misuse(
    which === 'last' ? 'There is no event yet.' : `There is no event ${which}.`,
    '--replay',
    'not_found',
  )
}

class LostPlace extends Error {}

/** The service answered, and not with what was asked for. */
class Unwelcome extends Refused {
  readonly status: number

  constructor({ status, text }: Answer) {
    super(
      problemsIn(text) ?? [
        { type: 'server_error', code: 'unavailable', message: `The service answered ${status}.` },
      ],
    )
    this.status = status
  }
}

export function problemsIn(text: string): Refused['errors'] | undefined {
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

const isPassing = (error: unknown): boolean =>
  error instanceof Unwelcome
    ? error.status >= 500 || error.status === 429
    : error instanceof TypeError || error instanceof SyntaxError // no answer, or not the service's

const whyOf = (error: unknown): string =>
  error instanceof Unwelcome ? error.message : 'The service cannot be reached.'

function readerOf({
  service,
  version,
  signal,
}: Pick<FollowOptions, 'service' | 'version' | 'signal'>) {
  let ahead = 0 // of the service's clock before ours, in milliseconds

  async function get(path: string): Promise<Answer> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(20_000)])
    const answer = await service
      .ask('GET', path, { version, signal: patience })
      .catch((error: unknown) => {
        throw signal.aborted ? error : new TypeError('no answer', { cause: error })
      })
    const date = Date.parse(answer.headers.get('date') ?? '')
    if (!Number.isNaN(date)) ahead = date - Date.now()
    return answer
  }

  async function* pages(order: 'asc' | 'desc', after: string | null) {
    for (let last = after; ; ) {
      const query = `order=${order}&limit=100${last === null ? '' : `&after=${last}`}`
      const answer = await get(`/events?${query}`)
      if (answer.status === 400 && last !== null && isLost(answer)) throw new LostPlace()
      if (answer.status !== 200) throw new Unwelcome(answer)
      const { events, has_more } = readPage(answer, version)
      yield* events
      last = events.at(-1)?.id ?? last
      if (!has_more) return
    }
  }

  return {
    now: () => Date.now() + ahead,
    eventsAfter: (id: string | null) => pages('asc', id),
    eventsBefore: () => pages('desc', null),
    async newest(): Promise<FeedEvent | undefined> {
      const answer = await get('/events?limit=1')
      if (answer.status !== 200) throw new Unwelcome(answer)
      return readPage(answer, version).events[0]
    },
    async one(id: string): Promise<FeedEvent | undefined> {
      const answer = await get(`/events/${encodeURIComponent(id)}`)
      if (answer.status === 404) return undefined
      if (answer.status !== 200) throw new Unwelcome(answer)
      return readEvent(answer, version)
    },
  }
}

const isLost = ({ text }: Answer) => /invalid_reference/.test(text)
