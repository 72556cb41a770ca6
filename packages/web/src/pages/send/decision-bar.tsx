import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { BulkSend, SendApproval } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { toast, toastError } from '#web/components/toast.tsx'
import { t } from '#web/i18n/send.ts'

interface DecisionProps {
  send: BulkSend
  content: SendApproval
  reload: () => Promise<void>
}

/** Approves or rejects a send. On phones the bar stays at the bottom of the window, in reach of the thumb. */
export function DecisionBar({ send, content, reload }: DecisionProps) {
  const [isBusy, setBusy] = useState(false)
  const [isRejecting, setRejecting] = useState(false)
  const count = send.approval?.gifts ?? 0
  const approve = async () => {
    setBusy(true)
    try {
      await api.post(`/sends/${send.id}/approve`)
      toast(t('Approved. You can undo it for a minute.'))
    } catch (error) {
      toastError(error as Error)
    } finally {
      await reload()
      setBusy(false)
    }
  }
  return (
    <section className="panel decision-bar" aria-label={t('Decision')}>
      <Text size="sm" className="decision-text">
        {t('{name} asks for your approval.', { name: send.sender.name })}
      </Text>
      <Group gap="sm" wrap="nowrap" className="decision-buttons">
        <Button variant="default" disabled={isBusy} onClick={() => setRejecting(true)}>
          {t('Reject…')}
        </Button>
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={isBusy}
          disabled={content.check.problems.length > 0}
          onClick={() => void approve()}
          data-primary
        >
          {t('Approve {count} gifts', { count })}
        </Button>
      </Group>
      <Modal
        opened={isRejecting}
        onClose={() => setRejecting(false)}
        title={t('Reject this send?')}
      >
        <RejectForm send={send} close={() => setRejecting(false)} reload={reload} />
      </Modal>
    </section>
  )
}

const RejectForm = ({
  send,
  close,
  reload,
}: {
  send: BulkSend
  close: () => void
  reload: () => Promise<void>
}) => (
  <Stack>
    <Form
      initial={{ reason: '' }}
      onSubmit={(values) => api.post(`/sends/${send.id}/reject`, values)}
      onDone={() => {
        close()
        toast(t('Send rejected.'))
        void reload()
      }}
      onCancel={close}
      submitLabel={t('Reject the send')}
    >
      {(form) => (
        <Textarea
          label={t('Reason')}
          description={t('{name} gets it by email, and can correct the send.', {
            name: send.sender.name,
          })}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2_000}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </Form>
  </Stack>
)
