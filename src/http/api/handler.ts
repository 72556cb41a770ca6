import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import { createStopwatch } from '#platform/lib/request-cost'
import {
  atRealTime,
  type Database,
  inTransaction,
  isRetryable,
  readTransaction,
  type TxContext,
  violatedConstraint,
} from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import { actorOf } from './actor.ts'
import { sendWithEtag } from './etag.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a list that a replica cannot answer. */
    readsPrimary?: boolean
  }
  interface FastifyRequest {
    /** The id of the resource that the request created; undefined for a batch. */
    createdId?: string | undefined
  }
}

/** The response of a route: its status and the exact text of its body. */
export interface ApiResponse {
  status: number
  body: string
  content_type?: string
  /** Whether the body contains a secret, so that the stored response of an Idempotency-Key is encrypted. */
  isSecret?: true
}

/** Runs a route in one transaction of the caller's account and sends its response. */
export interface Handle {
  (
    request: FastifyRequest,
    reply: FastifyReply,
    route: (ctx: TxContext) => Promise<ApiResponse>,
  ): Promise<FastifyReply>
  /** For a route that reads data before its transaction begins. Each retry prefetches again. */
  withPrefetch<Prefetched>(
    request: FastifyRequest,
    reply: FastifyReply,
    prefetch: () => Promise<Prefetched>,
    route: (ctx: TxContext, prefetched: Prefetched) => Promise<ApiResponse>,
  ): Promise<FastifyReply>
  /** For a route that is a single read; opens no transaction. */
  withoutTransaction(
    request: FastifyRequest,
    reply: FastifyReply,
    route: (db: Database) => Promise<ApiResponse>,
  ): Promise<FastifyReply>
}

export function createHandler(db: Database): Handle {
  async function withPrefetch<Prefetched>(
    request: FastifyRequest,
    reply: FastifyReply,
    prefetch: () => Promise<Prefetched>,
    route: (ctx: TxContext, prefetched: Prefetched) => Promise<ApiResponse>,
  ): Promise<FastifyReply> {
    const writes = request.method !== 'GET' && request.method !== 'HEAD'
    const key = writes ? idempotencyKey(request) : undefined
    const stopwatch = createStopwatch()
    const response = await withRetries(async () => {
      const prefetched = await prefetch()
      const run = (ctx: TxContext) => route(ctx, prefetched)
      if (!writes && isForReplica(request))
        return readFromReplica(
          db,
          request.caller.account_id,
          stopwatch.measure(run),
          accountNow(db, request.caller),
        )
      const { account_id } = request.caller
      const now = accountNow(db, request.caller)
      if (!writes) return readTransaction(db, account_id, run, now)
      const runOnce =
        key === undefined ? run : (ctx: TxContext) => idempotently(ctx, key, request, reply, run)
      return inTransaction(db, account_id, runOnce, now, actorOf(request))
    })
    await request.chargeCost({ bytes: Buffer.byteLength(response.body), ms: stopwatch.ms() })
    return sendResponse(db, request, reply, response)
  }
  return Object.assign(
    (...[request, reply, route]: Parameters<Handle>) =>
      withPrefetch(request, reply, noPrefetch, route),
    {
      withPrefetch,
      withoutTransaction: async (
        ...[request, reply, route]: Parameters<Handle['withoutTransaction']>
      ) => sendResponse(db, request, reply, await route(db)),
    },
  )
}

const noPrefetch = async () => {}

/** Whether a replica can answer: the request reads a list or a report, whose path does not end with an id. */
const isForReplica = ({ routeOptions }: FastifyRequest): boolean =>
  !/\/:\w+$/.test(routeOptions.url ?? '') && routeOptions.config.readsPrimary !== true

/**
 * Replaces the default serializer, which adds a charset to texts: JSON:API forbids the parameter and JSON does not
 * define it. A text body is sent in one packet with the headers.
 */
function sendResponse(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  response: ApiResponse,
) {
  const { version } = request
  reply.header('content-type', response.content_type ?? version.contentType).serializer(passThrough)
  if (request.method === 'GET' || request.method === 'HEAD')
    return sendWithEtag(request, reply, response)
  if (response.status === 201) {
    request.createdId = parseResourceId(response.body)
    const [path = ''] = request.url.split('?', 1)
    reply.headers(version.createdHeaders?.(db.deployment.origin + path, response.body) ?? {})
  }
  return reply.code(response.status).send(response.body)
}

const passThrough = (text: string) => text

/** Extracts the id of a single resource. In every version the id comes first, after the type in JSON:API. */
const parseResourceId = (body: string): string | undefined =>
  /^\{(?:"data":\{(?:"type":"[a-z_]{1,40}",)?)?"id":"([0-9a-f-]{36})"/.exec(body)?.[1]

/** Returns the account's time. The test clock of a staging account may be ahead of real time. */
const accountNow = (db: Database, { clock_offset_ms }: apiKeys.Caller) =>
  new Date(db.clock().getTime() + clock_offset_ms)

/**
 * Unique violations caused by races (duplicate reference, concurrently created contact) and deadlocks succeed on retry.
 */
const retryableConstraints = [
  'gift_request_reference_key',
  'gift_request_account_id_contact_id_fkey',
]

async function withRetries<T>(run: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const canRetry =
      isRetryable(error) || retryableConstraints.includes(violatedConstraint(error) ?? '')
    if (attempts <= 1 || !canRetry) throw error
    return withRetries(run, attempts - 1)
  }
}

/**
 * Runs a route at most once for each idempotency key. The response is stored in the same transaction as the changes of
 * the route. Rejections are stored too; server errors are not, so that the client can retry.
 */
async function idempotently(
  ctx: TxContext,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  route: (ctx: TxContext) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { version } = request
  const fingerprint = requestFingerprint(request)
  // idempotency keys expire by the real clock
  const realTimeCtx = atRealTime(ctx)
  const stored = await apiKeys.findReplay(realTimeCtx, key, fingerprint)
  if (stored !== undefined) {
    reply.header('idempotent-replayed', 'true')
    return {
      status: stored.status,
      content_type: stored.content_type,
      body: stored.body.toString(),
    }
  }
  ctx.enqueue('savepoint before_route')
  const response = await route(ctx).catch(async (error: unknown): Promise<ApiResponse> => {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await ctx.query('rollback to savepoint before_route')
    request.apiError = error
    return { status: error.status, body: version.renderError(error) }
  })
  await apiKeys.saveResponse(realTimeCtx, key, fingerprint, {
    status: response.status,
    content_type: response.content_type ?? version.contentType,
    body: Buffer.from(response.body),
    isSecret: response.isSecret === true,
  })
  return response
}

function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new ApiError('invalid_format', {
    fieldErrors: [
      {
        code: 'invalid_format',
        param: 'Idempotency-Key',
        message: 'must be 1 to 255 visible ASCII characters',
      },
    ],
    status: 400,
  })
}

const requestFingerprint = ({ method, url, apiVersion, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(`${method} ${url} ${apiVersion}\n`)
    .update(Buffer.isBuffer(body) ? body : '')
    .digest()
