import { Button, Group, Menu, Progress, Text } from '@mantine/core'
import { IconBell, IconCalendarPlus, IconRepeat } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BulkResult, ListedGift } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/confirm.tsx'
import type { RowSelection } from '#web/components/data-list.tsx'
import { MoreMenu } from '#web/components/more-menu.tsx'
import { toast, toastError, toastUndo } from '#web/components/toast.tsx'
import { plural, t } from '#web/i18n/gifts.ts'
import { type BulkAction, reloadGifts, runInBatches, showResult } from './bulk-actions.ts'

type BulkPath = 'remind' | 'extend' | 'send-again' | 'cancel'

interface BulkProgress {
  path: BulkPath
  done: number
  total: number
}

/** Runs an action on many gifts with a progress bar and reports the result. */
function useBulkActions() {
  const client = useQueryClient()
  const [running, setRunning] = useState<BulkProgress>()
  const abortController = useRef<AbortController>(undefined)
  const run = async (
    bulk: BulkAction & { path: BulkPath },
    ids: readonly string[],
  ): Promise<BulkResult> => {
    const controller = new AbortController()
    abortController.current = controller
    setRunning({ path: bulk.path, done: 0, total: ids.length })
    try {
      return await runInBatches(bulk, ids, {
        signal: controller.signal,
        onProgress: (done) => setRunning({ path: bulk.path, done, total: ids.length }),
      })
    } finally {
      setRunning(undefined)
      await reloadGifts(client)
    }
  }
  const undoExtension = (result: BulkResult) =>
    runInBatches({
      path: 'expire-at',
      gifts: result.succeeded.flatMap(({ id, expires_at }) =>
        expires_at === undefined ? [] : [{ id, expires_at }],
      ),
    }).then(() => reloadGifts(client), toastError)
  const extend = (ids: readonly string[], days: number) =>
    run({ path: 'extend', days }, ids).then((result) => {
      const count = result.succeeded.length
      if (count > 0)
        toastUndo(
          plural(
            count,
            '{count} gift can be redeemed {days} days longer.',
            '{count} gifts can be redeemed {days} days longer.',
            { days },
          ),
          () => void undoExtension(result),
        )
      if (result.rejected.length > 0) showResult(t('Extended'), result)
    }, toastError)
  const remindNow = async (ids: readonly string[]) => {
    const result = await run({ path: 'remind' }, ids)
    showResult(t('Reminders sent'), result)
  }
  const remind = (ids: readonly string[], onDone: () => void) =>
    ids.length === 1
      ? void remindNow(ids).then(onDone, toastError)
      : confirm({
          title: plural(ids.length, 'Send {count} reminder?', 'Send {count} reminders?'),
          children: t(
            'Each recipient who has not redeemed yet gets an email now. Recipients who declined, whose email bounced, or who got an email within the last hour are skipped.',
          ),
          confirmLabel: plural(ids.length, 'Send {count} reminder', 'Send {count} reminders'),
          isSafe: true,
          onConfirm: async () => {
            void remindNow(ids).then(onDone, toastError)
          },
        })
  const sendAgain = (ids: readonly string[], onDone: () => void) =>
    confirm({
      title: plural(ids.length, 'Send {count} gift again?', 'Send {count} gifts again?'),
      children: t(
        'Each recipient gets a new gift under the same link. Only gifts that expired, were declined or did not arrive are sent; the others are skipped.',
      ),
      confirmLabel:
        ids.length === 1
          ? t('Send again')
          : plural(ids.length, 'Send {count} gift again', 'Send {count} gifts again'),
      isSafe: true,
      onConfirm: async () => {
        void run({ path: 'send-again' }, ids).then((result) => {
          showResult(t('Sent again'), result)
          onDone()
        }, toastError)
      },
    })
  const cancel = (ids: readonly string[], name: string | undefined, onDone: () => void) =>
    confirm({
      title:
        name === undefined
          ? plural(ids.length, 'Cancel {count} gift?', 'Cancel {count} gifts?')
          : t('Cancel {name}?', { name }),
      children: t(
        'Recipients can no longer redeem them, and orders are cancelled. What has already shipped is still delivered. This can’t be undone.',
      ),
      confirmLabel:
        ids.length === 1
          ? t('Cancel gift')
          : plural(ids.length, 'Cancel {count} gift', 'Cancel {count} gifts'),
      onConfirm: async () => {
        void run({ path: 'cancel' }, ids).then((result) => {
          showResult(t('Cancelled'), result)
          onDone()
        }, toastError)
      },
    })
  return {
    running,
    stop: () => abortController.current?.abort(),
    extend,
    remind,
    sendAgain,
    cancel,
  }
}

