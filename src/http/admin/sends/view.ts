import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'

export async function requireBulkSend(ctx: TxContext, id: string): Promise<sends.ListedBulkSend> {
  const bulkSend = await sends.find(ctx, id)
  if (bulkSend === undefined) throw new ApiError('not_found')
  return bulkSend
}

export function toView({ now }: TxContext, bulkSend: sends.ListedBulkSend) {
  const { campaign_id, campaign_name, sender_id, sender_name, undo_until, approval, ...members } =
    bulkSend
  const canUndo =
    members.cancelled_at === null && (approval === null || approval.state === 'approved')
  const undoMs = canUndo ? undo_until.getTime() - now.getTime() : 0
  return {
    ...members,
    approval: approval && {
      ...approval,
      submitted_at: toDate(approval.submitted_at),
      expires_at: toDate(approval.expires_at),
      ended_at: toDate(approval.ended_at),
    },
    campaign: campaign_id === null ? null : { id: campaign_id, name: campaign_name ?? '' },
    sender: { id: sender_id, name: sender_name },
    undo_seconds: Math.max(0, Math.floor(undoMs / 1000)),
  }
}

/** Returns the content of a send that needs approval, without its recipients. */
export const toApprovalView = ({
  options,
  message,
  items,
  estimate,
  check,
}: sends.ApprovalDetail) => ({
  items,
  estimate,
  message: message ?? null,
  send_at: toDate(options.send_at),
  check: {
    ...check,
    problems: check.problems.map(({ code, param, message }) => ({ code, param, message })),
  },
})

/** Converts a time to a date. Queries that return JSON, and options of sends, have times as text. */
export const toDate = (text: string | null | undefined): Date | null =>
  text == null ? null : new Date(text)
