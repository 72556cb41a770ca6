import {
  Avatar,
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { IconBook, IconDevices, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { MenuLink } from '#web/components/link.tsx'
import { resetSession, useMe } from '#web/session.ts'
import { openKeyboardShortcuts } from './keyboard-shortcuts.tsx'

/** The signed-in user, appearance and sign-out. */
export function AccountMenu() {
  const me = useMe()
  const signOut = useMutation({
    mutationFn: () => api.delete('/session'),
    onSuccess: resetSession,
  })
  return (
    <Menu position="bottom-end" width={250} withinPortal>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>{me.name}: profile, appearance, sign out</VisuallyHidden>
          <Avatar size={32} radius="xl" color="plum" variant="filled" aria-hidden>
            {initials(me.name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {me.name}
          </Text>
          <Text size="xs" truncate>
            {me.email} · {me.role}
          </Text>
        </Menu.Label>
        <MenuLink to="/settings/profile" leftSection={<IconUser size={16} />}>
          Profile and sign-in
        </MenuLink>
        <MenuLink to="/settings/sessions" leftSection={<IconDevices size={16} />}>
          Sessions
        </MenuLink>
        <Menu.Item
          component="a"
          href="/docs/reference"
          target="_blank"
          leftSection={<IconBook size={16} />}
        >
          API reference
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openKeyboardShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Appearance />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('')

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      my={4}
      aria-label="Appearance"
      value={colorScheme}
      onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
      data={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
        { value: 'auto', label: 'System' },
      ]}
    />
  )
}
