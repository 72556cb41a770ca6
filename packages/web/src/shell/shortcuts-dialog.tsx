import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core'
import { t } from '#web/i18n/common.ts'
import { useMe } from '#web/session.ts'
import { getNavigationItems } from './navigation.ts'
import { getQuickActions } from './quick-actions.ts'

export interface ShortcutsDialogProps {
  isOpen: boolean
  close: () => void
  isEnabled: boolean
  setEnabled: (isEnabled: boolean) => void
}

/** A dialog that lists all keys. The user can turn the shortcuts with a single key off and on. */
export function ShortcutsDialog({ isOpen, close, isEnabled, setEnabled }: ShortcutsDialogProps) {
  const me = useMe()
  return (
    <Modal opened={isOpen} onClose={close} title={t('Keyboard shortcuts')} size="md">
      <Stack gap="xs">
        <ShortcutRow keys={[t('Ctrl|key'), 'K']} description={t('Search and commands')} />
        <ShortcutRow keys={['?']} description={t('Show shortcuts')} />
        <ShortcutRow keys={['/']} description={t('Filter the list')} />
        <ShortcutRow keys={['j', 'k']} description={t('Next and previous row')} />
        <ShortcutRow keys={['x']} description={t('Select the row')} />
        <ShortcutRow keys={[t('Space|key')]} description={t('Preview the row')} />
        <ShortcutRow keys={[t('Enter|key')]} description={t('Open the row')} />
        <ShortcutRow keys={['e']} description={t('Correct the address of the open gift')} />
        <ShortcutRow keys={[t('Ctrl|key'), t('Enter|key')]} description={t('Review, then send')} />
        <ShortcutRow keys={['Esc']} description={t('Close the preview or dialog')} />
        {getQuickActions(me).map(({ label, keys }) =>
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
          label={t('Single-key shortcuts')}
          description={t('Ctrl K always works.')}
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
