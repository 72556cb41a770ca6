import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountNow } from '#accounts'
import { acceptsIdempotencyKey, type Operation } from '#contract/operation'
import { createStopwatch, type Stopwatch } from '#platform/lib/request-cost'
import {
  type Database,
  inTransaction,
  isRetryable,
  readTransaction,
  type TxContext,
  violatedConstraint,
} from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import { idempotencyKey, idempotently } from './idempotency.ts'
import type { TextResponse } from './route.ts'
import { sendResponse } from './send.ts'

/** The part of an operation that runs in the transaction. */
export type Run = (ctx: TxContext) => Promise<TextResponse>

/**
 * Prepares an operation, runs it in one transaction of the caller's account, charges its cost, and sends the
 * response.
 */
export async function runAndSend(
  db: Database,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  prepare: () => Run | Promise<Run>,
): Promise<FastifyReply> {
  const key = acceptsIdempotencyKey(operation) ? idempotencyKey(request) : undefined
  const stopwatch = createStopwatch()
  const response = await withRetries(async () => {
    const run = await prepare()
    if (key === undefined) return runInTransaction(db, operation, request, run, stopwatch)
    const runOnce = (ctx: TxContext) => idempotently(ctx, operation, key, request, reply, run)
    return runInTransaction(db, operation, request, runOnce, stopwatch)
  })
  await request.chargeCost({ bytes: Buffer.byteLength(response.body), ms: stopwatch.ms() })
  return sendResponse(db, request, reply, response)
}

/**
 * Runs an operation in a transaction of its account. The stopwatch measures only the reads that a replica can
 * answer.
 */
function runInTransaction(
  db: Database,
  operation: Operation,
  request: FastifyRequest,
  run: Run,
  stopwatch: Stopwatch,
): Promise<TextResponse> {
  const { account_id, actor } = request.grant
  const now = accountNow(db, request.grant)
  if (operation.method !== 'GET') return inTransaction(db, account_id, run, now, actor)
  return isForReplica(operation)
    ? readFromReplica(db, account_id, stopwatch.measure(run), now)
    : readTransaction(db, account_id, run, now)
}

/**
 * Returns whether a replica can answer an operation. This is the case if the operation reads a list or a
 * report. The path of a list or a report does not end with an id.
 */
const isForReplica = ({ path, readsPrimary }: Operation): boolean =>
  !path.endsWith('}') && readsPrimary !== true

/**
 * The constraints whose violation is worth a retry. Concurrent requests can violate them: both use the same
 * reference, or both create the same contact. A retry succeeds, also after a deadlock.
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
