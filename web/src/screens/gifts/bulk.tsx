import { Button, Menu } from '@mantine/core'
import { IconBell, IconCalendarPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#web/blocks/confirm.tsx'
import { MoreMenu } from '#web/blocks/more-menu.tsx'
import { toastError, toastUndo } from '#web/blocks/toast.tsx'
import { type Bulk, inParts, type Outcome, reloadGifts, tellOutcome } from './bulk-run.ts'
import type { GiftRow } from './gifts.tsx'

type Gift = Pick<GiftRow, 'id' | 'reference' | 'recipient'>

/** Does it with all of them, and says how it went, of each. */
function useBulk() {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const run = async (bulk: Bulk, gifts: readonly Gift[]): Promise<Outcome> => {
    setBusy(true)
    try {
      return await inParts(
        bulk,
        gifts.map(({ id }) => id),
      )
    } finally {
      setBusy(false)
      await reloadGifts(client)
    }
  }
  const undoExtension = (outcome: Outcome) =>
    inParts({
      path: 'expire-at',
      gifts: outcome.done.flatMap(({ id, expires_at }) =>
        expires_at === undefined ? [] : [{ id, expires_at }],
      ),
    }).then(() => reloadGifts(client), toastError)
  const extend = (gifts: readonly Gift[], days: number) =>
    run({ path: 'extend', days }, gifts).then((outcome) => {
      const count = outcome.done.length
      if (count > 0)
        toastUndo(`${plural(count, 'gift')} can be redeemed ${days} days longer.`, () => {
          void undoExtension(outcome)
        })
      if (outcome.refused.length > 0) tellOutcome('Not extended', outcome)
    }, toastError)
  const remind = (gifts: readonly Gift[]) =>
    run({ path: 'remind' }, gifts).then(
      (outcome) => tellOutcome('Reminders on their way', outcome),
      toastError,
    )
  const cancel = (gifts: readonly Gift[], onDone: () => void) =>
    confirm({
      title:
        gifts.length === 1 ? `Cancel ${gifts[0]?.reference}?` : `Cancel ${gifts.length} gifts?`,
      children:
        'Recipients can no longer redeem them, and orders are called off. What has left stays on its way. This cannot be taken back.',
      verb: gifts.length === 1 ? 'Cancel the gift' : `Cancel ${gifts.length} gifts`,
      run: async () => {
        tellOutcome('Cancelled', await run({ path: 'cancel' }, gifts))
        onDone()
      },
    })
  return { isBusy, extend, remind, cancel }
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What can be done with those that are selected. */
export function BulkBar({ selected, clear }: { selected: readonly GiftRow[]; clear: () => void }) {
  const { isBusy, extend, remind, cancel } = useBulk()
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBell size={15} aria-hidden />}
        loading={isBusy}
        onClick={() => void remind(selected)}
      >
        Remind
      </Button>
      <Menu withinPortal>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCalendarPlus size={15} aria-hidden />}
            disabled={isBusy}
          >
            Extend
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {[7, 14, 30].map((days) => (
            <Menu.Item key={days} onClick={() => void extend(selected, days)}>
              By {days} days
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        size="xs"
        color="red.8"
        variant="filled"
        disabled={isBusy}
        onClick={() => cancel(selected, clear)}
      >
        Cancel …
      </Button>
    </>
  )
}

/** The same for one, at the end of its row. */
export function RowActions({ gift }: { gift: GiftRow }) {
  const { extend, remind, cancel } = useBulk()
  return (
    <MoreMenu label={`What to do with ${gift.reference}`}>
      <Menu.Item onClick={() => void remind([gift])}>Remind the recipient</Menu.Item>
      <Menu.Item onClick={() => void extend([gift], 14)}>Extend by 14 days</Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" onClick={() => cancel([gift], () => {})}>
        Cancel …
      </Menu.Item>
    </MoreMenu>
  )
}
