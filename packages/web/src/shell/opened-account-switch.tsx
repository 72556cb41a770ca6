import { Menu, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toastError } from '#web/components/feedback/toast.tsx'
import { describeRole } from '#web/components/formats/role-names.ts'
import { t } from '#web/i18n/common.ts'
import { useMe } from '#web/session.ts'
import { switchAccount } from './switch-account.ts'
import { SwitchButton } from './switch-button.tsx'

/** The menu of a person’s accounts. It replaces the button that the user pressed, so it opens as soon as it appears. */
export function OpenedAccountSwitch({ children }: { children: ReactNode }) {
  const me = useMe()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    button.current?.focus() // the menu later returns the focus to this button
    setOpen(true)
  }, [])
  const accounts = me.accounts.toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <Menu position="bottom-start" width={280} withinPortal opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <SwitchButton ref={button}>{children}</SwitchButton>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('Your accounts')}</Menu.Label>
        {accounts.map((account) => (
          <Menu.Item
            key={account.id}
            aria-current={account.id === me.account.id || undefined}
            rightSection={account.id === me.account.id && <IconCheck size={16} aria-hidden />}
            onClick={() => {
              if (account.id !== me.account.id) void switchAccount(me, account).catch(toastError)
            }}
          >
            <Text size="sm" fw={account.id === me.account.id ? 600 : undefined}>
              {account.name}
            </Text>
            <Text size="xs" c="dimmed">
              {describeRole(account)}
              {account.entry === 'single_sign_on' && ` · ${t('with single sign-on')}`}
              {account.entry === 'sign_in' && ` · ${t('needs another sign-in')}`}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
