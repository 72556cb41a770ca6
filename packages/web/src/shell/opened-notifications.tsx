import { Menu, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { EndedAction } from '#web/admin-api.ts'
import type { FinishedWork } from '#web/components/feedback/finished-work.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { MenuLink } from '#web/components/layout/menu-link.tsx'
import { t } from '#web/i18n/common.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { kindLabels } from '#web/pages/attention/kinds.ts'
import { describeEnd } from '#web/pages/gifts/bulk-actions.ts'
import { NotificationsBell } from './notifications-bell.tsx'
import { useNotifications } from './use-notifications.ts'

/** The menu of the bell. It replaces the bell that the user pressed, so it opens as soon as it appears. */
export function OpenedNotifications() {
  const { attention, approvals, finished, unseen, newCount, markSeen } = useNotifications()
  const bell = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    bell.current?.focus() // the menu later returns the focus to this button
    setOpen(true)
  }, [])
  const change = (isOpened: boolean) => {
    setOpen(isOpened)
    if (!isOpened) markSeen()
  }
  const entries = [...finished, ...unseen.map(toFinishedWork)].sort(byTime)
  return (
    <Menu position="bottom-end" width={320} withinPortal opened={isOpen} onChange={change}>
      <Menu.Target>
        <NotificationsBell ref={bell} newCount={newCount} />
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('Needs attention')}</Menu.Label>
        {attention.length === 0 && approvals === 0 && (
          <Text size="sm" c="dimmed" px="sm" pb="xs">
            {t('You’re all caught up.')}
          </Text>
        )}
        {approvals > 0 && (
          <MenuLink
            to="/sends"
            search={{ approval: 'awaiting' }}
            rightSection={<b>{formatNumber(approvals)}</b>}
          >
            {t('Sends that await your approval')}
          </MenuLink>
        )}
        {attention.map(({ kind, count }) => (
          <MenuLink
            key={kind}
            to="/attention"
            search={{ kind, state: 'open' }}
            rightSection={<b>{count > 1_000 ? `${formatNumber(1_000)}+` : formatNumber(count)}</b>}
          >
            {kindLabels[kind].plural}
          </MenuLink>
        ))}
        {entries.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('Finished')}</Menu.Label>
            {entries.map(({ id, text, path, at }) => (
              <MenuLink key={id} to={path}>
                {text}
                <Text size="xs" c="dimmed">
                  <RelativeTime at={at} />
                </Text>
              </MenuLink>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const toFinishedWork = (action: EndedAction): FinishedWork => ({
  id: action.id,
  text: describeEnd(action),
  path: `/gift-requests/bulk-actions/${action.id}`,
  at: action.ended_at,
})

/** Compares two entries, so that the latest entry comes first. */
const byTime = (one: FinishedWork, other: FinishedWork) => Date.parse(other.at) - Date.parse(one.at)
