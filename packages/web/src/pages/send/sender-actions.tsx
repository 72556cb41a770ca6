import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BulkSend } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toast, toastError } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/send.ts'
import { useMe } from '#web/session.ts'
import { toDraft } from './draft-from-send.ts'
import { saveDraft } from './draft-storage.ts'

/**
 * The actions of the sender. The sender can withdraw the send, or open its content as a draft and correct it.
 */
export function SenderActions({ send }: { send: BulkSend }) {
  const { id: userId } = useMe()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const isOpen = send.approval?.state === 'awaiting' || send.approval?.state === 'preparing'
  const run = (action: () => Promise<unknown>) => {
    setBusy(true)
    void action()
      .catch(toastError)
      .finally(() => setBusy(false))
  }
  const withdraw = () => api.post(`/sends/${send.id}/withdraw`)
  const correct = async () => {
    if (isOpen) await withdraw()
    const content = await api.get(`/sends/${send.id}/content`)
    await saveDraft(userId, toDraft(send.name, content))
    await navigate({ to: '/send' })
  }
  return (
    <Group mt="md" gap="sm">
      <Button variant="default" loading={isBusy} onClick={() => run(correct)}>
        {isOpen ? t('Withdraw and correct') : t('Correct and submit again')}
      </Button>
      {isOpen && (
        <Button
          variant="subtle"
          disabled={isBusy}
          onClick={() =>
            run(async () => {
              await withdraw()
              toast(t('Send withdrawn.'))
            })
          }
        >
          {t('Withdraw')}
        </Button>
      )}
    </Group>
  )
}
