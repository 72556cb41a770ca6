import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { deliveryAppFilters, deliveryFilters, giftListFilters, parseListQuery } from '#contract'
import * as giftLists from '#gift-lists'
import { listDeliveries, toGiftQuery } from '#http/api'
import * as oneLinks from '#one-links'
import { type Database, readTransaction, type TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { missingPermission } from '../lib/auth-middleware.ts'
import { handleWithoutTx } from '../lib/handle.ts'
import type { ParsedQuery } from '../lib/operation.ts'
import { HANDLED } from '../lib/route.ts'
import { readSessionToken } from '../lib/session-cookies.ts'
import { requestFilters } from '../request-log/contract.ts'
import * as contract from './contract.ts'
import type { OpenStreams } from './open-streams.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** A signal that aborts when the server begins to close. */
    closing: AbortSignal
    openStreams: OpenStreams
  }
}

/**
 * A list that supports live updates. It provides the versions of its rows, and the number of rows that are
 * newer than the newest visible row.
 */
interface LiveTopic {
  /** Default: `gift_requests:read`. */
  permission?: accounts.Permission
  versions(ctx: TxContext, ids: readonly string[]): Promise<{ id: string; version: number }[]>
  countAfter?(ctx: TxContext, id: string): Promise<number>
  /** Returns the ids of the newest rows that match the filters of the list. The newest row is first. */
  newestIds?(ctx: TxContext, filters: unknown, member: accounts.SessionUser): Promise<string[]>
  /** Whether the list hides some rows even without filters, for example unclaimed places. */
  hidesRows?: boolean
}

const maxNewest = { limit: 100, order: 'desc' } as const
const toIds = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id)

/**
 * The lists with live updates. To make a list live, add a line to this object. `versions` must find rows by
 * their key.
 */
const liveTopics: Readonly<Record<contract.LiveTopic, LiveTopic>> = {
  gift_requests: {
    versions: giftLists.rowVersions,
    countAfter: giftLists.countNewerThan,
    hidesRows: true,
    newestIds: async (ctx, filters, member) => {
      const { filter } = parseListQuery(filters, giftListFilters)
      return toIds(await giftLists.browse(ctx, toGiftQuery(filter, member), maxNewest))
    },
  },
  one_links: { permission: 'one_links:read', versions: oneLinks.listVersions },
  deliveries: {
    permission: 'events:read',
    versions: webhooks.getDeliveryVersions,
    countAfter: webhooks.countNewerDeliveries,
    newestIds: async (ctx, filters) => {
      const { filter } = parseListQuery(filters, {
        ...deliveryFilters,
        ...deliveryAppFilters,
      })
      return toIds(await listDeliveries(ctx, filter, maxNewest))
    },
  },
  // A logged request never changes, so the only possible change is a new row.
  requests: {
    permission: 'tokens:write',
    versions: async () => [],
    countAfter: apiKeys.countNewRequests,
    newestIds: async (ctx, filters) => {
      const { filter } = parseListQuery(filters, requestFilters)
      return toIds(await apiKeys.listRequests(ctx, filter, maxNewest))
    },
  },
}

const heartbeatMs = 15_000
const maxAgeMs = 15 * 60_000 // after this time, the page opens a new stream and is authenticated again
const retryMs = 60_000 // the delay after an eviction, so that two pages do not evict each other all the time

/**
 * Notifies a page of changes to its rows: `?topic=gift_requests&ids=…&newest=…`. Each poll reads rows by
 * their key, so its cost does not depend on other activity in the account. If the page sends the `filters` of
 * a list, only matching new rows are counted. The list itself is queried only if there are new rows.
 */
