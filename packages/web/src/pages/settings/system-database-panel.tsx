import { Stack } from '@mantine/core'
import type { SystemStatus } from '#web/admin-api.ts'
import { DescriptionList } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import {
  Details,
  formatBytes,
  formatSeconds,
  HealthPanel,
  UnreadablePanel,
} from './system-health.tsx'

type Database = NonNullable<SystemStatus['database']>

const migrationLabels = {
  current: t('up to date'),
  behind: t('behind this version'),
  unusable: t('not usable with this version'),
}

export function SystemDatabasePanel({ database }: Pick<SystemStatus, 'database'>) {
  if (database === null) return <UnreadablePanel title={t('Database')} />
  const { connections, migrations, replica, partitions, backfills } = database
  return (
    <HealthPanel title={t('Database')} health={database.health} remedy={databaseRemedy(database)}>
      <Stack>
        <DescriptionList
          rows={[
            [
              t('PostgreSQL'),
              database.is_embedded
                ? t('{version}, embedded', { version: database.version })
                : database.version,
            ],
            [t('Size'), formatBytes(database.size_bytes)],
            [
              t('Migrations'),
              t('{count}, {state}', {
                count: migrations.applied,
                state: migrationLabels[migrations.state],
              }),
            ],
            [t('Newest migration'), migrations.newest ?? '–'],
            [
              t('Connections'),
              t('{used} of {max}', { used: connections.used, max: connections.max }),
            ],
            [t('Longest transaction'), formatSeconds(database.longest_transaction_seconds)],
            [t('Read replica'), describeReplica(replica)],
            ...backfills.map(
              ({ table, copied_rows }) =>
                [
                  t('Copied to partitions'),
                  t('{table}: {count} rows', { table, count: copied_rows }),
                ] as const,
            ),
          ]}
        />
        <Details summary={t('Partitions')}>
          <DetailTable
            label={t('Partitions')}
            rows={partitions}
            rowKey={({ table }) => table}
            columns={[
              { header: t('Table'), cell: ({ table }) => table, isWide: true },
              { header: t('Partitions'), cell: ({ count }) => formatNumber(count) },
              { header: t('Newest'), cell: ({ newest }) => newest ?? '–', isWide: true },
              {
                header: t('Rows without a partition'),
                cell: ({ has_default_rows }) => (has_default_rows ? t('yes') : t('no|rows')),
              },
            ]}
          />
        </Details>
      </Stack>
    </HealthPanel>
  )
}

function describeReplica(replica: Database['replica']): string {
  if (replica === null) return t('not configured')
  if (!replica.is_usable) return t('not available')
  return replica.lag_bytes === null
    ? t('available')
    : t('{size} behind', { size: formatBytes(replica.lag_bytes) })
}

function databaseRemedy({
  health,
  migrations,
  replica,
  connections,
}: Database): string | undefined {
  if (health === 'ok') return undefined
  if (migrations.state !== 'current')
    return t('Run: npx bestow migrate, or start the version that fits the schema.')
  if (replica?.is_usable === false)
    return t('Lists and reports use the primary until the replica is back.')
  if (connections.used > 0.9 * connections.max)
    return t('Raise max_connections, or lower BESTOW_DATABASE_CONNECTIONS.')
  return t('A long transaction keeps old rows alive. End it, or use PostgreSQL 15 or later.')
}
