import { Group, Text } from '@mantine/core'
import type { AttemptConnection, DeliveryAttempt } from '#web/admin-api.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { t } from '#web/i18n/developers.ts'
import { comma } from '#web/i18n/format.ts'
import { diagnose, formatResponse } from './diagnosis.ts'
import { formatMs } from './format.ts'

const phases = [
  ['dns', t('Name|phase')],
  ['connect', t('Connection')],
  ['tls', 'TLS'],
  ['sent', t('Sent|phase')],
  ['status', t('Status|phase')],
] as const

interface AttemptItemProps {
  attempt: DeliveryAttempt
  connection: AttemptConnection | undefined
  /** Whether the previous attempt failed in the same way. If so, the item omits the explanation. */
  isRepeated: boolean
  isTls: boolean
}

/** An attempt with its time, its completed phases and the response. */
export function AttemptItem({ attempt, connection, isRepeated, isTls }: AttemptItemProps) {
  const diagnosis = diagnose(attempt)
  const isSuccessful = attempt.outcome === 'ok' || diagnosis === undefined
  return (
    <li data-tone={isSuccessful ? 'good' : attempt.outcome === 'unknown' ? 'wait' : 'bad'}>
      <Group gap="0 var(--mantine-spacing-sm)" align="baseline">
        <Text fw={600}>{t('Attempt {number}', { number: attempt.number })}</Text>
        <Text>{formatResponse(attempt)}</Text>
        <Text size="sm" c="dimmed">
          {attempt.duration_ms !== null && `${formatMs(attempt.duration_ms)}${comma}`}
          <RelativeTime at={attempt.started_at} fallback={t('time unknown')} />
        </Text>
      </Group>
      {connection !== undefined && (
        <Phases
          connection={connection}
          duration_ms={attempt.duration_ms}
          isSuccessful={isSuccessful}
          isTls={isTls}
        />
      )}
      {diagnosis !== undefined && !isRepeated && (
        <Text size="sm" mt={2}>
          {diagnosis.why}
        </Text>
      )}
      {attempt.outcome === 'late' && (
        <Text size="xs" c="dimmed">
          {t('The result was recorded late. By then, the event had been retried.')}
        </Text>
      )}
    </li>
  )
}

interface PhasesProps {
  connection: AttemptConnection
  duration_ms: number | null
  isSuccessful: boolean
  isTls: boolean
}

/**
 * The duration of each phase of an attempt. If an attempt has no times, the component shows the phases that
 * it completed.
 */
function Phases({ connection, duration_ms, isSuccessful, isTls }: PhasesProps) {
  const { phase, address } = connection
  const times = toPhaseTimes(connection, duration_ms)
  if (times === undefined || duration_ms === null)
    return <CompletedPhases {...{ reached: phase, isSuccessful, isTls, address }} />
  return (
    <>
      <div className="phase-bar" aria-hidden>
        {times.map(({ name, ms }) => (
          <span
            key={name}
            data-phase={name}
            style={{ flexGrow: Math.max(ms, duration_ms / 100) }}
          />
        ))}
      </div>
      <Text size="xs" c="dimmed" className="phase-times" component="div">
        {times.map(({ name, ms }) => (
          <span key={name} data-phase={name}>
            {phaseNames[name]} {formatMs(ms)}
          </span>
        ))}
        {address !== null && <span>{address}</span>}
      </Text>
    </>
  )
}

const phaseNames = {
  dns: 'DNS',
  connect: t('Connect'),
  tls: 'TLS',
  response: t('Response'),
} as const

/**
 * Returns the duration of each phase. Returns undefined for attempts without times: attempts on a reused
 * connection, and old attempts.
 */
function toPhaseTimes(
  { phase, dns_ms, connect_ms, tls_ms }: AttemptConnection,
  duration_ms: number | null,
): { name: keyof typeof phaseNames; ms: number }[] | undefined {
  if (dns_ms === null || duration_ms === null) return undefined
  const ended = [
    { name: 'dns', ms: dns_ms } as const,
    ...(connect_ms === null ? [] : [{ name: 'connect', ms: connect_ms } as const]),
    ...(tls_ms === null ? [] : [{ name: 'tls', ms: tls_ms } as const]),
  ]
  const rest = Math.max(0, duration_ms - ended.reduce((sum, { ms }) => sum + ms, 0))
  const last = phase === 'connect' || phase === 'tls' ? phase : 'response'
  return ended.some(({ name }) => name === last) ? ended : [...ended, { name: last, ms: rest }]
}

interface CompletedPhasesProps {
  reached: string | null
  isSuccessful: boolean
  isTls: boolean
  address: string | null
}

/** The phases of an attempt up to the last completed phase. */
function CompletedPhases({ reached, isSuccessful, isTls, address }: CompletedPhasesProps) {
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
