import * as accounts from '#accounts'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { actingAs, isRetryable, type TxContext } from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import type { SendingUser } from '../approvals/save-rows.ts'
import * as actionStore from './bulk-action-store.ts'
import * as resultStore from './gift-result-store.ts'
import { type Reason, reasons, toReason, toRejection } from './reasons.ts'
import { recordAction } from './start.ts'
import type { BulkAction, GiftResult } from './tables.ts'
import * as userActions from './user-actions.ts'

/**
 * The number of gift requests in one transaction. A recipient whose gift request is locked waits for at most
 * this many.
 */
export const batchSize = 25

/**
 * An error of the service during the processing of one gift request. It rolls back the transaction of the
 * batch.
 */
class GiftFailure extends Error {
  readonly gift_request_id: string
  constructor(gift_request_id: string, cause: unknown) {
    super(`gift request ${gift_request_id} was not processed`, { cause })
    this.name = 'GiftFailure'
    this.gift_request_id = gift_request_id
  }
}

/**
 * Processes the next batch of an action. The results are saved in the transaction of the changes, so a crash
 * repeats nothing and loses nothing. Returns the number of processed gift requests; at least one if the
 * action changed.
 */
export async function processBulkAction(ctx: TxContext, id: string): Promise<number> {
  const action = await actionStore.lockDue(ctx, id)
  if (action === undefined) return 0
  const user = await findActingUser(ctx, action)
  if (user === undefined) {
    actionStore.end(ctx, id, { state: 'stopped', stop_reason: 'role', stopped_by_name: null })
    recordAction(ctx, 'bulk_action.stop', action, { reason: 'role' })
    return 1
  }
  const pending = await resultStore.nextPending(ctx, id, batchSize)
  const results: GiftResult[] = []
  const { id: user_id, name } = user.sender
  const userCtx = actingAs(ctx, { kind: 'user', id: user_id, name })
  for (const gift of pending) results.push(await processGift(userCtx, action, gift, user))
  await saveResults(ctx, id, results)
  if (pending.length < batchSize)
    actionStore.end(ctx, id, { state: 'finished', stop_reason: null, stopped_by_name: null })
  return Math.max(1, pending.length)
}

/**
 * Finds the user who started the action, with the user's current role. Returns undefined if the user is suspended, or the role
 * cannot change gifts.
 */
async function findActingUser(
  ctx: TxContext,
  { requested_by }: BulkAction,
): Promise<SendingUser | undefined> {
  const member = await accounts.findMember(ctx, requested_by)
  if (member?.suspended_at !== null || !accounts.can(member, 'gift_requests:write'))
    return undefined
  const { id, name, email, role } = member
  return { sender: { id, name, email }, isRestricted: role !== 'admin' }
}

async function saveResults(
  ctx: TxContext,
  id: string,
  results: readonly GiftResult[],
): Promise<void> {
  await resultStore.save(ctx, id, results)
  const done = results.filter(({ result }) => result === 'done').length
  actionStore.addResults(ctx, id, { done, rejected: results.length - done })
}

/**
 * Processes one gift request of an action. A savepoint limits its changes, so that a rejected gift request
 * does not affect the others.
 */
async function processGift(
  ctx: TxContext,
  action: BulkAction,
  gift: resultStore.PendingGift,
  user: SendingUser,
): Promise<GiftResult> {
  const { gift_request_id: id } = gift
  ctx.enqueue('savepoint before_gift')
  try {
    const result = await perform(ctx, action, gift, user)
    // The release of the savepoint also sends those statements of the gift request that the code does not
    // wait for, so that their errors belong to this gift request.
    await ctx.query('release savepoint before_gift')
    return result
  } catch (error) {
    if (isRetryable(error) || isDatabaseDown(error)) throw error
    if (!(error instanceof ApiError)) throw new GiftFailure(id, error)
    await ctx.query('rollback to savepoint before_gift')
    return toRejection(id, await toReason(ctx, action.kind, id, error))
  }
}

async function perform(
  ctx: TxContext,
  { kind, days }: BulkAction,
  { gift_request_id: id, expires_before, expires_after }: resultStore.PendingGift,
  user: SendingUser,
): Promise<GiftResult> {
  switch (kind) {
    case 'remind':
      return toResult(id, await userActions.remind(ctx, id))
    case 'cancel':
      return toResult(id, await userActions.cancel(ctx, user, id))
    case 'send_again': {
      const sent = await userActions.sendAgain(ctx, user, id, {})
      return sent?.isNew === false ? toRejection(id, reasons.sent_again) : toResult(id, sent)
    }
    case 'extend':
      return toExtended(id, await userActions.changeExpiry(ctx, id, { days: days ?? 0 }))
    case 'restore_expiry':
      return restoreExpiry(ctx, id, { expires_before, expires_after })
  }
}

/** Restores the previous expiry, unless the expiry changed after the extension. */
async function restoreExpiry(
  ctx: TxContext,
  id: string,
  { expires_before, expires_after }: Pick<GiftResult, 'expires_before' | 'expires_after'>,
): Promise<GiftResult> {
  if (expires_after === null) throw new Error('an undo has no expiry to restore')
  const gift = await gifting.lockGift(ctx, id)
  if (gift !== undefined && gift.expires_at.getTime() !== expires_before?.getTime())
    return toRejection(id, reasons.expiry_changed)
  return toExtended(id, await userActions.changeExpiry(ctx, id, { at: expires_after }))
}

const toResult = (gift_request_id: string, changed: object | undefined): GiftResult =>
  changed === undefined ? toRejection(gift_request_id, reasons.not_found) : toDone(gift_request_id)

const toDone = (gift_request_id: string): GiftResult => ({
  ...{ gift_request_id, result: 'done', reason_code: null, reason: null },
  ...{ expires_before: null, expires_after: null },
})

const toExtended = (
  id: string,
  changed: Awaited<ReturnType<typeof userActions.changeExpiry>>,
): GiftResult =>
  changed === undefined
    ? toRejection(id, reasons.not_found)
    : {
        ...toDone(id),
        expires_before: changed.before.expires_at,
        expires_after: changed.after.expires_at,
      }

/**
 * Recovers an action whose batch was rolled back. Rejects a gift request that failed, so that it does not
 * block the others. After any other error, postpones the batch. Returns the number of processed gift
 * requests.
 */
export async function recoverBatch(ctx: TxContext, id: string, error: unknown): Promise<number> {
  if (!(error instanceof GiftFailure)) {
    await actionStore.postpone(ctx, id)
    return 0
  }
  if ((await actionStore.findForUpdate(ctx, id))?.state !== 'running') return 0
  const failed: Reason = reasons.internal_error
  const saved = await resultStore.save(ctx, id, [toRejection(error.gift_request_id, failed)])
  actionStore.addResults(ctx, id, { done: 0, rejected: saved })
  return saved
}
