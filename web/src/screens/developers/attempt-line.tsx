import { Group, Text } from '@mantine/core'
import { Moment } from '#web/blocks/moment.tsx'
import { answerOf, diagnose } from './diagnosis.ts'
import type { Attempt } from './types.ts'
import { ms } from './words.ts'

const phases = [
  ['dns', 'Name'],
  ['connect', 'Connection'],
  ['tls', 'TLS'],
  ['sent', 'Sent'],
  ['status', 'Status'],
] as const

interface AttemptLineProps {
  attempt: Attempt
  /** The one before went wrong in the same way: it need not be said again. */
  isSame: boolean
  isTls: boolean
}

/** One attempt: when, how far it came, how it was answered. */
export function AttemptLine({ attempt, isSame, isTls }: AttemptLineProps) {
  const found = diagnose(attempt)
  const isGood = attempt.outcome === 'ok' || found === undefined
  return (
    <li data-tone={isGood ? 'good' : attempt.outcome === 'unknown' ? 'wait' : 'bad'}>
      <Group gap="sm" align="baseline">
        <Text fw={600}>Attempt {attempt.number}</Text>
        <Text>{answerOf(attempt)}</Text>
        <Text size="sm" c="dimmed">
          {attempt.duration_ms === null ? '' : `${ms(attempt.duration_ms)}, `}
          <Moment at={attempt.started_at} none="time unknown" />
        </Text>
      </Group>
      <Phases reached={attempt.phase} isGood={isGood} isTls={isTls} address={attempt.address} />
      {found !== undefined && !isSame && (
        <Text size="sm" mt={2}>
          {found.why}
        </Text>
      )}
      {attempt.outcome === 'late' && (
        <Text size="xs" c="dimmed">
          Our worker was slow to tell; the event had been tried again by then.
        </Text>
      )}
    </li>
  )
}

/** How far it came. */
function Phases({
  reached,
  isGood,
  isTls,
  address,
}: {
  reached: string | null
  isGood: boolean
  isTls: boolean
  address: string | null
}) {
  const ways = phases.filter(([phase]) => isTls || phase !== 'tls')
  const last = ways.findIndex(([phase]) => phase === reached)
  if (last === -1) return null
  return (
    <Text size="xs" c="dimmed">
      {ways
        .slice(0, last + 1)
        .map(
          ([, label], at) => `${label} ${at < last || isGood || reached === 'status' ? '✓' : '✗'}`,
        )
        .join(' → ')}
      {address !== null && ` · ${address}`}
    </Text>
  )
}
