import { Badge, Group, Stack, Text, TextInput } from '@mantine/core'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { OwnPasswordInput } from '#web/components/forms/own-password-input.tsx'

interface ReauthenticateOptions<Result> {
  title: string
  about?: string
  submitLabel: string
  onSubmit: (password: string, name: string) => Promise<Result>
  onDone: (result: Result) => void
  /** The field for a name. Defined if the dialog also asks for a name. */
  name?: { label: string; initial: string }
}

/**
 * Asks the user to confirm their identity before a change of sign-in methods. For single sign-on, the
 * password is empty.
 */
export const reauthenticate = <Result,>(options: ReauthenticateOptions<Result>): void => {
  const { about, onSubmit, name, ...dialog } = options
  openForm({
    ...dialog,
    initial: { password: '', name: name?.initial ?? '' },
    onSubmit: (values) => onSubmit(values.password, values.name),
    children: (form) => (
      <Stack>
        {about !== undefined && <Text size="sm">{about}</Text>}
        {name !== undefined && <TextInput label={name.label} {...form.getInputProps('name')} />}
        <OwnPasswordInput data-autofocus {...form.getInputProps('password')} />
      </Stack>
    ),
  })
}

export const OnOffBadge = ({ isOn, on, off }: { isOn: boolean; on: string; off: string }) => (
  <Group gap="xs">
    <Badge {...(isOn ? { color: 'teal.9' } : { variant: 'default' })}>{isOn ? on : off}</Badge>
  </Group>
)
