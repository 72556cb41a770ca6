import { t } from '#web/i18n/overview.ts'
import './overview.css'
import { Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Comparison } from '#web/admin-api.ts'
import { BoxSkeleton, ErrorState } from '#web/components/feedback/status-views.tsx'
import { formatDate, formatNumber } from '#web/i18n/format.ts'
import { useRead } from '#web/use-read.ts'

type Compared = NonNullable<Comparison>
type Counts = Compared['current']

/**
 * A comparison of the figures of a period with the figures of the period before. If the period has no start,
 * there is no period before.
 */
export function PeriodFigures({ filter }: { filter: Record<string, string> }) {
  const { data, error } = useRead('/overview/comparison', filter, {
    staleTime: 30_000,
    enabled: filter.created_from !== undefined,
  })
  if (filter.created_from === undefined) return null
  if (error !== null) return <ErrorState error={error} />
  if (data === undefined) return <BoxSkeleton h={104} label={t('Counting')} />
  return data.comparison === null ? null : <Figures comparison={data.comparison} filter={filter} />
}

function Figures({
  comparison: { current, previous, previous_from },
  filter,
}: {
  comparison: Compared
  filter: Record<string, string>
}) {
  if (current.sent === 0 && previous.sent === 0) return null
  const linked = (stage: keyof Counts) => ({ ...filter, reached: stage })
  return (
    <div>
      <ul className="figures" aria-label={t('This period and the one before')}>
        {stages.map(([stage, label]) => (
          <Figure
            key={stage}
            label={label}
            value={formatNumber(current[stage])}
            before={formatNumber(previous[stage])}
            change={relativeChange(current[stage], previous[stage])}
            difference={current[stage] - previous[stage]}
            search={linked(stage)}
          />
        ))}
        <Figure
          label={t('Redemption rate')}
          value={formatRate(current)}
          before={previous.sent === 0 ? undefined : formatRate(previous)}
          change={undefined}
          difference={rate(current) - rate(previous)}
          search={linked('redeemed')}
        />
      </ul>
      <Text size="xs" c="dimmed" mt={6}>
        {t(
          'Compared with the preceding period of the same length, which began on {day}. Each counts only what happened before it ended.',
          { day: formatDate(previous_from, { dateStyle: 'medium', timeZone: 'UTC' }) },
        )}
      </Text>
    </div>
  )
}

interface FigureProps {
  label: string
  value: string
  /** The value of the period before. Undefined if there is no such value. */
  before: string | undefined
  /** The change in words. Undefined if there is nothing to compare the value with. */
  change: string | undefined
  difference: number
  search: Record<string, string>
}

function Figure({ label, value, before, change, difference, search }: FigureProps) {
  const Icon = difference > 0 ? IconArrowUpRight : difference < 0 ? IconArrowDownRight : IconMinus
  return (
    <li className="panel">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Link to="/gift-requests" search={search} aria-label={`${label}: ${value}`}>
        {value}
      </Link>
      {before !== undefined && (
        <Text size="xs" c="dimmed" component="div" className="figure-change">
          <Icon size={14} aria-hidden />
          <span>
            {change === undefined
              ? t('was {value}', { value: before })
              : t('{change} from {value}', { change, value: before })}
          </span>
        </Text>
      )}
    </li>
  )
}

const stages: readonly (readonly [keyof Counts, string])[] = [
  ['sent', t('Sent|gifts')],
  ['opened', t('Opened|gifts')],
  ['redeemed', t('Redeemed|gifts')],
]

/**
 * The minimum number of gifts for a percentage. A percentage of few gifts is misleading, so the page shows
 * `+40` instead of `+1,000%`.
 */
const minPercentBase = 30

const relativeChange = (now: number, before: number): string | undefined => {
  if (before === 0) return undefined
  return before < minPercentBase
    ? formatNumber(now - before, { signDisplay: 'exceptZero' })
    : formatNumber((now - before) / before, { style: 'percent', signDisplay: 'exceptZero' })
}

const rate = ({ sent, redeemed }: Counts): number => (sent === 0 ? 0 : redeemed / sent)
const formatRate = (counts: Counts): string =>
  counts.sent === 0 ? '–' : formatNumber(rate(counts), { style: 'percent' })
