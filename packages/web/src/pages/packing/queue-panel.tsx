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
import { formatCount } from './packing.ts'
import type { Station } from './use-station.ts'

const pollMs = 10_000

interface QueuePanelProps {
  station: Station
  summary: QueueSummary | undefined
  warehouse_id: string | undefined
}

/**
 * A panel with the queue: the parcels that wait, with the oldest first, and the packed parcels that wait for
 * the carrier.
 */
export function QueuePanel({ station, summary, warehouse_id }: QueuePanelProps) {
  const [queue, setQueue] = useState<'to_pack' | 'packed'>('to_pack')
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
  const isStaging = useMe().account.stage === 'staging'
  const rows = data?.pages.flatMap((page) => page.data)
  const tabs = [
    ['to_pack', t('To pack'), summary && summary.waiting + countLeased(summary)],
    ['packed', t('Packed'), summary?.packed],
  ] as const
  return (
    <section className="panel packing-queue" aria-label={t('Queue')}>
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
      {rows?.length === 0 && (
        <EmptyList
          guide={queue === 'to_pack' ? 'packing' : 'handOver'}
          title={queue === 'to_pack' ? t('Nothing to pack') : t('Nothing to hand over')}
        >
          {queue === 'to_pack'
            ? [
                t('Redeemed gifts appear here as soon as their parcels are planned.'),
                isStaging && t('The parcels of the simulator are not packed.'),
              ]
                .filter(Boolean)
                .join(' ')
            : t('Packed parcels wait here until the carrier collects them.')}
        </EmptyList>
      )}
      <ul className="packing-rows">
        {rows?.map((row) => (
          <QueueRow key={row.id} row={row} station={station} />
        ))}
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
