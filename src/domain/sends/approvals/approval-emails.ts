import type { NamedAddress } from '#email'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import type { Approval } from './tables.ts'

const sendUrl = ({ deployment }: TxContext, { id }: Approval): string =>
  `${deployment.origin}/sends/${id}`

/** Asks the admins of the account to decide about a send. */
export const emailAdmins = (
  ctx: TxContext,
  approval: Approval,
  sender: NamedAddress,
): Promise<void> =>
  mail.enqueueForAdmins(
    ctx,
    {
      kind: 'approval_request',
      data: {
        requester: sender.name,
        name: approval.name,
        count: approval.gifts,
        expires_at: approval.expires_at?.toISOString() ?? '',
        web_url: sendUrl(ctx, approval),
      },
    },
    sender.email,
  )

/** Emails the sender whether the send was approved, rejected, or expired. */
export function emailResult(ctx: TxContext, approval: Approval, sender: NamedAddress): void {
  const { state, name, decided_by_name, reason } = approval
  if (state !== 'approved' && state !== 'rejected' && state !== 'expired') return
  mail.enqueue(ctx, {
    account_id: ctx.account_id,
    to: { name: sender.name, email: sender.email },
    kind: 'approval_result',
    data: {
      result: state,
      approver: decided_by_name ?? '',
      name,
      reason,
      web_url: sendUrl(ctx, approval),
    },
  })
}
