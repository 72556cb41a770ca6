import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { BulkSend, CancelScope } from '#web/admin-api.ts'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { toast, toastError } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/send.ts'
import { cancelSend } from './batch-api.ts'

/**
 * Opens a dialog that cancels the gifts of a send. The user cancels only the gifts that are not sent, or also
 * the gifts that are not redeemed.
 */
export const askToCancel = (send: BulkSend): void =>
  openDialog({ title: t('Cancel the gifts of this send?') }, (close) => (
    <CancelForm send={send} close={close} />
  ))

function CancelForm({ send, close }: { send: BulkSend; close: () => void }) {
  const { id, waiting, unredeemed } = send
  const [scope, setScope] = useState<CancelScope>(waiting > 0 ? 'unsent' : 'unredeemed')
  const [progress, setProgress] = useState<number>()
  const count = scope === 'unsent' ? waiting : waiting + unredeemed
  const cancel = async () => {
    setProgress(0)
    try {
      const total = await cancelSend(id, scope, (done, remaining) =>
        setProgress((100 * done) / Math.max(1, done + remaining)),
      )
      toast(t('{count} gifts cancelled.', { count: total }))
      close()
    } catch (error) {
      toastError(error as Error)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <Stack>
      <Radio.Group
        aria-label={t('Which gifts')}
        value={scope}
        onChange={(value) => setScope(value as CancelScope)}
      >
        <Stack gap="sm">
          <Radio
            value="unsent"
            disabled={waiting === 0}
            label={t('{count} gifts that have not been sent', { count: waiting })}
            description={t('Their recipients never hear of them.')}
          />
          <Radio
            value="unredeemed"
            label={t('{count} gifts that have not been redeemed', { count: waiting + unredeemed })}
            description={t('Recipients who have a link see that the gift is cancelled.')}
          />
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {t('Redeemed gifts continue. The send accepts no more rows. This can’t be reversed.')}
      </Text>
      {progress !== undefined && <Progress value={progress} aria-label={t('Cancelling')} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('Go back')}
        </Button>
        <Button
          color="red.8"
          loading={progress !== undefined}
          disabled={count === 0}
          onClick={() => void cancel()}
        >
          {t('Cancel {count} gifts', { count })}
        </Button>
      </Group>
    </Stack>
  )
}
