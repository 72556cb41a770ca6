import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { toastError } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/send.ts'

interface UndoBarProps {
  seconds: number
  /** Whether the sender chose a later time for the send. */
  isScheduled: boolean
  undo: () => Promise<void>
}

/** A bar with a button that undoes a send, and with the time that is left for this. */
export function UndoBar({ seconds, isScheduled, undo }: UndoBarProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Group className="panel" p="sm" px="md" justify="space-between" gap="sm">
      <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {isScheduled
          ? t('You can undo this for {count} seconds.', { count: seconds })
          : t('Sending starts in {count} seconds. Until then you can undo this.', {
              count: seconds,
            })}
      </Text>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => {
          setBusy(true)
          undo()
            .catch(toastError)
            .finally(() => setBusy(false))
        }}
      >
        {t('Undo')}
      </Button>
    </Group>
  )
}
