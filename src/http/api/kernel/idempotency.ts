import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import type { Operation } from '#contract/operation'
import { atRealTime, type TxContext } from '#platform/postgres/database'
import type { TextResponse } from './route.ts'

/**
 * Runs an operation at most once for each idempotency key. One transaction stores the response and the
 * changes of the operation. The function also stores rejections. It does not store server errors, so that the
 * client can retry.
 */
export async function idempotently(
  ctx: TxContext,
  { returnsSecret }: Operation,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (ctx: TxContext) => Promise<TextResponse>,
): Promise<TextResponse> {
  const { version } = request
  const fingerprint = requestFingerprint(request)
  // Idempotency keys expire by the real clock.
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
  ctx.enqueue('savepoint before_operation')
  const response = await run(ctx).catch(async (error: unknown): Promise<TextResponse> => {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await ctx.query('rollback to savepoint before_operation')
    request.apiError = error
    return { status: error.status, body: version.renderError(error) }
  })
  await apiKeys.saveResponse(realTimeCtx, key, fingerprint, {
    status: response.status,
    content_type: response.content_type ?? version.contentType,
    body: Buffer.from(response.body),
    isSecret: returnsSecret === true && response.status < 400,
  })
  return response
}

/** Returns the idempotency key of a request that writes. Throws an error if the key cannot be stored. */
export function idempotencyKey({ headers }: FastifyRequest): string | undefined {
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

/**
 * Computes the fingerprint of a request. The fingerprint also depends on the kind of caller, because the
 * response to a user can have other members than the response to a token.
 */
const requestFingerprint = ({ method, url, apiVersion, body, grant }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(`${method} ${url} ${apiVersion}${grant.user === undefined ? '' : ' user'}\n`)
    .update(Buffer.isBuffer(body) ? body : '')
    .digest()