/** Loads the ids of all matching gifts from the server: at most 10,000 at once. */
async function resolveIds({ rows, matchingQuery }: RowSelection<ListedGift>): Promise<string[]> {
  if (matchingQuery === undefined) return rows.map(({ id }) => id)
  const { ids, has_more } = await api.get('/gift-requests/ids', matchingQuery)
  if (has_more)
    toast(
      plural(
        ids.length,
        'This applied to the newest gift. Repeat it for the rest.',
        'This applied to the newest {count} gifts. Repeat it for the rest.',
      ),
    )
  return ids
}

/** The actions for the selected gifts. */
export function BulkBar({ selection }: { selection: RowSelection<ListedGift> }) {
  const { running, stop, extend, remind, sendAgain, cancel } = useBulkActions()
  const withIds = (action: (ids: string[]) => unknown) => () =>
    void resolveIds(selection).then((ids) => void action(ids), toastError)
  const buttonState = (path: BulkPath) => ({
    loading: running?.path === path,
    disabled: running !== undefined && running.path !== path,
  })
  const [only, ...others] = selection.rows
  const name =
    selection.matchingQuery === undefined && others.length === 0 ? only?.reference : undefined
  return (
    <>
      {running !== undefined && running.total > 1 && <RunProgress running={running} stop={stop} />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBell size={15} aria-hidden />}
        {...buttonState('remind')}
        onClick={withIds((ids) => remind(ids, selection.clear))}
      >
        {t('Remind')}
      </Button>
      <Menu withinPortal>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCalendarPlus size={15} aria-hidden />}
            {...buttonState('extend')}
          >
            {t('Extend')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {[7, 14, 30].map((days) => (
            <Menu.Item
              key={days}
              onClick={withIds((ids) => extend(ids, days).then(selection.clear))}
            >
              {t('By {days} days', { days })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRepeat size={15} aria-hidden />}
        {...buttonState('send-again')}
        onClick={withIds((ids) => sendAgain(ids, selection.clear))}
      >
        {t('Send again')}
      </Button>
      <Button
        size="xs"
        color="red.8"
        variant="filled"
        {...buttonState('cancel')}
        onClick={withIds((ids) => cancel(ids, name, selection.clear))}
      >
        {t('Cancel…|gift')}
      </Button>
    </>
  )
}

const RunProgress = ({
  running: { done, total },
  stop,
}: {
  running: BulkProgress
  stop: () => void
}) => (
  <Group gap="xs" wrap="nowrap">
    <Progress value={(done / total) * 100} w={120} aria-label={t('Progress')} />
    <Text size="sm" aria-live="off">
      {t('{done} of {total}', { done, total })}
    </Text>
    <Button size="compact-sm" variant="subtle" onClick={stop}>
      {t('Stop')}
    </Button>
  </Group>
)

/** The actions for one gift, at the end of its row. */
export function RowActions({ gift: { id, reference } }: { gift: ListedGift }) {
  const { extend, remind, cancel } = useBulkActions()
  const noop = () => {}
  return (
    <MoreMenu label={t('Actions for {reference}', { reference })}>
      <Menu.Item onClick={() => remind([id], noop)}>{t('Send reminder')}</Menu.Item>
      {[7, 14, 30].map((days) => (
        <Menu.Item key={days} onClick={() => void extend([id], days)}>
          {t('Extend by {days} days', { days })}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item color="red" onClick={() => cancel([id], reference, noop)}>
        {t('Cancel…|gift')}
      </Menu.Item>
    </MoreMenu>
  )
}
