import { ApiError, type Sender } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as rowStore from '../bulk-send/row-store.ts'
import { emailApprovers, endRequests } from './approval-emails.ts'
import * as approvalStore from './approval-store.ts'
import { type Approval, type ApprovalState, approvalDays, savedRowTable } from './tables.ts'

const dayMs = 24 * 60 * 60 * 1000

/** An approval after a change, and whether this call changed it. */
export interface ApprovalChange {
  approval: Approval
  isNew: boolean
}

/** Submits a send for approval, and emails the approvers. A repeated call changes nothing. */
export async function submit(ctx: TxContext, id: string, sender: Sender): Promise<ApprovalChange> {
  const was = await lockOwn(ctx, id, sender)
  if (was.state === 'awaiting') return { approval: was, isNew: false }
  requireState(was, 'preparing')
  const gifts = await rowStore.count(ctx, savedRowTable, was.id)
  if (gifts === 0)
    throw new ApiError('invalid_transition', {
      message: 'This send has no valid row. Add a recipient, then submit it.',
    })
  const lifetimeMs = approvalDays * dayMs
  const approval: Approval = {
    ...was,
    state: 'awaiting',
    gifts,
    submitted_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + lifetimeMs),
    due_at: new Date(ctx.real_now.getTime() + lifetimeMs),
  }
  approvalStore.update(ctx, approval)
  await emailApprovers(ctx, approval)
  return { approval, isNew: true }
}

/** Withdraws a send that is not decided. Its sender can correct it, and send it as another one. */
export async function withdraw(
  ctx: TxContext,
  id: string,
  sender: Sender,
): Promise<ApprovalChange> {
  const was = await lockOwn(ctx, id, sender)
  if (was.state === 'withdrawn') return { approval: was, isNew: false }
  if (was.state !== 'preparing') requireState(was, 'awaiting')
  const approval: Approval = { ...was, state: 'withdrawn', ended_at: ctx.now, due_at: null }
  await endRequests(ctx, was, `${was.sender_name} has withdrawn this send.`)
  approvalStore.update(ctx, approval)
  return { approval, isNew: true }
}

async function lockOwn(ctx: TxContext, id: string, sender: Sender): Promise<Approval> {
  const approval = await lockApproval(ctx, id)
  if (approval.sender_id !== sender.id) throw new ApiError('not_found')
  return approval
}

/** Locks the approval of a send. Throws if the send needs none. */
export async function lockApproval(ctx: TxContext, id: string): Promise<Approval> {
  const approval = isId(id) ? await approvalStore.findForUpdate(ctx, id) : undefined
  if (approval === undefined) throw new ApiError('not_found')
  return approval
}

/** Throws a conflict that names what happened to the send. */
export function requireState(approval: Approval, state: ApprovalState): void {
  if (approval.state !== state)
    throw new ApiError('invalid_transition', { message: describeConflict(approval) })
}

function describeConflict({ state, sender_name, decided_by_name }: Approval): string {
  switch (state) {
    case 'preparing':
      return 'This send is not submitted for approval yet.'
    case 'awaiting':
      return 'This send awaits approval. Withdraw it to correct it.'
    case 'approved':
      return `${decided_by_name} has approved this send. Start another send for more gifts.`
    case 'rejected':
      return `${decided_by_name} has rejected this send.`
    case 'withdrawn':
      return `${sender_name} has withdrawn this send.`
    case 'expired':
      return `This send has expired: it was not decided within ${approvalDays} days.`
  }
}
