import type { ConnectorRegistry } from '#connections'
import * as connections from '#connections'
import { hasDueRows } from '#platform/jobs/due-table'
import {
  createOutboxRunner,
  type OutboxHandler,
  type OutboxRunner,
  type OutboxRunnerOptions,
} from '#platform/jobs/outbox'
import { type Database, isRetryable, type TxContext } from '#platform/postgres/database'
import { type ChatApp, ChatAppFailure, openChatApp, type PostedMessage } from './chat-app.ts'
import { findContent, type PostContent } from './posts.ts'
import * as store from './store.ts'

/** Longer than the two requests of a post. */
const leaseSeconds = 120
const minRetryMs = 5_000
const maxRetryMs = 3_600_000
/** The attempts of about a day. */
const maxAttempts = 30

/** A post with its chat, or why there is none now. */
type PostTask = { app: ChatApp; content: PostContent } | PostOutcome

type PostOutcome = { posted: PostedMessage } | { failure: ChatAppFailure }

/**
 * Posts to the chats of accounts, outside any transaction. A post whose answer was lost is posted again, so it can be there
 * twice: the services know no key for posts.
 */
export const createPostLoop = (
  db: Database,
  registry: ConnectorRegistry,
  options?: OutboxRunnerOptions,
): OutboxRunner => createOutboxRunner(db, createHandler(registry), options)

const createHandler = (
  registry: ConnectorRegistry,
): OutboxHandler<store.DuePost, PostTask, PostOutcome> => ({
  due: hasDueRows(store.duePosts),
  concurrency: 8,
  claim: (ctx, limits) => store.claim(ctx, limits, leaseSeconds),
  prepare: (ctx, posts) => Promise.all(posts.map((post) => prepare(ctx, post, registry))),
  async perform({ channel, message_id }, task) {
    if (!('app' in task)) return task
    const {
      app,
      content: { to, message },
    } = task
    try {
      if (channel === null || message_id === null)
        return to === undefined ? notNeeded : { posted: await app.post(to, message) }
      const posted = { channel, message_id }
      await app.update(posted, message)
      return { posted }
    } catch (error) {
      return { failure: toFailure(error) }
    }
  },
  toPreparationFailure: () => unusable,
  settle: async (ctx, post, outcome) => settle(ctx, post, outcome),
  async defer(ctx, post, error) {
    store.settleFailed(ctx, post, 'internal', isRetryable(error) ? minRetryMs : maxRetryMs)
  },
})

const notNeeded: PostOutcome = {
  failure: new ChatAppFailure('it was not needed any more', { isFinal: true, isLocal: true }),
}

/** The connection is disabled, or not allowed, or its key is missing. The post waits. */
const unusable: PostOutcome = {
  failure: new ChatAppFailure('the connection cannot be used', { isLocal: true }),
}

const toFailure = (error: unknown): ChatAppFailure =>
  error instanceof ChatAppFailure
    ? error
    : new ChatAppFailure(error instanceof Error ? error.message : String(error))

async function prepare(
  ctx: TxContext,
  { id, connection_id }: store.DuePost,
  registry: ConnectorRegistry,
): Promise<PostTask> {
  const content = await findContent(ctx, id)
  const opened = await connections.open(ctx, connection_id, registry)
  if (content === undefined) return notNeeded
  if (!opened?.connection.enabled || !registry.isAllowed(opened.connection.kind)) return unusable
  return { app: openChatApp(opened.connector, opened.values, registry.outbound), content }
}

function settle(ctx: TxContext, post: store.DuePost, outcome: PostOutcome): void {
  const { connection_id, attempts } = post
  if ('posted' in outcome) {
    store.settlePosted(ctx, post, outcome.posted)
    connections.recordResult(ctx, connection_id, undefined)
    return
  }
  const { message, isFinal, isLocal, retryAfterMs } = outcome.failure
  const isOver = isFinal || attempts + 1 >= maxAttempts
  const backoffMs = Math.min(maxRetryMs, minRetryMs * 2 ** attempts)
  const delayMs = isOver ? undefined : (retryAfterMs ?? backoffMs)
  store.settleFailed(ctx, post, message, delayMs)
  if (retryAfterMs !== undefined) store.pause(ctx, connection_id, retryAfterMs)
  else if (!isLocal) connections.recordResult(ctx, connection_id, message)
}
