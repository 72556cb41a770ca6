import * as audit from '#audit'
import { ApiError, type FieldError } from '#contract'
import { actingAs, type TxContext } from '#platform/postgres/database'
import { sendBulk } from '../bulk-send/bulk-send.ts'
import { saveFailures } from '../bulk-send/failures.ts'
import * as rowStore from '../bulk-send/row-store.ts'
import { emailResult, endRequests } from './approval-emails.ts'
import * as approvalStore from './approval-store.ts'
import { decryptContent, listSavedRows } from './content.ts'
import { isMember, toCurrentOptions, toSender } from './decide.ts'
import { type Approval, type SavedRow, savedRowTable } from './tables.ts'

const batchSize = 100

/**
 * Expires a send that awaits approval, or creates the next gifts of an approved send. The transaction that
 * creates gifts also deletes their rows, so that a crash loses no row and creates no gift twice. Returns the
 * number of processed rows; at least one if the approval changed.
 */
export async function processApproval(ctx: TxContext, id: string): Promise<number> {
  const approval = await approvalStore.lockDue(ctx, id)
  if (approval === undefined) return 0
  if (approval.state === 'awaiting') return expire(ctx, approval)
  const rows =
    approval.cancelled_at === null ? await listSavedRows(ctx, id, { limit: batchSize }) : []
  if (rows.length > 0) await createGifts(ctx, approval, rows)
  if (rows.length < batchSize) finish(ctx, approval)
  return Math.max(1, rows.length)
}

async function expire(ctx: TxContext, was: Approval): Promise<number> {
  const content = decryptContent(ctx, was)
  const approval: Approval = { ...was, state: 'expired', ended_at: ctx.now, due_at: null }
  await endRequests(ctx, was, 'This request has expired.')
  approvalStore.update(ctx, approval)
  if (content !== undefined && (await isMember(ctx, was.sender_id)))
    emailResult(ctx, approval, toSender(was, content))
  audit.recordEntry(actingAs(ctx, { kind: 'system' }), {
    action: 'bulk_send.expire',
    subject: { kind: 'bulk_send', id: was.id, name: was.name },
  })
  return 1
}

async function createGifts(ctx: TxContext, approval: Approval, rows: SavedRow[]): Promise<void> {
  const content = decryptContent(ctx, approval)
  if (content === undefined) throw new Error('an approved send with rows has no content')
  const options = toCurrentOptions(ctx, content.options)
  ctx.enqueue('savepoint before_batch')
  try {
    const results = await sendBulk(ctx, options, rows, toSender(approval, content), approval.id)
    for (const result of results)
      if (result.status === 'sent') recordCreation(ctx, approval, result)
  } catch (error) {
    // The error is about the whole list, for example a campaign that was archived after the approval.
    if (!(error instanceof ApiError)) throw error
    await ctx.query('rollback to savepoint before_batch')
    const problems = toFieldErrors(error)
    await saveFailures(
      ctx,
      approval.id,
      rows.map((row) => ({ row, problems })),
    )
  }
  rowStore.remove(
    ctx,
    savedRowTable,
    approval.id,
    rows.map(({ line }) => line),
  )
}

const toFieldErrors = ({ fieldErrors, code, message }: ApiError) =>
  fieldErrors.length > 0
    ? fieldErrors.map(({ code, param, message }: FieldError) => ({ code, param, message }))
    : [{ code, param: '', message }]

/**
 * Records the creation of a gift with its approver, because the approver caused it. The gift itself names its
 * sender.
 */
const recordCreation = (
  ctx: TxContext,
  { decided_by, decided_by_name }: Approval,
  gift: { id: string; reference: string },
): void =>
  audit.recordGiftChange(
    actingAs(ctx, {
      kind: 'user',
      ...(decided_by !== null && { id: decided_by }),
      ...(decided_by_name !== null && { name: decided_by_name }),
    }),
    'gift_request.send',
    gift,
  )

/** Deletes the data that an ended send no longer needs. A cancelled send still has rows. */
function finish(ctx: TxContext, approval: Approval): void {
  rowStore.remove(ctx, savedRowTable, approval.id, 'all')
  approvalStore.update(ctx, { ...approval, encrypted_content: null, due_at: null })
}
