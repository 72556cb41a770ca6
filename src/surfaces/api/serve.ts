import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as access from '#access'
import { ApiError } from '#contract'
import {
  type Database,
  inTransaction,
  isRetryable,
  readTransaction,
  type TxContext,
  violatedConstraint,
} from '#platform/postgres'
import { sendUnlessKnown } from './etag.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the resource that the request created; undefined for a batch. */
    createdId?: string | undefined
  }
}

/** What a route answers: status, and the exact text of the body. */
export interface Answer {
  status: number
  body: string
  content_type?: string
}

/** Runs a route in one transaction of the caller's account, and sends what it answers. */
export interface Serve {
  (
    request: FastifyRequest,
    reply: FastifyReply,
    route: (ctx: TxContext) => Promise<Answer>,
  ): Promise<FastifyReply>
  /** For a route that looks something up before its transaction begins, anew for each try. */
  after<Ahead>(
    request: FastifyRequest,
    reply: FastifyReply,
    look: () => Promise<Ahead>,
    route: (ctx: TxContext, ahead: Ahead) => Promise<Answer>,
  ): Promise<FastifyReply>
  /** For a route that is a single read: it opens no transaction. */
  alone(
    request: FastifyRequest,
    reply: FastifyReply,
    route: (db: Database) => Promise<Answer>,
  ): Promise<FastifyReply>
}

export function serveFrom(db: Database): Serve {
  async function after<Ahead>(
    request: FastifyRequest,
    reply: FastifyReply,
    look: () => Promise<Ahead>,
    route: (ctx: TxContext, ahead: Ahead) => Promise<Answer>,
  ): Promise<FastifyReply> {
    const writes = request.method === 'POST'
    const key = writes ? idempotencyKey(request) : undefined
    const answer = await again(async () => {
      const ahead = await look()
      const run = (ctx: TxContext) => route(ctx, ahead)
      return (writes ? inTransaction : readTransaction)(
        db,
        request.caller.account_id,
        key === undefined ? run : (ctx) => once(ctx, key, request, reply, run),
        momentOf(db, request.caller),
      )
    })
    return send(db, request, reply, answer)
  }
  return Object.assign(
    (...[request, reply, route]: Parameters<Serve>) => after(request, reply, nothing, route),
    {
      after,
      alone: async (...[request, reply, route]: Parameters<Serve['alone']>) =>
        send(db, request, reply, await route(db)),
    },
  )
}

const nothing = async () => {}

/**
 * Through a serializer of our own: without one a text is given a charset, which JSON:API forbids and JSON does
 * not have. As a text it leaves in one piece with its head.
 */
function send(db: Database, request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const { version } = request
  reply.header('content-type', answer.content_type ?? version.contentType).serializer(asItIs)
  if (request.method !== 'POST') return sendUnlessKnown(request, reply, answer)
  if (answer.status === 201) {
    request.createdId = idIn(answer.body)
    const [path = ''] = request.url.split('?', 1)
    reply.headers(version.createdHeaders?.(db.deployment.origin + path, answer.body) ?? {})
  }
  return reply.code(answer.status).send(answer.body)
}

const asItIs = (text: string) => text

/** In each version the id of a single resource comes first, after its type in JSON:API. */
const idIn = (body: string): string | undefined =>
  /^\{(?:"data":\{(?:"type":"[a-z_]{1,40}",)?)?"id":"([0-9a-f-]{36})"/.exec(body)?.[1]

/** A staging account's clock may run ahead of ours. */
const momentOf = (db: Database, { clock_ahead_ms }: access.Caller) =>
  new Date(db.clock().getTime() + clock_ahead_ms)

/** Two that drew the same number, met the same person, or stood in each other's way: both get through the next time. */
const chances = ['gift_request_reference_key', 'gift_request_account_id_contact_id_fkey']

async function again<T>(run: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isChance = isRetryable(error) || chances.includes(violatedConstraint(error) ?? '')
    if (tries <= 1 || !isChance) throw error
    return again(run, tries - 1)
  }
}

/**
 * Runs a route at most once for each key: the answer is kept in the same transaction as what the
 * route did. A refusal is kept too; a failure of ours is not, so that it can be sent again.
 */
async function once(
  ctx: TxContext,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  route: (ctx: TxContext) => Promise<Answer>,
): Promise<Answer> {
  const { version } = request
  const fingerprint = fingerprintOf(request)
  const ours = { ...ctx, now: new Date(ctx.now.getTime() - request.caller.clock_ahead_ms) } // a key is kept for a real day
  const kept = await access.findReplay(ours, key, fingerprint)
  if (kept !== undefined) {
    reply.header('idempotent-replayed', 'true')
    return { status: kept.status, content_type: kept.content_type, body: kept.body.toString() }
  }
  ctx.enqueue('savepoint before_route')
  const answer = await route(ctx).catch(async (error: unknown): Promise<Answer> => {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await ctx.query('rollback to savepoint before_route')
    request.refusal = error
    return { status: error.status, body: version.renderError(error) }
  })
  await access.saveResponse(ours, key, fingerprint, {
    status: answer.status,
    content_type: answer.content_type ?? version.contentType,
    body: Buffer.from(answer.body),
  })
  return answer
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

const fingerprintOf = ({ method, url, apiVersion, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(`${method} ${url} ${apiVersion}\n`)
    .update(Buffer.isBuffer(body) ? body : '')
    .digest()
