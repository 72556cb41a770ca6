import type { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as access from '#access'
import { ApiError, parseListQuery, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import { type Database, readTransaction, type TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { sessionOf } from './cookie.ts'
import { listDeliveries } from './deliveries.ts'
import { deskQueryFrom, giftFilters } from './gifts-query.ts'
import type { OpenStreams } from './open-streams.ts'
import { outside, sent } from './operation.ts'
import { requestFilters } from './request-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Says `now` when the server is about to close. */
    closing: EventEmitter
    openStreams: OpenStreams
  }
}

/** What can be watched: how these stand, and how many came after the newest of them. */
interface Watcher {
  /** Whose role it takes; anybody's when left out. */
  needs?: 'admin'
  versions(ctx: TxContext, ids: readonly string[]): Promise<{ id: string; version: number }[]>
  countAfter?(ctx: TxContext, id: string): Promise<number>
  /** The ids of the newest that match the filters of the list, the newest first. */
  newestIds?(ctx: TxContext, filters: unknown): Promise<string[]>
}

const newestPage = { limit: 100, order: 'desc' } as const
const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id)

/** To let a list be live, add its line here; the versions must be looked up by key. */
const watchers: Readonly<Record<string, Watcher>> = {
  gift_requests: {
    versions: gifting.rowVersions,
    countAfter: gifting.countNewerThan,
    newestIds: async (ctx, filters) => {
      const { filter } = parseListQuery(filters, giftFilters)
      return idsOf(await gifting.browse(ctx, deskQueryFrom(filter), newestPage))
    },
  },
  one_links: { versions: gifting.oneLinkVersions },
  deliveries: {
    needs: 'admin',
    versions: webhooks.getDeliveryVersions,
    countAfter: webhooks.countNewerDeliveries,
    newestIds: async (ctx, filters) => idsOf(await listDeliveries(ctx, filters, newestPage)),
  },
  // what was asked has been asked: only more can come
  requests: {
    needs: 'admin',
    versions: async () => [],
    countAfter: access.countNewRequests,
    newestIds: async (ctx, filters) => {
      const { filter } = parseListQuery(filters, requestFilters)
      return idsOf(await access.listRequests(ctx, filter, newestPage))
    },
  },
}

const most = 100 // things that one stream watches
const every = 1_500 // milliseconds between two looks
const heartbeat = 15_000
const maxAgeMs = 15 * 60_000 // then the page opens another stream, and passes the gate again
const retryMs = 60_000 // after an eviction: two pages must not evict each other all the time

/**
 * Tells one page what has changed of what it shows: `?topic=gift_requests&ids=…&newest=…`. So a look
 * costs one read by key, however much else goes on in the account. With the `filters` of a list, new
 * rows count only if they match; the list is read for that when there are new rows at all.
 */
export const streamOperations = [
  outside(
    'GET',
    '/stream',
    {
      needs: 'sender',
      does: 'tell, as it happens, what changes of what a page shows',
      isAutomatic: true,
    },
    async ({ db, member, query, request, reply }) => {
      const watched = readWatched(query)
      if (watched.watcher.needs === 'admin' && member.role !== 'admin') throw adminsOnly
      reply.hijack()
      const { raw } = reply
      // A client that left during the gate's queries has closed already: `close` would never come.
      if (raw.destroyed || request.raw.socket.destroyed) return sent
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'request-id': request.id,
      })
      const ending = new AbortController()
      const { closing, openStreams } = request.server
      const stop = () => ending.abort()
      const remove = openStreams.add({
        session_id: member.session_id,
        account_id: member.account_id,
        evict: () => {
          raw.write(`retry: ${retryMs}\n\n`)
          stop()
        },
      })
      closing.once('now', stop)
      raw.once('close', () => {
        closing.off('now', stop)
        remove()
        stop()
      })
      const token = sessionOf(db.deployment, request) ?? ''
      void stream(db, member, token, watched, raw, ending.signal).catch((error: unknown) => {
        if (!ending.signal.aborted) request.log.warn({ err: error }, 'a live page lost its stream')
        raw.end()
      })
      return sent
    },
  ),
]

const adminsOnly = new ApiError('forbidden', {
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
    throwIfAny([{ code: 'invalid', param: 'topic', message }], 400)
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
  member: access.SessionUser,
  token: string,
  watched: Watched,
  to: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { topic, watcher, ids } = watched
  const known = new Map<string, number>()
  const count = createCounter(watched)
  const endsAt = db.clock().getTime() + maxAgeMs
  let counted = 0
  let quiet = 0
  const tell = (event: string, data: object) => {
    quiet = 0
    to.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  for (let isFirst = true; !signal.aborted && !to.destroyed; isFirst = false) {
    // A session that has ended gets nothing more. Looking does not renew it: nobody need be at the screen.
    if (!isFirst && (await access.findSessionUserWithoutRenewal(db, token)) === undefined) {
      tell('signed_out', {})
      break
    }
    if (db.clock().getTime() >= endsAt) break
    const now = new Date(db.clock().getTime() + member.clock_ahead_ms)
    const { versions, more } = await readTransaction(
      db,
      member.account_id,
      async (ctx) => ({ versions: await watcher.versions(ctx, ids), more: await count(ctx) }),
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
  to.end()
}

/** Counts rows that are newer than the newest one shown and match; the list is read only when there are others than before. */
function createCounter({ watcher, newest, filters }: Watched): (ctx: TxContext) => Promise<number> {
  let all = 0
  let matching = 0
  return async (ctx) => {
    if (newest === undefined) return 0
    const count = (await watcher.countAfter?.(ctx, newest)) ?? 0
    if (filters === undefined || watcher.newestIds === undefined) return count
    if (count !== all)
      matching = (await watcher.newestIds(ctx, filters)).filter((id) => id > newest).length
    all = count
    return matching
  }
}
