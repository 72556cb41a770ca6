import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core'
import { useMe } from '#web/session.ts'
import { getNavigationItems } from './navigation.ts'
import { getQuickActions } from './quick-actions.ts'

export interface ShortcutsDialogProps {
  isOpen: boolean
  close: () => void
  isEnabled: boolean
  setEnabled: (isEnabled: boolean) => void
}

/** Lists all keys, and switches the single keys off and on. */
export function ShortcutsDialog({ isOpen, close, isEnabled, setEnabled }: ShortcutsDialogProps) {
  const me = useMe()
  const { role } = me
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard shortcuts" size="md">
      <Stack gap="xs">
        <ShortcutRow keys={['Ctrl', 'K']} description="Search and commands" />
        <ShortcutRow keys={['?']} description="Show shortcuts" />
        <ShortcutRow keys={['/']} description="Filter the list" />
        <ShortcutRow keys={['j', 'k']} description="Next and previous row" />
        <ShortcutRow keys={['x']} description="Select the row" />
        <ShortcutRow keys={['Space']} description="Preview the row" />
        <ShortcutRow keys={['Enter']} description="Open the row" />
        <ShortcutRow keys={['e']} description="Correct the address of the open gift" />
        <ShortcutRow keys={['Ctrl', 'Enter']} description="Review, then send" />
        <ShortcutRow keys={['Esc']} description="Close the preview or dialog" />
        {getQuickActions(role).map(({ label, keys }) =>
          keys === undefined ? null : (
            <ShortcutRow key={label} keys={keys.split(' ')} description={label} />
          ),
        )}
        {getNavigationItems(me).map(({ label, keys }) =>
          keys === undefined ? null : (
            <ShortcutRow key={label} keys={keys.split(' ')} description={label} />
          ),
        )}
        <Switch
          mt="sm"
          label="Single-key shortcuts"
          description="Ctrl K always works."
          checked={isEnabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}

function ShortcutRow({ keys, description }: { keys: string[]; description: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{description}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Group>
    </Group>
  )
}
