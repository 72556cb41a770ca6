import { Button, Group, Text, Textarea } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { BulkSend, SendApproval } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { t } from '#web/i18n/send.ts'

interface DecisionProps {
  send: BulkSend
  content: SendApproval
}

/**
 * A bar with the buttons that approve or reject a send. On phones the bar stays at the bottom of the window,
 * where the thumb can reach it.
 */
export function DecisionBar({ send, content }: DecisionProps) {
  const count = send.approval?.gifts ?? 0
  const approve = useAction(
    () => api.post(`/sends/${send.id}/approve`),
    ({ approval }) =>
      toast(
        approval?.state === 'awaiting'
          ? t('Approved. A second person must approve it, too.')
          : t('Approved. You can undo it for a minute.'),
      ),
  )
  return (
    <section className="panel decision-bar" aria-label={t('Decision')}>
      <Text size="sm" className="decision-text">
        {t('{name} asks for your approval.', { name: send.sender.name })}
      </Text>
      <Group gap="sm" wrap="nowrap" className="decision-buttons">
        <Button variant="default" disabled={approve.isPending} onClick={() => reject(send)}>
          {t('Reject…')}
        </Button>
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={approve.isPending}
          disabled={content.check.problems.length > 0}
          onClick={() => approve.mutate()}
          data-primary
        >
          {t('Approve {count} gifts', { count })}
        </Button>
      </Group>
    </section>
  )
}

const reject = ({ id, sender }: BulkSend) =>
  openForm({
    title: t('Reject this send?'),
    initial: { reason: '' },
    onSubmit: (values) => api.post(`/sends/${id}/reject`, values),
    onDone: () => toast(t('Send rejected.')),
    submitLabel: t('Reject the send'),
    children: (form) => <RejectionReason sender={sender.name} {...form.getInputProps('reason')} />,
  })

/** The reason of a rejection, which its sender gets. */
export const RejectionReason = ({
  sender,
  ...props
}: ComponentProps<typeof Textarea> & { sender: string }) => (
  <Textarea
    label={t('Reason')}
    description={t('{name} gets it by email, and can correct the send.', { name: sender })}
    autosize
    minRows={3}
    maxRows={10}
    maxLength={2_000}
    data-autofocus
    {...props}
  />
)
