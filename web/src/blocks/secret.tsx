import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type ReactNode, useState } from 'react'
import { Copy } from './copy.tsx'

interface Shown {
  title: string
  /** What it is for, and where it goes. */
  children?: ReactNode
  /** Names and values; usually one. */
  secrets: readonly (readonly [string, string])[]
  onClose?: () => void
}

/** Shows a secret the only time that it can be seen; closes only on purpose. */
export function showSecret(shown: Shown): void {
  const id = modals.open({
    title: shown.title,
    size: 'lg',
    closeOnEscape: false,
    closeOnClickOutside: false,
    withCloseButton: false,
    children: (
      <Once
        {...shown}
        close={() => {
          modals.close(id)
          shown.onClose?.()
        }}
      />
    ),
  })
}

function Once({ children, secrets, close }: Shown & { close: () => void }) {
  const [isKept, setKept] = useState(false)
  return (
    <Stack>
      <Alert color="yellow" variant="light">
        This is shown once. We keep no copy that could be read again.
      </Alert>
      {children}
      {secrets.map(([name, value]) => (
        <div key={name}>
          <Text size="sm" fw={600} mb={4}>
            {name}
          </Text>
          <Group className="panel" p="sm" justify="space-between" wrap="nowrap" align="flex-start">
            <span className="mono" data-secret>
              {value}
            </span>
            <Copy value={value} label={`Copy ${name}`} />
          </Group>
        </div>
      ))}
      <Checkbox
        label="I have kept it in a safe place"
        checked={isKept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!isKept} onClick={close}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
