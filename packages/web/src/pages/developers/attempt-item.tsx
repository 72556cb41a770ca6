import { Group, Text } from '@mantine/core'
import type { DeliveryAttempt } from '#web/admin-api.ts'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { diagnose, formatResponse } from './diagnosis.ts'
import { formatMs } from './format.ts'

const phases = [
  ['dns', 'Name'],
  ['connect', 'Connection'],
  ['tls', 'TLS'],
  ['sent', 'Sent'],
  ['status', 'Status'],
] as const

interface AttemptItemProps {
  attempt: DeliveryAttempt
  /** Whether the previous attempt failed in the same way: the explanation is then omitted. */
  isRepeated: boolean
  isTls: boolean
}

/** An attempt: its time, the phases it completed and the response. */
export function AttemptItem({ attempt, isRepeated, isTls }: AttemptItemProps) {
  const diagnosis = diagnose(attempt)
  const isSuccessful = attempt.outcome === 'ok' || diagnosis === undefined
  return (
    <li data-tone={isSuccessful ? 'good' : attempt.outcome === 'unknown' ? 'wait' : 'bad'}>
      <Group gap="sm" align="baseline">
        <Text fw={600}>Attempt {attempt.number}</Text>
        <Text>{formatResponse(attempt)}</Text>
        <Text size="sm" c="dimmed">
          {attempt.duration_ms === null ? '' : `${formatMs(attempt.duration_ms)}, `}
          <RelativeTime at={attempt.started_at} fallback="time unknown" />
        </Text>
      </Group>
      <Phases
        reached={attempt.phase}
        isSuccessful={isSuccessful}
        isTls={isTls}
        address={attempt.address}
      />
      {diagnosis !== undefined && !isRepeated && (
        <Text size="sm" mt={2}>
          {diagnosis.why}
        </Text>
      )}
      {attempt.outcome === 'late' && (
        <Text size="xs" c="dimmed">
          The result was recorded late. By then, the event had been retried.
        </Text>
      )}
    </li>
  )
}

/** The phases of an attempt up to the last completed one. */
function Phases({
  reached,
  isSuccessful,
  isTls,
  address,
}: {
  reached: string | null
  isSuccessful: boolean
  isTls: boolean
  address: string | null
}) {
  const visiblePhases = phases.filter(([phase]) => isTls || phase !== 'tls')
  const lastIndex = visiblePhases.findIndex(([phase]) => phase === reached)
  if (lastIndex === -1) return null
  return (
    <Text size="xs" c="dimmed">
      {visiblePhases
        .slice(0, lastIndex + 1)
        .map(
          ([, label], at) =>
            `${label} ${at < lastIndex || isSuccessful || reached === 'status' ? '✓' : '✗'}`,
        )
        .join(' → ')}
      {address !== null && ` · ${address}`}
    </Text>
  )
}
