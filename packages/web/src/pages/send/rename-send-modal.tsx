import { Modal, TextInput } from '@mantine/core'
import type { BulkSend } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/send.ts'

interface RenameSendProps {
  send: BulkSend
  opened: boolean
  close: () => void
  onDone: () => void
}

/** Changes the name of a send. */
export const RenameSendModal = ({ send, opened, close, onDone }: RenameSendProps) => (
  <Modal opened={opened} onClose={close} title={t('Rename this send')}>
    <Form
      initial={{ name: send.name }}
      onSubmit={(values) => api.patch(`/sends/${send.id}`, values)}
      onDone={() => {
        close()
        toast(t('Send renamed.'))
        onDone()
      }}
      onCancel={close}
      submitLabel={t('Save changes')}
    >
      {(form) => (
        <TextInput
          label={t('Name')}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
    </Form>
  </Modal>
)
