import * as accounts from '#accounts'
import * as chatApps from '#chat-apps'
import type { NamedAddress } from '#email'
import type { TxContext } from '#platform/postgres/database'
import * as linkStore from './approval-link-store.ts'
import { createLink } from './links.ts'
import { getApprovalRule } from './rule.ts'
import type { Approval } from './tables.ts'

const sendUrl = (ctx: TxContext, { id }: Approval): string => accounts.pageUrl(ctx, `/sends/${id}`)

/** Asks everyone who may give the next approval to decide about a send. */
export async function emailApprovers(ctx: TxContext, approval: Approval): Promise<void> {
  const { sender_id, first_approved_by } = approval
  const { decide_by_mail } = await getApprovalRule(ctx)
  const needed = first_approved_by === null ? 'approvals:decide' : 'approvals:confirm'
  const data = {
    requester: approval.sender_name,
    name: approval.name,
    count: approval.gifts,
    expires_at: approval.expires_at?.toISOString() ?? '',
    web_url: sendUrl(ctx, approval),
  }
  for (const member of await accounts.listMembers(ctx)) {
    const { id, name, email } = member
    if (id === sender_id || id === first_approved_by || !accounts.can(member, needed)) continue
    const decide_url = decide_by_mail ? createLink(ctx, approval.id, id) : null
    const { account_id } = ctx
    chatApps.enqueueWithEmail(
      ctx,
      { account_id, to: { name, email }, kind: 'approval_request', data: { ...data, decide_url } },
      {
        key: `${needed} ${approval.id} ${id}`,
        subject_id: approval.id,
        buttons: [
          { action: 'approve', value: approval.id, label: 'Approve', isPrimary: true },
          { action: 'reject', value: approval.id, label: 'Reject' },
        ],
      },
    )
  }
}

/** Ends the links of approvers, and takes the buttons from their posts: the request has ended, as the text says. */
export async function endRequests(ctx: TxContext, approval: Approval, text: string): Promise<void> {
  linkStore.removeAll(ctx, approval.id)
  await chatApps.closePosts(ctx, approval.id, {
    title: approval.name,
    lines: [text],
    link: { label: 'Open the send', url: sendUrl(ctx, approval) },
  })
}

/** Emails the sender whether the send was approved, rejected, or expired. */
export function emailResult(ctx: TxContext, approval: Approval, sender: NamedAddress): void {
  const { state, name, decided_by_name, reason } = approval
  if (state !== 'approved' && state !== 'rejected' && state !== 'expired') return
  const { account_id } = ctx
  const to = { name: sender.name, email: sender.email }
  const web_url = sendUrl(ctx, approval)
  const data = { result: state, approver: decided_by_name ?? '', name, reason, web_url }
  chatApps.enqueueWithEmail(
    ctx,
    { account_id, to, kind: 'approval_result', data },
    { key: `approval_result ${approval.id}`, subject_id: approval.id },
  )
}
