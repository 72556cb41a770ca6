import * as audit from '#audit'
import { orNotFound } from '#contract'
import * as sends from '#sends'
import {
  type ActionContext,
  type ActionResult,
  fieldOf,
  inChat,
  plain,
  subjectOf,
} from './action.ts'

/** Approves a send, as the web app does. Of two decisions, the second is answered with the first. */
export async function approve({
  ctx,
  member,
  event,
  source,
}: ActionContext): Promise<ActionResult> {
  const approval = await sends.approve(ctx, subjectOf(event), member)
  const isLast = approval.state === 'approved'
  const action = isLast ? 'bulk_send.approve' : 'bulk_send.approve_first'
  record({ ctx, source }, action, approval, { after: { gifts: approval.gifts } })
  return {
    answer: plain(
      isLast
        ? `You have approved “${approval.name}”.`
        : `You have approved “${approval.name}”. It now needs the approval of a second person.`,
    ),
  }
}

/** Asks for the reason, because the sender gets it. */
export async function showReasonForm({ ctx, member, event }: ActionContext): Promise<ActionResult> {
  const approval = orNotFound(await sends.findApproval(ctx, subjectOf(event)))
  sends.assertMayDecide(approval, member)
  return {
    form: {
      ...{ action: 'reject', value: approval.id, title: 'Reject a send', submit: 'Reject' },
      fields: [
        { name: 'reason', label: 'Reason, which the sender reads', kind: 'text', maxLength: 500 },
      ],
    },
  }
}

export async function reject({ ctx, member, event, source }: ActionContext): Promise<ActionResult> {
  const approval = await sends.reject(ctx, subjectOf(event), fieldOf(event, 'reason'), member)
  record({ ctx, source }, 'bulk_send.reject', approval)
  return { answer: plain(`You have rejected “${approval.name}”.`) }
}

const record = (
  { ctx, source }: Pick<ActionContext, 'ctx' | 'source'>,
  action: string,
  { id, name }: sends.Approval,
  details: object = {},
): void =>
  audit.recordEntry(ctx, {
    action,
    subject: { kind: 'bulk_send', id, name },
    details: { ...details, ...inChat(source) },
  })
