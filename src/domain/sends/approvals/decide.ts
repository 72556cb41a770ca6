import * as accounts from '#accounts'
import { ApiError, type Sender, throwIfAny } from '#contract'
import type * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { evaluateRows } from '../bulk-send/evaluate-rows.ts'
import { findHiddenTexts } from '../bulk-send/row-fields.ts'
import { undoWindowMs } from '../bulk-send/start.ts'
import { emailApprovers, emailResult, endRequests } from './approval-emails.ts'
import * as approvalStore from './approval-store.ts'
import { decryptContent, listSavedRows } from './content.ts'
import { couldCostMore } from './limits.ts'
import { getApprovalRule } from './rule.ts'
import { lockApproval, requireState } from './submit.ts'
import { type Approval, type ApprovalContent, maxReasonLength } from './tables.ts'

/** The user who decides about a send. */
export type Approver = Pick<accounts.Member, 'id' | 'name' | 'permissions'>

const checkedRows = 100

/**
 * Approves a send. Above the limit of the rule, the first approval asks for a second one, by another person with the permission
 * `approvals:confirm`. With the last approval, the undo window of the send begins, and a loop creates its gifts after that. Of two concurrent
 * decisions, the second throws a conflict error that names the first. Throws the errors of the whole list,
 * such as an archived campaign.
 */
export async function approve(
  ctx: TxContext,
  id: string,
  approver: Approver,
  { isByLink = false } = {},
): Promise<Approval> {
  const { was, content } = await lockForDecision(ctx, id, approver)
  if (isByLink) throwIfAny(findHiddenTexts(content.options.email_message))
  const sender = toSender(was, content)
  if (!(await isMember(ctx, was.sender_id)))
    throw new ApiError('invalid_transition', {
      message: `${was.sender_name} is no longer a user of this account. Reject the send.`,
    })
  const rows = await listSavedRows(ctx, id, { limit: checkedRows })
  const options = toCurrentOptions(ctx, content.options)
  await evaluateRows(ctx, options, rows, sender)
  await endRequests(ctx, was, `${approver.name} has approved this send.`)
  if (was.first_approved_by === null && (await needsSecond(ctx, was, options, sender)))
    return askForSecond(ctx, was, approver)
  const approval = decided(ctx, was, 'approved', approver, null)
  approvalStore.update(ctx, { ...approval, due_at: ctx.real_now })
  approvalStore.setUndoUntil(ctx, id, new Date(ctx.now.getTime() + undoWindowMs))
  emailResult(ctx, approval, sender)
  return approval
}

async function needsSecond(
  ctx: TxContext,
  { gifts }: Approval,
  options: gifting.SendOptions,
  sender: Sender,
): Promise<boolean> {
  const { confirm_above } = await getApprovalRule(ctx)
  return confirm_above !== null && couldCostMore(ctx, confirm_above, { gifts, options }, sender)
}

async function askForSecond(ctx: TxContext, was: Approval, { id, name }: Approver) {
  const approval: Approval = { ...was, first_approved_by: id, first_approved_by_name: name }
  approvalStore.update(ctx, approval)
  await emailApprovers(ctx, approval)
  return approval
}

/** Rejects a send with a reason. The sender receives the reason by email. */
export async function reject(
  ctx: TxContext,
  id: string,
  reason: string,
  approver: Approver,
): Promise<Approval> {
  const text = parseReason(reason)
  const { was, content } = await lockForDecision(ctx, id, approver)
  const approval = decided(ctx, was, 'rejected', approver, text)
  await endRequests(ctx, was, `${approver.name} has rejected this send.`)
  approvalStore.update(ctx, approval)
  if (await isMember(ctx, was.sender_id)) emailResult(ctx, approval, toSender(was, content))
  return approval
}

/** Returns why a user may not decide about a send; undefined if the user may. */
export function whyNotDecide(
  { sender_id, first_approved_by }: Approval,
  approver: Approver,
): string | undefined {
  if (!accounts.can(approver, 'approvals:decide'))
    return 'This requires a role with the permission approvals:decide.'
  if (sender_id === approver.id)
    return 'You cannot decide about your own send. Another approver can, or you withdraw it and send it yourself.'
  if (first_approved_by === approver.id)
    return 'You have approved this send. It needs the approval of a second person.'
  if (first_approved_by !== null && !accounts.can(approver, 'approvals:confirm'))
    return 'This send needs a second approval, by a person with the permission approvals:confirm.'
  return undefined
}

/** Throws `forbidden` with the reason why a user may not decide about a send. */
export function assertMayDecide(approval: Approval, approver: Approver): void {
  const message = whyNotDecide(approval, approver)
  if (message !== undefined) throw new ApiError('forbidden', { message })
}

async function lockForDecision(ctx: TxContext, id: string, approver: Approver) {
  const was = await lockApproval(ctx, id)
  requireState(was, 'awaiting')
  assertMayDecide(was, approver)
  const content = decryptContent(ctx, was)
  if (content === undefined) throw new Error('a send that awaits approval has no content')
  return { was, content }
}

const decided = (
  { now }: TxContext,
  was: Approval,
  state: 'approved' | 'rejected',
  approver: Approver,
  reason: string | null,
): Approval => ({
  ...was,
  state,
  reason,
  ended_at: now,
  decided_by: approver.id,
  decided_by_name: approver.name,
  due_at: null,
})

function parseReason(text: string): string {
  const reason = text.trim()
  if (reason === '')
    throwIfAny([{ code: 'required', param: 'reason', message: 'is required: the sender gets it' }])
  if (reason.length > maxReasonLength)
    throwIfAny([
      { code: 'too_long', param: 'reason', message: `has more than ${maxReasonLength} characters` },
    ])
  return reason
}

/** Returns whether a user still belongs to the account, also a suspended one. */
export const isMember = async (ctx: TxContext, user_id: string): Promise<boolean> =>
  (await accounts.findMember(ctx, user_id)) !== undefined

export const toSender = (
  { sender_id, sender_name }: Approval,
  { sender_email }: ApprovalContent,
): Sender => ({ id: sender_id, name: sender_name, email: sender_email })

/**
 * Returns the options of a send with a valid time. If the time passed while the send awaited approval, the
 * gifts are sent immediately.
 */
export function toCurrentOptions(
  { now }: TxContext,
  options: gifting.SendOptions,
): gifting.SendOptions {
  const { send_at, ...rest } = options
  return send_at !== undefined && new Date(send_at) <= now ? rest : options
}
