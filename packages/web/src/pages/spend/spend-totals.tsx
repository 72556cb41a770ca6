import { Text } from '@mantine/core'
import type { SpendReport, SpendTotal } from '#web/admin-api.ts'
import { formatMonth } from '#web/components/formats/calendar-day.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/spend.ts'

/** A list with the total of each currency, compared with the period before. */
export const SpendTotals = ({ report }: { report: SpendReport }) => (
  <ul className="spend-totals" aria-label={t('Totals')}>
    {report.totals.map((total) => (
      <li key={total.currency} className="panel">
        <Text size="sm" c="dimmed">
          {t('{count} gifts', { count: total.gifts })}
        </Text>
        <Text size="xl" fw={700} className="spend-amount">
          {formatAmount(total.total_minor, total.currency)}
        </Text>
        <Text size="sm">{describeChange(total)}</Text>
        <Text size="xs" c="dimmed">
          {describePeriod(report)}
        </Text>
      </li>
    ))}
  </ul>
)

function describeChange({ total_minor, previous_minor, currency }: SpendTotal): string {
  if (previous_minor === 0) return t('Nothing in the period before')
  const percent = formatNumber(total_minor / previous_minor - 1, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  return t('{percent} compared with {amount}', {
    percent,
    amount: formatAmount(previous_minor, currency),
  })
}

const describePeriod = ({ previous: { from, until } }: SpendReport): string =>
  from === until
    ? t('in {month}', { month: formatMonth(from) })
    : t('from {from} to {until}', { from: formatMonth(from), until: formatMonth(until) })
