import { Button, Menu } from '@mantine/core'
import { IconBell, IconCalendarPlus, IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import type { ListedGift } from '#web/admin-api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import type { RowSelection } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/gifts.ts'
import type { BulkActionInput } from './bulk-actions.ts'
import { performOn } from './one-gift-actions.ts'
import { startBulkAction } from './run-bulk-action.ts'
import { toastGiftError } from './server-texts.ts'

type GiftSelection = RowSelection<ListedGift>

/** Returns the selected gift if it is the only one. */
function findOnly({ rows, count }: GiftSelection): ListedGift | undefined {
  return count === 1 ? rows[0] : undefined
}

/**
 * Runs an action. If only one gift is selected, the web app changes it at once. The server processes many
 * gifts.
 */
async function run(action: BulkActionInput, selection: GiftSelection): Promise<void> {
  const only = findOnly(selection)
  if (only === undefined) await startBulkAction(action, selection)
  else await performOn(only, action)
  selection.clear()
}

/**
 * Starts an action. The user must confirm it first if it sends emails to many recipients or cannot be undone.
 */
function request(action: BulkActionInput, selection: GiftSelection): Promise<void> | undefined {
  const only = findOnly(selection)
  const { count } = selection
  const onConfirm = () => run(action, selection)
  switch (action.kind) {
    case 'extend':
      return run(action, selection)
    case 'remind':
      if (only !== undefined) return run(action, selection)
      confirm({
        title: t('Send {count} reminders?', { count }),
        children: t(
          'Each recipient who has not redeemed yet gets an email now. Recipients who declined, whose email bounced, or who got an email within the last hour are skipped.',
        ),
        confirmLabel: t('Send {count} reminders', { count }),
        isSafe: true,
        onConfirm,
      })
      break
    case 'send_again':
      confirm({
        title: t('Send {count} gifts again?', { count }),
        children: t(
          'Each recipient gets a new gift under the same link. Only gifts that expired, were declined or did not arrive are sent; the others are skipped.',
        ),
        confirmLabel: count === 1 ? t('Send again') : t('Send {count} gifts again', { count }),
        isSafe: true,
        onConfirm,
      })
      break
    case 'cancel':
      confirm({
        title:
          only === undefined
            ? t('Cancel {count} gifts?', { count })
            : t('Cancel {name}?', { name: only.reference }),
        children: t(
          'Recipients can no longer redeem them, and orders are cancelled. What has already shipped is still delivered. This can’t be undone.',
        ),
        confirmLabel: count === 1 ? t('Cancel gift') : t('Cancel {count} gifts', { count }),
        onConfirm,
      })
  }
  return undefined
}

const extensionDays = [7, 14, 30] as const

/** A bar with the actions for the selected gifts. */
export function BulkBar({ selection }: { selection: GiftSelection }) {
  const [busyKind, setBusyKind] = useState<BulkActionInput['kind']>()
  const start = (action: BulkActionInput) => {
    setBusyKind(action.kind)
    Promise.resolve(request(action, selection))
      .catch(toastGiftError)
      .finally(() => setBusyKind(undefined))
  }
  const buttonState = (kind: BulkActionInput['kind']) => ({
    size: 'xs',
    loading: busyKind === kind,
    disabled: busyKind !== undefined && busyKind !== kind,
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBell size={15} aria-hidden />}
        {...buttonState('remind')}
        onClick={() => start({ kind: 'remind' })}
      >
        {t('Remind')}
      </Button>
      <Menu withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconCalendarPlus size={15} aria-hidden />}
            {...buttonState('extend')}
          >
            {t('Extend')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {extensionDays.map((days) => (
            <Menu.Item key={days} onClick={() => start({ kind: 'extend', days })}>
              {t('By {days} days', { days })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        leftSection={<IconRepeat size={15} aria-hidden />}
        {...buttonState('send_again')}
        onClick={() => start({ kind: 'send_again' })}
      >
        {t('Send again')}
      </Button>
      <Button
        color="red.8"
        variant="filled"
        {...buttonState('cancel')}
        onClick={() => start({ kind: 'cancel' })}
      >
        {t('Cancel…|gift')}
      </Button>
    </>
  )
}

/** The actions for one gift at the end of its row. */
export function RowActions({ gift }: { gift: ListedGift }) {
  const { reference } = gift
  const selection = { rows: [gift], count: 1, matchingQuery: undefined, clear: () => {} }
  const start = (action: BulkActionInput) => {
    request(action, selection)?.catch(toastGiftError)
  }
  return (
    <MoreMenu label={t('Actions for {reference}', { reference })}>
      <Menu.Item onClick={() => start({ kind: 'remind' })}>{t('Send reminder')}</Menu.Item>
      {extensionDays.map((days) => (
        <Menu.Item key={days} onClick={() => start({ kind: 'extend', days })}>
          {t('Extend by {days} days', { days })}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item color="red" onClick={() => start({ kind: 'cancel' })}>
        {t('Cancel…|gift')}
      </Menu.Item>
    </MoreMenu>
  )
}
