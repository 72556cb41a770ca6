import { Stack, Table, Text } from '@mantine/core'
import type { EndpointDetail, HalfHour } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/developers.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { diagnose } from './diagnosis.ts'
import { AttemptsChart, LatencyChart } from './endpoint-charts.tsx'
import { formatMs, formatTime } from './format.ts'

/** Charts of the last 24 hours, and a table with the same data. */
export function EndpointStats({ endpoint: { id, day } }: { endpoint: EndpointDetail }) {
  if (day.attempts === 0)
    return (
      <div className="panel">
        <EmptyList guide="attempts" title={t('No attempts in the last 24 hours')}>
          {t('Send a test event to see it here at once.')}
        </EmptyList>
      </div>
    )
  const activeHalfHours = day.half_hours.filter(({ ok, failed }) => ok + failed > 0)
  return (
    <Stack gap="lg">
      <Panel
        title={t('Attempts')}
        about={
          day.is_partial
            ? t(
                'Each bar is half an hour. Green: arrived. Red: failed. Only the newest 20,000 deliveries are counted.',
              )
            : t('Each bar is half an hour. Green: arrived. Red: failed.')
        }
      >
        <AttemptsChart endpointId={id} halfHours={day.half_hours} />
      </Panel>
      <Panel
        title={t('Response time')}
        about={t(
          'From the start of an attempt to the response status. Solid line: median. Dashed line: 95th percentile.',
        )}
      >
        <LatencyChart endpointId={id} halfHours={day.half_hours} />
      </Panel>
      <Panel title={t('Data')}>
        <details>
          <summary className="summary">{t('Half hours with attempts')}</summary>
          <HalfHoursTable halfHours={activeHalfHours} />
        </details>
        {day.causes.length > 0 && <FailureCauses day={day} />}
      </Panel>
    </Stack>
  )
}

const HalfHoursTable = ({ halfHours }: { halfHours: readonly HalfHour[] }) => (
  <Table mt="sm" horizontalSpacing={6}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('From')}</Table.Th>
        <Table.Th>{t('Arrived')}</Table.Th>
        <Table.Th>{t('Failed')}</Table.Th>
        <Table.Th>{t('Median')}</Table.Th>
        <Table.Th>p95</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {halfHours.map(({ from, ok, failed, p50_ms, p95_ms }) => (
        <Table.Tr key={from}>
          <Table.Td>{formatTime(from)}</Table.Td>
          <Table.Td>{formatNumber(ok)}</Table.Td>
          <Table.Td>{formatNumber(failed)}</Table.Td>
          <Table.Td>{formatMs(p50_ms)}</Table.Td>
          <Table.Td>{formatMs(p95_ms)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

const FailureCauses = ({ day }: { day: EndpointDetail['day'] }) => (
  <>
    <Text size="sm" fw={600} mt="md">
      {t('Why attempts failed')}
    </Text>
    <Table mt="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Reason')}</Table.Th>
          <Table.Th>{t('Count')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {day.causes.map((cause) => (
          <Table.Tr key={`${cause.error} ${cause.reason} ${cause.status}`}>
            <Table.Td>{formatCause(cause)}</Table.Td>
            <Table.Td>{formatNumber(cause.count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </>
)

/** Describes the cause of failed attempts. For a failed TLS connection, the text is the reason. */
function formatCause(cause: EndpointDetail['day']['causes'][number]): string | undefined {
  const diagnosis = diagnose(cause)
  return cause.reason === null ? diagnosis?.title : diagnosis?.why
}
