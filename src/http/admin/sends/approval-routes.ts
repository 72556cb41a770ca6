import { ApiError } from '#contract'
import { toApprover, toSender } from '#http/api'
import * as sends from '#sends'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './approval-contract.ts'
import { requireBulkSend, toApprovalView, toDate, toView } from './view.ts'

/** The routes of sends that need approval. They show the content, and take the decision. */
export const sendApprovalRoutes = [
  handle(contract.readSendApproval, async ({ ctx, member, params }) => {
    const detail = await sends.describeApproval(ctx, params.id)
    if (detail === undefined) throw new ApiError('not_found')
    const { approval, options, rows } = detail
    return {
      ...toApprovalView(detail),
      gift_expires_at: toDate(options.expires_at),
      greeting: options.greeting ?? null,
      recipients: rows.map(({ line, recipient, shipping_address, item, fields = {} }) => ({
        line,
        name: `${recipient.first_name} ${recipient.last_name}`.trim(),
        email: recipient.email,
        country: shipping_address?.country ?? null,
        item: item ?? null,
        fields,
      })),
      can_decide:
        approval.state === 'awaiting' &&
        sends.whyNotDecide(approval, toApprover(member)) === undefined,
    }
  }),

  handle(contract.readSendContent, async ({ ctx, member, params }) => {
    const content = await sends.readSendContent(ctx, params.id, member.user_id)
    if (content === undefined) throw new ApiError('not_found')
    return content as contract.SendContent
  }),

  handle(contract.submitSend, async (context) => {
    const { ctx, member, params } = context
    const { approval, isNew } = await sends.submit(ctx, params.id, toSender(member))
    const details = { after: { gifts: approval.gifts } }
    if (isNew) audit(context, 'bulk_send.submit', approval.id, approval.name, details)
    return toView(ctx, await requireBulkSend(ctx, params.id))
  }),

  handle(contract.withdrawSend, async (context) => {
    const { ctx, member, params } = context
    const { approval, isNew } = await sends.withdraw(ctx, params.id, toSender(member))
    if (isNew) audit(context, 'bulk_send.withdraw', approval.id, approval.name)
    return toView(ctx, await requireBulkSend(ctx, params.id))
  }),

  handle(contract.approveSend, async (context) => {
    const { ctx, member, params } = context
    const approval = await sends.approve(ctx, params.id, toApprover(member))
    const details = { after: { gifts: approval.gifts } }
    const action = approval.state === 'approved' ? 'bulk_send.approve' : 'bulk_send.approve_first'
    audit(context, action, approval.id, approval.name, details)
    return toView(ctx, await requireBulkSend(ctx, params.id))
  }),

  handle(contract.rejectSend, async (context) => {
    const { ctx, member, params, body } = context
    const approval = await sends.reject(ctx, params.id, body.reason, toApprover(member))
    // The entry omits the reason. A reason can contain names that a recipient can have erased, and the audit
    // log must not contain them.
    audit(context, 'bulk_send.reject', approval.id, approval.name)
    return toView(ctx, await requireBulkSend(ctx, params.id))
  }),
]
