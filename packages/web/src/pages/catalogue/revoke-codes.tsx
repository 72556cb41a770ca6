import { TextInput } from '@mantine/core'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { t } from '#web/i18n/catalogue.ts'

interface RevokeOptions<Result> {
  title: string
  submitLabel: string
  /** A text that describes the consequence of revoking the codes. */
  description: string
  revoke: (values: { reason: string }) => Promise<Result>
  onDone: (result: Result) => void
}

/** Asks for the reason before codes are revoked. */
export const askToRevoke = <Result,>(options: RevokeOptions<Result>): void => {
  const { description, revoke, ...dialog } = options
  openForm({
    ...dialog,
    initial: { reason: '' },
    onSubmit: revoke,
    children: (form) => (
      <TextInput
        label={t('Reason')}
        description={description}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    ),
  })
}
