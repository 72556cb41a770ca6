import { Button, Progress, Text } from '@mantine/core'
import type { BulkAction } from '#web/admin-api.ts'
import { useAction } from '#web/components/feedback/use-action.ts'
import { t } from '#web/i18n/gifts.ts'
import { stopBulkAction } from './run-bulk-action.ts'

/** The progress of a bulk action. Screen readers announce only its end, not each step. */
export function BulkActionProgress({ action: { gifts, done, rejected } }: { action: BulkAction }) {
  const processed = done + rejected
  return (
    <>
      <Progress
        value={gifts === 0 ? 100 : (processed / gifts) * 100}
        aria-label={t('Progress')}
        transitionDuration={200}
      />
      <Text size="sm" mt={4} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {rejected === 0
          ? t('{done} of {total}', { done: processed, total: gifts })
          : t('{done} of {total}, {count} not changed', {
              ...{ done: processed, total: gifts },
              count: rejected,
            })}
      </Text>
    </>
  )
}

/** A button that stops an action. The action ends after the gifts that are being processed. */
export function StopButton({ id, size }: { id: string; size?: string }) {
  const stop = useAction(() => stopBulkAction(id))
  return (
    <Button
      variant="default"
      {...(size !== undefined && { size })}
      loading={stop.isPending}
      onClick={() => stop.mutate()}
    >
      {t('Stop')}
    </Button>
  )
}
