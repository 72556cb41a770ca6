import { recordGiftChange } from '#audit'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as recordStore from '../bulk-send/bulk-send-record-store.ts'
import { saveFailures } from '../bulk-send/failures.ts'
import * as rowStore from '../bulk-send/row-store.ts'
import { endRequests } from './approval-emails.ts'
import * as approvalStore from './approval-store.ts'
import { listSavedRows } from './content.ts'
import { type Approval, maxApprovalRows, type SavedRow, savedRowTable } from './tables.ts'

/** Returns why a recipient gets nothing, as a fragment that follows 'The recipient'; undefined: the recipient stays. */
type FindReason = (email: string) => string | undefined

/**
 * Leaves recipients out of a send as long as their gifts are not sent: rows that wait for approval become failures with the
 * reason, and unsent gifts are cancelled. A send that waits for approval and has no one left is withdrawn. Returns the
 * addresses that were left out.
 */
export async function leaveOut(
  ctx: TxContext,
  bulk_send_id: string,
  findReason: FindReason,
): Promise<string[]> {
  const approval = await approvalStore.findForUpdate(ctx, bulk_send_id)
  const rows =
    approval?.state === 'awaiting' || approval?.state === 'approved'
      ? await removeRows(ctx, approval, findReason)
      : []
  const gifts = await cancelGifts(ctx, bulk_send_id, findReason)
  return [...rows.map(({ recipient }) => recipient.email), ...gifts.map(({ email }) => email)]
}

async function removeRows(
  ctx: TxContext,
  approval: Approval,
  findReason: FindReason,
): Promise<SavedRow[]> {
  const rows = await listSavedRows(ctx, approval.id, { limit: maxApprovalRows })
  const failed = rows.flatMap((row) => {
    const reason = findReason(row.recipient.email)
    const problem = { code: 'not_allowed', param: 'recipient', message: reason ?? '' } as const
    return reason === undefined ? [] : [{ row, problems: [problem] }]
  })
  if (failed.length === 0) return []
  const removed = failed.map(({ row }) => row)
  await saveFailures(ctx, approval.id, failed)
  const lines = removed.map(({ line }) => line)
  rowStore.remove(ctx, savedRowTable, approval.id, lines)
  if (approval.state === 'awaiting') await shrink(ctx, approval, rows.length - removed.length)
  return removed
}

async function shrink(ctx: TxContext, was: Approval, gifts: number): Promise<void> {
  if (gifts > 0) return approvalStore.update(ctx, { ...was, gifts })
  await endRequests(ctx, was, 'All recipients of this send have left, so that it was withdrawn.')
  approvalStore.update(ctx, { ...was, state: 'withdrawn', ended_at: ctx.now, due_at: null })
}

async function cancelGifts(
  ctx: TxContext,
  bulk_send_id: string,
  findReason: FindReason,
): Promise<gifting.Gift[]> {
  const unsent = ['created', 'scheduled'] as const
  const found = await recordStore.lockGiftsIn(ctx, bulk_send_id, unsent, maxApprovalRows)
  const left = found.flatMap((gift) => {
    const reason = findReason(gift.email)
    return reason === undefined ? [] : [{ gift, cause: `its recipient ${reason}` }]
  })
  const gifts = left.map(({ gift }) => gift)
  recordStore.releaseRows(
    ctx,
    gifts.map(({ id }) => id),
  )
  gifting.transitionAll(
    ctx,
    left.map(({ gift, cause }) => [gift, { to: 'cancelled', cause }]),
  )
  for (const gift of gifts) recordGiftChange(ctx, 'gift_request.cancel', gift)
  return gifts
}