export const liveUpdateRoutes = [
  handleWithoutTx(
    contract.streamUpdates,
    async ({ db, member, query, request, reply, livePollMs }) => {
      const subscription = { ...query, liveTopic: liveTopics[query.topic] }
      const permission = permissionOf(subscription.liveTopic)
      if (!accounts.can(member, permission)) throw missingPermission(permission)
      reply.hijack()
      const { raw } = reply
      // If a client disconnected during the queries of the auth middleware, its `close` event has already
      // happened.
      if (raw.destroyed || request.raw.socket.destroyed) return HANDLED
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'request-id': request.id,
      })
      const abort = new AbortController()
      const { closing, openStreams } = request.server
      const stop = () => abort.abort()
      const remove = openStreams.add({
        session_id: member.session_id,
        account_id: member.account_id,
        evict: () => {
          raw.write(`retry: ${retryMs}\n\n`)
          stop()
        },
      })
      closing.addEventListener('abort', stop)
      if (closing.aborted) stop() // the server began to close during the auth queries
      raw.once('close', () => {
        closing.removeEventListener('abort', stop)
        remove()
        stop()
      })
      const token = readSessionToken(db.deployment, request) ?? ''
      const polling = { signal: abort.signal, pollIntervalMs: livePollMs }
      const sessionEntry = { token, entry: { address: request.ip, account_id: member.account_id } }
      void runStream(db, member, sessionEntry, subscription, raw, polling).catch(
        (error: unknown) => {
          if (!abort.signal.aborted) request.log.warn({ err: error }, 'live update stream failed')
          raw.end()
        },
      )
      return HANDLED
    },
  ),
]

const permissionOf = ({ permission = 'gift_requests:read' }: LiveTopic) => permission

interface Subscription extends ParsedQuery<typeof contract.streamUpdates> {
  liveTopic: LiveTopic
}

async function runStream(
  db: Database,
  member: accounts.SessionUser,
  { token, entry }: { token: string; entry: accounts.EntryRequest },
  subscription: Subscription,
  response: ServerResponse,
  { signal, pollIntervalMs }: { signal: AbortSignal; pollIntervalMs: number },
): Promise<void> {
  const { topic, liveTopic, ids } = subscription
  const versionsById = new Map<string, number>()
  const count = createNewRowCounter(subscription, member)
  const endsAt = db.clock().getTime() + maxAgeMs
  let lastCount = 0
  let quietMs = 0
  const sendEvent = (event: string, data: object) => {
    quietMs = 0
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  for (let isFirst = true; !signal.aborted && !response.destroyed; isFirst = false) {
    // Polling does not extend the session, because it does not mean that the user is active. The stream ends
    // with the session, with the permission, and when the access policy restricts the user.
    const current = isFirst
      ? member
      : await accounts.findSessionUserWithoutRenewal(db, token, entry)
    if (current === undefined || current.restriction !== null) {
      sendEvent('signed_out', {})
      break
    }
    if (!accounts.can(current, permissionOf(liveTopic))) break
    if (db.clock().getTime() >= endsAt) break
    const now = accounts.accountNow(db, member)
    const { versions, more } = await readTransaction(
      db,
      member.account_id,
      async (ctx) => ({ versions: await liveTopic.versions(ctx, ids), more: await count(ctx) }),
      now,
    )
    const changed = versions.filter(({ id, version }) => versionsById.get(id) !== version)
    for (const { id, version } of changed) versionsById.set(id, version)
    // The page may have missed changes before the first poll. So it loads its rows again unless it already
    // shows these versions.
    const seen = Object.fromEntries(changed.map(({ id, version }) => [id, version]))
    if (isFirst) sendEvent('ready', { topic, versions: seen })
    else if (changed.length > 0) sendEvent('changed', { topic, versions: seen })
    if (more !== lastCount) sendEvent('more', { topic, count: more })
    lastCount = more
    await sleep(pollIntervalMs, undefined, { signal })
    quietMs += pollIntervalMs
    if (quietMs >= heartbeatMs) {
      quietMs = 0
      response.write(': heartbeat\n\n')
    }
  }
  response.end()
}

/**
 * Creates a function that counts the matching rows which are newer than the newest visible row. It queries
 * the list only if the number of new rows has changed.
 */
function createNewRowCounter(
  { liveTopic, newest, filters }: Subscription,
  member: accounts.SessionUser,
): (ctx: TxContext) => Promise<number> {
  let lastCount = 0
  let matching = 0
  return async (ctx) => {
    if (newest === undefined) return 0
    const count = (await liveTopic.countAfter?.(ctx, newest)) ?? 0
    const isFiltered = filters !== undefined || liveTopic.hidesRows === true
    if (!isFiltered || liveTopic.newestIds === undefined) return count
    if (count !== lastCount)
      matching = (await liveTopic.newestIds(ctx, filters ?? {}, member)).filter(
        (id) => id > newest,
      ).length
    lastCount = count
    return matching
  }
}
