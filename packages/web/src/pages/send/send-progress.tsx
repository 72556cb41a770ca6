import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload, IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Notice } from '#web/components/feedback/notice.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/send.ts'
import { downloadRows } from './download-rows.ts'
import { SendError } from './send-error.tsx'
import { hasEnded, summarize } from './send-summary.ts'
import type { StepProps } from './step-props.ts'
import { UndoBar } from './undo-bar.tsx'
import type { useBulkSend } from './use-bulk-send.ts'
import { useCountdown } from './use-countdown.ts'

interface SendProgressBarProps {
  done: number
  total: number
  rate: number
  label: string
}

export const SendProgressBar = ({ done, total, rate, label }: SendProgressBarProps) => (
  <div>
    <Progress
      value={total === 0 ? 100 : (done / total) * 100}
      aria-label={label}
      size="lg"
      transitionDuration={200}
    />
    <Text size="sm" mt={4} role="status">
      {rate > 0 && done < total
        ? t('{label}: {done} of {total}, {duration} left', {
            label,
            done,
            total,
            duration: formatSeconds((total - done) / rate),
          })
        : t('{label}: {done} of {total}', { label, done, total })}
    </Text>
  </div>
)

const formatSeconds = (seconds: number) =>
  seconds < 90
    ? t('{seconds} s', { seconds: Math.ceil(seconds) })
    : t('{minutes} min', { minutes: Math.ceil(seconds / 60) })

/** The progress and the result of a send. */
export function SendProgress({
  stepProps,
  bulkSend,
}: {
  stepProps: StepProps
  bulkSend: ReturnType<typeof useBulkSend>
}) {
  const { draft } = stepProps
  const { statuses, count } = summarize(draft)
  const needsApproval = draft.bulk_send?.needs_approval === true
  const remaining = count.ready
  const unsent = draft.rows.filter(
    (_, at) => statuses[at] === 'rejected' || statuses[at] === 'duplicate',
  )
  const firstSent = draft.rows.find(({ result }) => result?.status === 'sent')?.result
  const undoSeconds = useCountdown(draft.bulk_send?.undo_until)
  const isWaiting = undoSeconds > 0 && draft.send_at === ''
  return (
    <Stack>
      <SendProgressBar
        done={draft.rows.length - remaining - count.rejected - count.duplicate}
        total={draft.rows.length - count.rejected - count.duplicate}
        rate={bulkSend.progress?.rate ?? 0}
        label={toProgressLabel(remaining > 0, needsApproval, isWaiting)}
      />
      {bulkSend.error !== undefined && <SendError error={bulkSend.error} />}
      {hasEnded(draft) && (
        <Notice
          tone={needsApproval ? 'info' : 'good'}
          title={
            needsApproval
              ? t('{count} gifts await approval', { count: count.saved })
              : isWaiting
                ? t('{count} gifts ready to leave', { count: count.sent })
                : t('{count} gifts sent', { count: count.sent })
          }
        >
          {[
            needsApproval &&
              t('The admins get an email. Nothing is sent until one of them approves it.'),
            count.already_sent > 0 &&
              t('{count} already sent, skipped.', { count: count.already_sent }),
            count.rejected > 0 && t('{count} need fixing.', { count: count.rejected }),
            count.duplicate > 0 && t('{count} duplicates skipped.', { count: count.duplicate }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Notice>
      )}
      {undoSeconds > 0 && count.sent > 0 && (
        <UndoBar seconds={undoSeconds} isScheduled={draft.send_at !== ''} undo={bulkSend.undo} />
      )}
      <Group>
        {needsApproval && <ApprovalActions stepProps={stepProps} bulkSend={bulkSend} />}
        {remaining > 0 &&
          (bulkSend.isBusy ? (
            <Button variant="default" onClick={bulkSend.stop}>
              {t('Pause')}
            </Button>
          ) : (
            <Button onClick={bulkSend.send}>
              {t('Resume ({count} gifts left)', { count: remaining })}
            </Button>
          ))}
        {unsent.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadRows(unsent)}
          >
            {t('Download unsent rows')}
          </Button>
        )}
        {remaining === 0 && firstSent?.status === 'sent' && count.sent === 1 && (
          <>
            <PageLink size="sm" to="/gift-requests/$id" params={{ id: firstSent.id }}>
              {t('View {reference}', { reference: firstSent.reference })}
            </PageLink>
            <PhoneButton id={firstSent.id} />
          </>
        )}
        {remaining === 0 && draft.bulk_send !== undefined && (
          <PageLink size="sm" to="/sends/$id" params={{ id: draft.bulk_send.id }}>
            {t('View this send')}
          </PageLink>
        )}
      </Group>
    </Stack>
  )
}

const PhoneDialog = lazy(() =>
  import('#web/pages/gifts/phone-dialog.tsx').then((m) => ({ default: m.PhoneDialog })),
)

/** A button that shows the link of a gift as a QR code. */
function PhoneButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconQrcode size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Open on a phone')}
      </Button>
      <Suspense>{isOpen && <PhoneDialog id={id} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/**
 * Returns the label of the progress. Gifts are created before the time to undo ends, but they are sent only
 * after it.
 */
const toProgressLabel = (
  isRunning: boolean,
  needsApproval: boolean,
  isWaiting: boolean,
): string => {
  if (needsApproval) return isRunning ? t('Submitting') : t('Submitted')
  if (isRunning) return t('Sending')
  return isWaiting ? t('Created|gifts') : t('Sent')
}

/**
 * The actions of a send that needs approval. After a failure, the user can submit the saved rows or withdraw
 * the send.
 */
function ApprovalActions({
  stepProps: { draft },
  bulkSend,
}: {
  stepProps: StepProps
  bulkSend: ReturnType<typeof useBulkSend>
}) {
  const { count } = summarize(draft)
  if (bulkSend.isBusy || count.ready > 0 || count.saved === 0) return null
  return (
    <>
      {draft.bulk_send?.is_submitted !== true && (
        <Button onClick={bulkSend.send}>{t('Submit for approval')}</Button>
      )}
      <Button variant="default" onClick={() => void bulkSend.withdraw()}>
        {t('Withdraw and correct')}
      </Button>
    </>
  )
}
