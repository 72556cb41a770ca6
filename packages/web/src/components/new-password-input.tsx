import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A field for a new password, supported by password managers. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="New password"
    description="At least 12 characters. A short phrase works well."
    autoComplete="new-password"
    {...props}
  />
)
