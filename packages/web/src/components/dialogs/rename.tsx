import { TextInput } from '@mantine/core'
import { toast } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/common.ts'
import { openForm } from './form-dialog.tsx'

interface RenameOptions {
  title: string
  /** The present name. Empty if there is no name. */
  name: string
  description?: string
  placeholder?: string
  save: (values: { name: string }) => Promise<unknown>
  /** The message that appears after the change. */
  renamedMessage: string
}

/** Opens a dialog that changes a name. */
export const rename = ({ title, name, save, renamedMessage, ...inputProps }: RenameOptions) =>
  openForm({
    title,
    initial: { name },
    onSubmit: save,
    onDone: () => toast(renamedMessage),
    submitLabel: t('Save changes'),
    children: (form) => (
      <TextInput
        label={t('Name')}
        maxLength={200}
        data-autofocus
        {...inputProps}
        {...form.getInputProps('name')}
      />
    ),
  })
