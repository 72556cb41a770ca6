import type { BulkSend } from '#web/admin-api.ts'
import { StatusBadge, type Tone } from '#web/components/feedback/status-badge.tsx'
import { t } from '#web/i18n/send.ts'

/** A badge with the status of a send. */
export const BulkSendBadge = ({ send }: { send: BulkSend }) => {
  const [label, tone] = toStatus(send)
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}

type ApprovalState = NonNullable<BulkSend['approval']>['state']

const approvalStatuses: Readonly<
  Record<Exclude<ApprovalState, 'approved'>, readonly [string, Tone]>
> = {
  preparing: [t('Not submitted'), 'end'],
  awaiting: [t('Awaits approval'), 'wait'],
  rejected: [t('Not approved'), 'bad'],
  withdrawn: [t('Withdrawn'), 'end'],
  expired: [t('Not decided'), 'end'],
}

function toStatus({
  cancelled_at,
  undo_seconds,
  waiting,
  approval,
}: BulkSend): readonly [string, Tone] {
  if (approval !== null && approval.state !== 'approved') return approvalStatuses[approval.state]
  if (cancelled_at !== null) return [t('Cancelled'), 'end']
  if (undo_seconds > 0) return [t('Can be undone'), 'wait']
  return waiting > 0 ? [t('Scheduled'), 'wait'] : [t('Sent'), 'good']
}
