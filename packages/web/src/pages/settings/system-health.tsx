import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SystemHealth } from '#web/admin-api.ts'
import { StatusBadge, type Tone } from '#web/components/feedback/status-badge.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'

const labels: Readonly<Record<SystemHealth, readonly [Tone, string]>> = {
  ok: ['good', t('Working')],
  warning: ['wait', t('Needs attention|system')],
  failed: ['bad', t('Not working')],
}

export function HealthBadge({ health }: { health: SystemHealth }) {
  const [tone, label] = labels[health]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}

interface HealthPanelProps {
  title: string
  health: SystemHealth
  /** A text about what the operator can do. */
  remedy?: string | undefined
  hasNoBadge?: boolean
  children: ReactNode
}

/**
 * A panel for a part of the installation, with its health. If something is wrong, the panel also shows the
 * remedy.
 */
export const HealthPanel = ({ title, health, remedy, hasNoBadge, children }: HealthPanelProps) => (
  <Panel title={title} about={remedy} action={!hasNoBadge && <HealthBadge health={health} />}>
    {children}
  </Panel>
)

/** A section with a long table. The user opens it when necessary. */
export const Details = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details>
    <Text component="summary" size="sm" style={{ cursor: 'pointer' }} py={6}>
      {summary}
    </Text>
    {children}
  </details>
)

/** A panel for a part of the installation that the service could not read. */
export const UnreadablePanel = ({ title }: { title: string }) => (
  <HealthPanel title={title} health="failed">
    <Text c="dimmed">{t('This part cannot be read. The log of the service has the cause.')}</Text>
  </HealthPanel>
)

const minute = 60
const hour = 60 * minute

/** Formats a duration, such as '12 s', '4 min' or '3 h'. */
export function formatSeconds(seconds: number): string {
  const whole = (value: number, unit: 'second' | 'minute' | 'hour') =>
    formatNumber(Math.round(value), { style: 'unit', unit, unitDisplay: 'short' })
  if (seconds < 2 * minute) return whole(seconds, 'second')
  return seconds < 2 * hour ? whole(seconds / minute, 'minute') : whole(seconds / hour, 'hour')
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats a size in bytes, such as '512 kB' or '3.2 GB'. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return formatNumber(bytes / 1000 ** power, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
}
