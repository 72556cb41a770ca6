import { ApiError, type FieldError, type Sender, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { type RowResult, sendBulk } from '../bulk-send/bulk-send.ts'
import { type EvaluatedRow, evaluateRows } from '../bulk-send/evaluate-rows.ts'
import { saveFailures } from '../bulk-send/failures.ts'
import * as rowStore from '../bulk-send/row-store.ts'
import type { BulkSendInput } from '../bulk-send/send-rows.ts'
import { lockForRows, startBulkSend } from '../bulk-send/start.ts'
import * as approvalStore from './approval-store.ts'
import { decryptContent, encryptContent } from './content.ts'
import { assertNoApprovalNeeded, findApprovalReasons } from './limits.ts'
import { requireState } from './submit.ts'
import {
  type Approval,
  approvalDays,
  maxApprovalRows,
  type SavedRow,
  savedRowTable,
} from './tables.ts'

/** A user who sends in the web app. */
export interface SendingUser {
  sender: Sender
  /** True if the rule for approvals applies to the user. Admins need no approval. */
  isRestricted: boolean
}

interface NewSend {
  draft_id: string
  name: string
  options: gifting.SendOptions
  /** The number of gifts that the sender wants to send. */
  gifts: number
  /** Requires an approval, whatever the rule of the account says. */
  needs_approval?: boolean
}

/** The result of one row. A saved row waits for approval. */
export type SubmittedRowResult = RowResult | { status: 'saved' }

/**
 * Starts a bulk send. If it requires approval, the rows are saved and not sent. Returns the id that the
 * first call with this draft received.
 */
export async function start(
  ctx: TxContext,
  { gifts, needs_approval = false, ...send }: NewSend,
  { sender, isRestricted }: SendingUser,
): Promise<{ id: string; isNew: boolean }> {
  const started = await startBulkSend(ctx, send, sender)
  if (!started.isNew) return started
  const { options } = send
  const needsOne =
    needs_approval ||
    (isRestricted && (await findApprovalReasons(ctx, { gifts, options }, sender)).length > 0)
  if (needsOne) await insertApproval(ctx, started.id, options, sender)
  return started
}

/**
 * Inserts an approval. Stores the team for which the user sends now, so that a later send for another team does not change
 * it. Reserves the photo or video of the sender until the content of the approval is
 * deleted, because the approval needs it.
 */
async function insertApproval(
  ctx: TxContext,
  id: string,
  options: gifting.SendOptions,
  sender: Sender,
): Promise<void> {
  if (options.greeting !== undefined)
    await greetings.reserve(ctx, options.greeting, 2 * approvalDays + 1)
  const { campaign } = await gifting.resolveOptions(ctx, options, sender)
  const team_id = campaign?.team?.id
  const content = {
    options: { ...options, ...(team_id !== undefined && { team_id }) },
    sender_email: sender.email,
  }
  approvalStore.insert(ctx, id, encryptContent(ctx, id, content))
}

/**
 * Sends rows. If their bulk send needs approval, saves them instead. Throws if a user who is not an admin
 * sends gifts that need an approval, and the bulk send has none.
 */
export async function sendRows(
  ctx: TxContext,
  options: gifting.SendOptions,
  rows: readonly BulkSendInput[],
  { sender, isRestricted }: SendingUser,
  bulk_send_id?: string,
): Promise<SubmittedRowResult[]> {
  const approval = await findApprovalFor(ctx, bulk_send_id, sender)
  if (approval !== undefined) return saveRows(ctx, approval, rows, sender)
  const results = await sendBulk(ctx, options, rows, sender, bulk_send_id)
  if (!isRestricted) return results
  const sent = results.flatMap((result) => (result.status === 'sent' ? [result.id] : []))
  const id = bulk_send_id ?? sent[0]
  if (id !== undefined)
    await assertNoApprovalNeeded(ctx, { id, gifts: sent.length, options }, sender, 'rows')
  return results
}

/** Locks the bulk send of the user, and its approval. All transactions lock the approval first. */
async function findApprovalFor(
  ctx: TxContext,
  bulk_send_id: string | undefined,
  sender: Sender,
): Promise<Approval | undefined> {
  if (bulk_send_id === undefined) return undefined
  const approval = isId(bulk_send_id)
    ? await approvalStore.findForUpdate(ctx, bulk_send_id)
    : undefined
  await lockForRows(ctx, bulk_send_id, sender)
  return approval
}

async function saveRows(
  ctx: TxContext,
  approval: Approval,
  rows: readonly BulkSendInput[],
  sender: Sender,
): Promise<SubmittedRowResult[]> {
  requireState(approval, 'preparing')
  const content = decryptContent(ctx, approval)
  if (content === undefined) throw new ApiError('not_found')
  const lined = withLines(rows)
  if ((await rowStore.count(ctx, savedRowTable, approval.id)) + rows.length > maxApprovalRows)
    throwIfAny([{ code: 'too_many', param: 'rows', message: `has more than ${maxApprovalRows}` }])
  const evaluated = await evaluateRows(ctx, content.options, lined, sender)
  const valid = lined.filter((_, at) => isValid(evaluated[at]))
  if (valid.length > 0)
    rowStore.save(
      ctx,
      savedRowTable,
      approval.id,
      valid.map((row) => ({ line: row.line, email: row.recipient.email, content: row })),
    )
  const isRejected = (row: EvaluatedRow) => row.previous === undefined && !isValid(row)
  await saveFailures(ctx, approval.id, evaluated.filter(isRejected))
  return evaluated.map(toResult)
}

const isValid = (row: EvaluatedRow | undefined): boolean =>
  row !== undefined && row.previous === undefined && row.problems.length === 0

function toResult({ previous, problems }: EvaluatedRow): SubmittedRowResult {
  if (previous === undefined)
    return problems.length === 0 ? { status: 'saved' } : { status: 'rejected', errors: problems }
  const { id, reference, created_at } = previous
  return { status: 'already_sent', id, reference, created_at }
}

/**
 * Adds the line to each row. The line identifies a saved row, so that a repeated request saves it only once.
 */
function withLines(rows: readonly BulkSendInput[]): SavedRow[] {
  const missing = rows.flatMap(({ line }, at): FieldError[] =>
    line === undefined
      ? [{ code: 'required', param: `rows.${at}.line`, message: 'is required for an approval' }]
      : [],
  )
  throwIfAny(missing)
  return rows.map((row) => ({ ...row, line: row.line ?? 0 }))
}
