import { Menu, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core'
import {
  IconBook,
  IconCode,
  IconDevices,
  IconKeyboard,
  IconLogout,
  IconTerminal2,
  IconUser,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { toastError } from '#web/components/feedback/toast.tsx'
import { describeRole } from '#web/components/formats/role-names.ts'
import { LanguageSelect } from '#web/components/forms/language-select.tsx'
import { MenuLink } from '#web/components/layout/menu-link.tsx'
import { t } from '#web/i18n/common.ts'
import { signOut, useMe } from '#web/session.ts'
import { AccountButton } from './account-button.tsx'
import { openKeyboardShortcuts } from './keyboard-shortcuts.tsx'
import { openPageRequests } from './open-page-requests.ts'

/**
 * The menu of the signed-in user. It replaces the button that the user pressed, so it opens as soon as it
 * appears.
 */
export function OpenedAccountMenu() {
  const me = useMe()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus() // the menu later returns the focus to this button
    setOpen(true)
  }, [])
  return (
    <Menu position="bottom-end" width={250} withinPortal opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <AccountButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {me.name}
          </Text>
          <Text size="xs" truncate>
            {me.email} · {describeRole(me)}
          </Text>
        </Menu.Label>
        <MenuLink to="/settings/profile" leftSection={<IconUser size={16} />}>
          {t('Profile and sign-in')}
        </MenuLink>
        <MenuLink to="/settings/sessions" leftSection={<IconDevices size={16} />}>
          {t('Sessions')}
        </MenuLink>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<IconBook size={16} />}>
          {t('Documentation')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs/reference"
          target="_blank"
          leftSection={<IconCode size={16} />}
        >
          {t('API reference')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTerminal2 size={16} />} onClick={openPageRequests}>
          {t('API requests of this page')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openKeyboardShortcuts}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Appearance />
        <LanguageSelect />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => void signOut().catch(toastError)}
        >
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      my={4}
      aria-label={t('Appearance')}
      value={colorScheme}
      onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
      data={[
        { value: 'light', label: t('Light') },
        { value: 'dark', label: t('Dark') },
        { value: 'auto', label: t('System') },
      ]}
    />
  )
}
