import type { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as access from '#access'
import { Refusal, readListQuery, refuseIfAny } from '#contract'
import * as gifting from '#gifting'
import { type Database, reading, type Work } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { sessionOf } from './cookie.ts'
import { listDeliveries } from './deliveries.ts'
import { deskQueryFrom, giftFilters } from './gifts-query.ts'
import { outside, sent } from './operation.ts'
import { requestFilters } from './request-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Says `now` when the server is about to close. */
    closing: EventEmitter
  }
}

/** What can be watched: how these stand, and how many came after the newest of them. */
interface Watcher {
  /** Whose role it takes; anybody's when left out. */
  needs?: 'admin'
  versions(work: Work, ids: readonly string[]): Promise<{ id: string; version: number }[]>
  countAfter?(work: Work, id: string): Promise<number>
  /** The ids of the newest that match the filters of the list, the newest first. */
  newestIds?(work: Work, filters: unknown): Promise<string[]>
}

const newestPage = { limit: 100, order: 'desc' } as const
const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id)

/** To let a list be live, add its line here; the versions must be looked up by key. */
const watchers: Readonly<Record<string, Watcher>> = {
  gift_requests: {
    versions: gifting.versionsOf,
    countAfter: gifting.countAfter,
    newestIds: async (work, filters) => {
      const { filter } = readListQuery(filters, giftFilters)
      return idsOf(await gifting.browse(work, deskQueryFrom(filter), newestPage))
    },
  },
  one_links: { versions: gifting.oneLinkVersions },
  deliveries: {
    needs: 'admin',
    versions: webhooks.deliveryVersions,
    countAfter: webhooks.countNewDeliveries,
    newestIds: async (work, filters) => idsOf(await listDeliveries(work, filters, newestPage)),
  },
  // what was asked has been asked: only more can come
  requests: {
    needs: 'admin',
    versions: async () => [],
    countAfter: access.countNewRequests,
    newestIds: async (work, filters) => {
      const { filter } = readListQuery(filters, requestFilters)
      return idsOf(await access.listRequests(work, filter, newestPage))
    },
  },
}

const most = 100 // things that one stream watches
const every = 1_500 // milliseconds between two looks
const heartbeat = 15_000

/**
 * Tells one page what has changed of what it shows: `?topic=gift_requests&ids=…&newest=…`. So a look
 * costs one read by key, however much else goes on in the account. With the `filters` of a list, new
 * rows count only if they match; the list is read for that when there are new rows at all.
 */
export const streamOperations = [
  outside(
    'GET',
    '/stream',
    { needs: 'sender', does: 'tell, as it happens, what changes of what a page shows' },
    async ({ db, member, query, request, reply }) => {
      const watched = readWatched(query)
      if (watched.watcher.needs === 'admin' && member.role !== 'admin') throw adminsOnly
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'request-id': request.id,
      })
      const ending = new AbortController()
      const { closing } = request.server
      const stop = () => ending.abort()
      closing.once('now', stop)
      raw.once('close', () => {
        closing.off('now', stop)
        stop()
      })
      const token = sessionOf(db.installation, request) ?? ''
      void stream(db, member, token, watched, raw, ending.signal).catch((error: unknown) => {
        if (!ending.signal.aborted) request.log.warn({ err: error }, 'a live page lost its stream')
        raw.end()
      })
      return sent
    },
  ),
]

const adminsOnly = new Refusal('forbidden', {
  message: 'This needs the role admin. An admin of your account can give it to you.',
})

interface Watched {
  topic: string
  watcher: Watcher
  ids: string[]
  newest: string | undefined
  /** As the list has them in its address; undefined without any. */
  filters: Record<string, string> | undefined
}

function readWatched(query: unknown): Watched {
  const { topic, ids, newest, filters } = query as Record<string, unknown>
  const watcher = Object.hasOwn(watchers, String(topic)) ? watchers[String(topic)] : undefined
  if (watcher === undefined) {
    const message = `must be one of ${Object.keys(watchers).join(', ')}`
    refuseIfAny([{ code: 'invalid', param: 'topic', message }], 400)
  }
  return {
    topic: String(topic),
    watcher: watcher as Watcher,
    ids: String(ids ?? '')
      .split(',')
      .filter(Boolean)
      .slice(0, most),
    newest: typeof newest === 'string' && newest !== '' ? newest : undefined,
    filters:
      typeof filters === 'string' && filters !== ''
        ? Object.fromEntries(new URLSearchParams(filters))
        : undefined,
  }
}

async function stream(
  db: Database,
  member: access.Member,
  token: string,
  watched: Watched,
  to: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { topic, watcher, ids } = watched
  const known = new Map<string, number>()
  const count = createCounter(watched)
  let counted = 0
  let quiet = 0
  const tell = (event: string, data: object) => {
    quiet = 0
    to.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    // whoever was signed out in the meantime is told nothing any more
    if (!isFirst && (await access.findMember(db, token)) === undefined) {
      tell('signed_out', {})
      to.end()
      return
    }
    const now = new Date(db.clock().getTime() + member.clock_ahead_ms)
    const { versions, more } = await reading(
      db,
      member.account_id,
      async (work) => ({ versions: await watcher.versions(work, ids), more: await count(work) }),
      now,
    )
    const changed = versions.filter(({ id, version }) => known.get(id) !== version)
    for (const { id, version } of changed) known.set(id, version)
    // What changed before this first look, the page may have missed: it reads again when it hears of it.
    if (isFirst) tell('ready', { topic })
    if (!isFirst && changed.length > 0) tell('changed', { topic, ids: changed.map(({ id }) => id) })
    if (more !== counted) tell('more', { topic, count: more })
    counted = more
    await sleep(every, undefined, { signal })
    quiet += every
    if (quiet >= heartbeat) {
      quiet = 0
      to.write(': still here\n\n')
    }
  }
}

/** Counts rows that are newer than the newest one shown and match; the list is read only when there are others than before. */
function createCounter({ watcher, newest, filters }: Watched): (work: Work) => Promise<number> {
  let all = 0
  let matching = 0
  return async (work) => {
    if (newest === undefined) return 0
    const count = (await watcher.countAfter?.(work, newest)) ?? 0
    if (filters === undefined || watcher.newestIds === undefined) return count
    if (count !== all)
      matching = (await watcher.newestIds(work, filters)).filter((id) => id > newest).length
    all = count
    return matching
  }
}
