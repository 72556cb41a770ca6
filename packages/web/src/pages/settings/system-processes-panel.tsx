import { Group, Stack, Text, Title } from '@mantine/core'
import type { ProcessStatus, SystemStatus } from '#web/admin-api.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { DescriptionList } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatList, formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import {
  Details,
  formatBytes,
  formatSeconds,
  HealthBadge,
  HealthPanel,
  UnreadablePanel,
} from './system-health.tsx'

/** A panel with all processes of the installation and their loops. */
export function SystemProcessesPanel({ processes, has_worker, service }: SystemStatus) {
  if (processes === null) return <UnreadablePanel title={t('Processes')} />
  const worst = (['failed', 'warning'] as const).find((health) =>
    processes.some((each) => each.health === health),
  )
  return (
    <HealthPanel
      title={t('Processes')}
      health={has_worker ? (worst ?? 'ok') : 'failed'}
      remedy={
        has_worker
          ? undefined
          : t('No worker reports. Deliveries, emails and timers wait until one starts.')
      }
    >
      <Stack gap="lg">
        {processes.map((each) => (
          <ProcessDetails key={each.id} process={each} service={service} />
        ))}
      </Stack>
    </HealthPanel>
  )
}

interface ProcessDetailsProps {
  process: ProcessStatus
  service: SystemStatus['service']
}

function ProcessDetails({ process, service }: ProcessDetailsProps) {
  const { connections, deliveries, loops } = process
  const problem = findProblem(process, service)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('{host}, process {pid}', { host: process.host, pid: String(process.pid) })}
        </Title>
        <HealthBadge health={process.health} />
      </Group>
      {problem !== undefined && <Text size="sm">{problem}</Text>}
      <DescriptionList
        rows={[
          [t('Roles'), formatList(process.roles)],
          [t('Version'), `${process.version} ${process.commit}`],
          [t('Started'), <RelativeTime key="started" at={process.started_at} />],
          [t('Last report'), <RelativeTime key="report" at={process.reported_at} />],
          [t('Clock'), describeClock(process.clock_skew_ms)],
          [t('Memory'), formatBytes(process.memory_bytes)],
          [t('Connections'), t('{open} open, {idle} idle, {waiting} waiting', connections)],
          deliveries !== null && [
            t('Deliveries'),
            t('{delivered} delivered, {failed} failed attempts, {in_flight} in flight', {
              delivered: deliveries.delivered,
              failed: deliveries.failed,
              in_flight: deliveries.in_flight,
            }),
          ],
        ]}
      />
      {loops.length > 0 && (
        <Details summary={describeLoops(loops)}>
          <LoopTable loops={loops} />
        </Details>
      )}
    </Stack>
  )
}

function describeLoops(loops: ProcessStatus['loops']): string {
  const late = loops.filter(({ is_late }) => is_late).length
  return late === 0
    ? t('{count} loops, all on time', { count: loops.length })
    : t('{late} of {count} loops are late', { late, count: loops.length })
}

const LoopTable = ({ loops }: Pick<ProcessStatus, 'loops'>) => (
  <DetailTable
    label={t('Loops')}
    rows={loops}
    rowKey={({ name }) => name}
    columns={[
      { header: t('Loop'), cell: ({ name }) => name },
      {
        header: t('Last run'),
        cell: ({ last_success_at }) => <RelativeTime at={last_success_at} />,
      },
      { header: t('Interval'), cell: ({ interval_ms }) => formatSeconds(interval_ms / 1000) },
      { header: t('Failures'), cell: ({ failures }) => formatNumber(failures) },
      { header: t('State'), cell: ({ is_late }) => (is_late ? t('late') : t('in time')) },
    ]}
  />
)

/** Describes the worst problem of a process, and its remedy. Returns undefined if there is no problem. */
function findProblem(process: ProcessStatus, service: SystemStatus['service']): string | undefined {
  if (process.is_silent)
    return t(
      'This process has not reported for a while. It may have crashed, or lost the database.',
    )
  if (process.deliveries?.problem != null) return process.deliveries.problem
  if (process.loops.some(({ is_late }) => is_late))
    return t('Some loops are late. The log of the process has the cause.')
  if (process.version !== service.version || process.commit !== service.commit)
    return t('This process runs another version than the process that served this page.')
  return undefined
}

const describeClock = (ms: number): string =>
  Math.abs(ms) < 1_000
    ? t('in sync with the database')
    : ms > 0
      ? t('{duration} ahead of the database', { duration: formatSeconds(ms / 1000) })
      : t('{duration} behind the database', { duration: formatSeconds(-ms / 1000) })
