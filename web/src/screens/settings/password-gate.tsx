import { Badge, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { Form } from '#web/blocks/form.tsx'

/** Asks once more who it is, before something that changes how one signs in. */
export function PasswordGate<Made>({
  title,
  about,
  verb,
  send,
  onDone,
  close,
  name,
}: {
  title: string
  about?: string
  verb: string
  send: (password: string, name: string) => Promise<Made>
  onDone: (made: Made) => void
  close: () => void
  /** Asks for a name as well. */
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
        send={(values) => send(values.password, values.name ?? '')}
        onDone={onDone}
        verb={verb}
        cancel={close}
      >
        {(form) => (
          <Stack>
            {about !== undefined && <Text size="sm">{about}</Text>}
            {name !== undefined && <TextInput label={name.label} {...form.getInputProps('name')} />}
            <PasswordInput
              label="Your password"
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('password')}
            />
          </Stack>
        )}
      </Form>
    </Modal>
  )
}

export const OnOff = ({ isOn, on, off }: { isOn: boolean; on: string; off: string }) => (
  <Group gap="xs">
    <Badge {...(isOn ? { color: 'teal.9' } : { variant: 'default' })}>{isOn ? on : off}</Badge>
  </Group>
)
