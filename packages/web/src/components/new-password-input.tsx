import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** For a password that is being chosen. Long is good; a password manager is better. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="New password"
    description="At least 12 characters; a few words in a row do well."
    autoComplete="new-password"
    {...props}
  />
)
