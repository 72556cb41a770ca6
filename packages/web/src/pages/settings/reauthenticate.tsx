import { Badge, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { Form } from '#web/components/form.tsx'
import { OwnPasswordInput } from '#web/components/own-password-input.tsx'

/** Confirms the identity of the user before a change of sign-in methods. The password is empty for single sign-on. */
export function ReauthenticateDialog<Result>({
  title,
  about,
  submitLabel,
  onSubmit,
  onDone,
  close,
  name,
}: {
  title: string
  about?: string
  submitLabel: string
  onSubmit: (password: string, name: string) => Promise<Result>
  onDone: (result: Result) => void
  close: () => void
  /** Whether the dialog also asks for a name. */
  name?: { label: string; initial: string }
}) {
  return (
    <Modal opened onClose={close} title={title}>
      <Form
        initial={
          { password: '', ...(name && { name: name.initial }) } as {
            password: string
            name?: string
          }
        }
        onSubmit={(values) => onSubmit(values.password, values.name ?? '')}
        onDone={onDone}
        submitLabel={submitLabel}
        onCancel={close}
      >
        {(form) => (
          <Stack>
            {about !== undefined && <Text size="sm">{about}</Text>}
            {name !== undefined && <TextInput label={name.label} {...form.getInputProps('name')} />}
            <OwnPasswordInput data-autofocus {...form.getInputProps('password')} />
          </Stack>
        )}
      </Form>
    </Modal>
  )
}

export const OnOffBadge = ({ isOn, on, off }: { isOn: boolean; on: string; off: string }) => (
  <Group gap="xs">
    <Badge {...(isOn ? { color: 'teal.9' } : { variant: 'default' })}>{isOn ? on : off}</Badge>
  </Group>
)
