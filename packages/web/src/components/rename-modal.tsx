import { Modal, TextInput } from '@mantine/core'
import { t } from '#web/i18n/common.ts'
import { Form } from './form.tsx'
import { toast } from './toast.tsx'

interface RenameModalProps {
  title: string
  /** The present name; empty without one. */
  name: string
  description?: string
  placeholder?: string
  save: (values: { name: string }) => Promise<unknown>
  /** The message after the change. */
  renamedMessage: string
  opened: boolean
  close: () => void
  onDone: () => void
}

/** Changes a name. */
export const RenameModal = ({
  title,
  name,
  save,
  renamedMessage,
  opened,
  close,
  onDone,
  ...inputProps
}: RenameModalProps) => (
  <Modal opened={opened} onClose={close} title={title}>
    <Form
      initial={{ name }}
      onSubmit={save}
      onDone={() => {
        close()
        toast(renamedMessage)
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
          {...inputProps}
          {...form.getInputProps('name')}
        />
      )}
    </Form>
  </Modal>
)
