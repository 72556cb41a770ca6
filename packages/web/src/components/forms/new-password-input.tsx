import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '#web/i18n/common.ts'

/** A field for a new password. It supports password managers. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label={t('New password')}
    description={t('At least 12 characters. A short phrase works well.')}
    autoComplete="new-password"
    {...props}
  />
)
