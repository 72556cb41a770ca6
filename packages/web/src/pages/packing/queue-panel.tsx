import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueuedParcel, QueueSummary } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { countryName } from '#web/components/formats/country-name.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { t } from '#web/i18n/packing.ts'
import { useMe } from '#web/session.ts'
import { HandedOverRow } from './handed-over-row.tsx'
import { formatCount } from './packing.ts'
import type { Station } from './use-station.ts'

const pollMs = 10_000

type QueueName = 'to_pack' | 'packed' | 'handed_over'

interface QueuePanelProps {
  station: Station
  summary: QueueSummary | undefined
  warehouse_id: string | undefined
}

/**
 * A panel with the queue: the parcels that wait, with the oldest first, the packed parcels that wait for the
 * carrier, and those whose hand-over can be taken back.
 */
export function QueuePanel({ station, summary, warehouse_id }: QueuePanelProps) {
  const [queue, setQueue] = useState<QueueName>('to_pack')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: ['packing', 'queue', queue, warehouse_id],
      queryFn: ({ pageParam }) =>
        api.get('/packing/parcels', {
          queue,
          warehouse_id,
          ...(pageParam === '' ? {} : { after: pageParam }),
        }),
      initialPageParam: '',
      getNextPageParam: ({ has_more, data: rows }) => (has_more ? rows.at(-1)?.id : undefined),
      refetchInterval: pollMs,
    },
  )
  const undo_minutes = summary?.undo_minutes ?? 0
  const rows = data?.pages.flatMap((page) => page.data)
  const tabs = [
    ['to_pack', t('To pack'), summary && summary.waiting + countLeased(summary)],
    ['packed', t('Packed'), summary?.packed],
    ['handed_over', t('Handed over'), summary?.handed_over],
  ] as const
  return (
    <section className="panel packing-queue" aria-label={t('Queue')}>
      {queue !== 'handed_over' && (
        <CancelledNote
          count={summary?.handed_over_cancelled ?? 0}
          show={() => setQueue('handed_over')}
        />
      )}
      <div className="packing-tabs">
        {tabs.map(([name, label, count]) => (
          <button
            key={name}
            type="button"
            className="packing-tab"
            aria-pressed={queue === name}
            onClick={() => setQueue(name)}
          >
            {label}
            <span className="count">{count === undefined ? '' : formatCount(count)}</span>
          </button>
        ))}
      </div>
      {error !== null && rows === undefined && (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
      {rows === undefined && error === null && <RowsSkeleton rows={4} />}
      {rows?.length === 0 && <EmptyQueue queue={queue} undoMinutes={undo_minutes} />}
      {queue === 'handed_over' && rows !== undefined && rows.length > 0 && (
        <Text size="sm" c="dimmed" px="md" pt="sm">
          {t('You can take a parcel back for {minutes} minutes. Then the recipient is informed.', {
            minutes: undo_minutes,
          })}
        </Text>
      )}
      <ul className="packing-rows">
        {rows?.map((row) =>
          row.hand_over === null ? (
            <QueueRow key={row.id} row={row} station={station} />
          ) : (
            <HandedOverRow key={row.id} row={row} handOver={row.hand_over} station={station} />
          ),
        )}
      </ul>
      {hasNextPage && (
        <Group justify="center" p="sm">
          <Button
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('Show more')}
          </Button>
        </Group>
      )}
    </section>
  )
}

/** Warns of parcels that lie in the pile of the carrier, and must not leave. */
const CancelledNote = ({ count, show }: { count: number; show: () => void }) => (
  <div role="alert">
    {count > 0 && (
      <Group className="packing-stop" justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t('Cancelled after the hand-over: {number}. Take them out of the pile.', {
            number: count,
          })}
        </Text>
        <Button
          variant="white"
          color="dark"
          size="xs"
          onMouseDown={(event) => event.preventDefault()}
          onClick={show}
        >
          {t('Show the parcels')}
        </Button>
      </Group>
    )}
  </div>
)

interface EmptyQueueProps {
  queue: QueueName
  undoMinutes: number
}

function EmptyQueue({ queue, undoMinutes }: EmptyQueueProps) {
  const isStaging = useMe().account.stage === 'staging'
  const simulatorText = isStaging ? ` ${t('The parcels of the simulator are not packed.')}` : ''
  const texts = {
    to_pack: [
      t('Nothing to pack'),
      t('Redeemed gifts appear here as soon as their parcels are planned.') + simulatorText,
    ],
    packed: [
      t('Nothing to hand over'),
      t('Packed parcels wait here until the carrier collects them.'),
    ],
    handed_over: [
      t('Nothing to take back'),
      t('A parcel is here for {minutes} minutes after its hand-over.', { minutes: undoMinutes }),
    ],
  } as const
  const [title, text] = texts[queue]
  return (
    <EmptyList guide={queue === 'to_pack' ? 'packing' : 'handOver'} title={title}>
      {text}
    </EmptyList>
  )
}

const countLeased = ({ leased }: QueueSummary): number =>
  leased.reduce((sum, { count }) => sum + count, 0)

function QueueRow({ row, station }: { row: QueuedParcel; station: Station }) {
  const isMine = station.parcels.some(({ id }) => id === row.id)
  return (
    <li>
      <div style={{ minWidth: 0 }}>
        <Text fw={600} className="mono">
          {row.barcode}
        </Text>
        <Text size="sm" truncate>
          {row.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            row.warehouse?.name,
            row.country === null
              ? undefined
              : t('to {country}', { country: countryName(row.country) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          {'\u00a0· '}
          <GiftTime at={row.packed_at ?? row.created_at} />
        </Text>
      </div>
      {row.leased_by !== null && !isMine ? (
        <Text size="sm" c="dimmed" ta="right">
          {t('{name} has it', { name: row.leased_by.name })}
        </Text>
      ) : (
        <Button
          variant="default"
          flex="none"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => (isMine ? station.open(row.id) : void station.take(row.id))}
          aria-label={
            isMine
              ? t('Open parcel {barcode}', { barcode: row.barcode })
              : t('Take parcel {barcode}', { barcode: row.barcode })
          }
        >
          {isMine ? t('Open|verb') : t('Take')}
        </Button>
      )}
    </li>
  )
}
