import { Button, Group, Menu, Progress, Text } from '@mantine/core'
import { IconBell, IconCalendarPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, type Query } from '#web/api.ts'
import { confirm } from '#web/blocks/confirm.tsx'
import type { Selection } from '#web/blocks/data-list.tsx'
import { MoreMenu } from '#web/blocks/more-menu.tsx'
import { toast, toastError, toastUndo } from '#web/blocks/toast.tsx'
import { type Bulk, type Outcome, reloadGifts, runInBatches, tellOutcome } from './bulk-run.ts'
import type { GiftRow } from './gifts.tsx'

type Path = 'remind' | 'extend' | 'cancel'

interface Running {
  path: Path
  done: number
  of: number
}

/** Runs an action on many gifts with its progress, and says how it went. */
function useBulk() {
  const client = useQueryClient()
  const [running, setRunning] = useState<Running>()
  const stopping = useRef<AbortController>(undefined)
  const run = async (bulk: Bulk & { path: Path }, ids: readonly string[]): Promise<Outcome> => {
    const controller = new AbortController()
    stopping.current = controller
    setRunning({ path: bulk.path, done: 0, of: ids.length })
    try {
      return await runInBatches(bulk, ids, {
        signal: controller.signal,
        onProgress: (done) => setRunning({ path: bulk.path, done, of: ids.length }),
      })
    } finally {
      setRunning(undefined)
      await reloadGifts(client)
    }
  }
  const undoExtension = (outcome: Outcome) =>
    runInBatches({
      path: 'expire-at',
      gifts: outcome.done.flatMap(({ id, expires_at }) =>
        expires_at === undefined ? [] : [{ id, expires_at }],
      ),
    }).then(() => reloadGifts(client), toastError)
  const extend = (ids: readonly string[], days: number) =>
    run({ path: 'extend', days }, ids).then((outcome) => {
      const count = outcome.done.length
      if (count > 0)
        toastUndo(`${plural(count, 'gift')} can be redeemed ${days} days longer.`, () => {
          void undoExtension(outcome)
        })
      if (outcome.refused.length > 0) tellOutcome('Extended', outcome)
    }, toastError)
  const remindNow = async (ids: readonly string[]) => {
    const outcome = await run({ path: 'remind' }, ids)
    tellOutcome('Reminders sent', outcome)
  }
  const remind = (ids: readonly string[], onDone: () => void) =>
    ids.length === 1
      ? void remindNow(ids).then(onDone, toastError)
      : confirm({
          title: `Send ${plural(ids.length, 'reminder')}?`,
          children:
            'Each recipient who has not redeemed yet gets an e-mail now. Recipients who declined, whose e-mail bounced, or who got an e-mail within the last hour are skipped.',
          verb: `Send ${plural(ids.length, 'reminder')}`,
          isSafe: true,
          run: async () => {
            void remindNow(ids).then(onDone, toastError)
          },
        })
  const cancel = (ids: readonly string[], name: string | undefined, onDone: () => void) =>
    confirm({
      title: name === undefined ? `Cancel ${plural(ids.length, 'gift')}?` : `Cancel ${name}?`,
      children:
        'Recipients can no longer redeem them, and orders are cancelled. What has already shipped is still delivered. This can’t be undone.',
      verb: ids.length === 1 ? 'Cancel the gift' : `Cancel ${plural(ids.length, 'gift')}`,
      run: async () => {
        void run({ path: 'cancel' }, ids).then((outcome) => {
          tellOutcome('Cancelled', outcome)
          onDone()
        }, toastError)
      },
    })
  return { running, stop: () => stopping.current?.abort(), extend, remind, cancel }
}

const plural = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Everything that matches has its ids on the server; at most 10,000 of them are taken at once. */
async function idsOf({ rows, matching }: Selection<GiftRow>): Promise<string[]> {
  if (matching === undefined) return rows.map(({ id }) => id)
  const { ids, has_more } = await api.get<{ ids: string[]; has_more: boolean }>(
    '/gift-requests/ids',
    matching as Query,
  )
  if (has_more) toast(`These are the newest ${plural(ids.length, 'gift')}; repeat it for the rest.`)
  return ids
}

/** What can be done with those that are selected. */
export function BulkBar({ selection }: { selection: Selection<GiftRow> }) {
  const { running, stop, extend, remind, cancel } = useBulk()
  const within = (act: (ids: string[]) => unknown) => () =>
    void idsOf(selection).then((ids) => void act(ids), toastError)
  const state = (path: Path) => ({
    loading: running?.path === path,
    disabled: running !== undefined && running.path !== path,
  })
  const [only, ...others] = selection.rows
  const name = selection.matching === undefined && others.length === 0 ? only?.reference : undefined
  return (
    <>
      {running !== undefined && running.of > 1 && <RunProgress running={running} stop={stop} />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBell size={15} aria-hidden />}
        {...state('remind')}
        onClick={within((ids) => remind(ids, selection.clear))}
      >
        Remind
      </Button>
      <Menu withinPortal>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCalendarPlus size={15} aria-hidden />}
            {...state('extend')}
          >
            Extend
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {[7, 14, 30].map((days) => (
            <Menu.Item
              key={days}
              onClick={within((ids) => extend(ids, days).then(selection.clear))}
            >
              By {days} days
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        size="xs"
        color="red.8"
        variant="filled"
        {...state('cancel')}
        onClick={within((ids) => cancel(ids, name, selection.clear))}
      >
        Cancel…
      </Button>
    </>
  )
}

const RunProgress = ({ running: { done, of }, stop }: { running: Running; stop: () => void }) => (
  <Group gap="xs" wrap="nowrap">
    <Progress value={(done / of) * 100} w={120} aria-label="Progress" />
    <Text size="sm" aria-live="off">
      {done.toLocaleString('en')} of {of.toLocaleString('en')}
    </Text>
    <Button size="compact-sm" variant="subtle" onClick={stop}>
      Stop
    </Button>
  </Group>
)

/** The same for one, at the end of its row. */
export function RowActions({ gift: { id, reference } }: { gift: GiftRow }) {
  const { extend, remind, cancel } = useBulk()
  const nothing = () => {}
  return (
    <MoreMenu label={`What to do with ${reference}`}>
      <Menu.Item onClick={() => remind([id], nothing)}>Remind the recipient</Menu.Item>
      {[7, 14, 30].map((days) => (
        <Menu.Item key={days} onClick={() => void extend([id], days)}>
          Extend by {days} days
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item color="red" onClick={() => cancel([id], reference, nothing)}>
        Cancel…
      </Menu.Item>
    </MoreMenu>
  )
}
