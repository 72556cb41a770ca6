import '#web/components/charts/bar-chart.css'
import { Progress, Text } from '@mantine/core'
import type { BudgetUse } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { formatMonth } from '#web/components/formats/calendar-day.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { formatDate } from '#web/i18n/format.ts'
import { t } from '#web/i18n/spend.ts'
import { useRead } from '#web/use-read.ts'

/** The budgets of campaigns and teams: what is spent, committed and left. Those that run out first come first. */
export function Budgets() {
  const { data, error, refetch } = useRead('/spend/budgets')
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <RowsSkeleton rows={6} />
  if (data.data.length === 0)
    return (
      <EmptyList
        guide="budgets"
        title={t('No budgets yet')}
        action={
          <ButtonLink variant="default" to="/campaigns">
            {t('Open the campaigns')}
          </ButtonLink>
        }
      >
        {t('A campaign gets its budget on its page, under Edit, and a team in the settings.')}
      </EmptyList>
    )
  return (
    <>
      <ul className="spend-totals spend-budgets" aria-label={t('Budgets')}>
        {data.data.toSorted(byUrgency).map((budget) => (
          <li key={`${budget.kind} ${budget.id}`} className="panel">
            <BudgetCard budget={budget} />
          </li>
        ))}
      </ul>
      {data.has_more && (
        <Text size="sm" c="dimmed">
          {t('Only the first 200 campaigns are shown.')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t(
          'Committed is the most that open gifts can cost. Shipping is not part of a budget. Months are in UTC.',
        )}
      </Text>
    </>
  )
}

function byUrgency(one: BudgetUse, other: BudgetUse): number {
  const rank = ({ forecast, runs_out_at }: BudgetUse) =>
    forecast === 'used_up' ? 0 : runs_out_at === null ? Number.MAX_VALUE : Date.parse(runs_out_at)
  return rank(one) - rank(other) || one.name.localeCompare(other.name)
}

function BudgetCard({ budget }: { budget: BudgetUse }) {
  const { amount_minor, currency, spent_minor, committed_minor, left_minor } = budget
  const money = (minor: number) => formatAmount(minor, currency)
  const share = (minor: number) =>
    (100 * minor) / Math.max(amount_minor, spent_minor + committed_minor, 1)
  return (
    <>
      <Text size="xs" c="dimmed">
        {budget.kind === 'team' ? t('Team') : t('Campaign')}
      </Text>
      <h2 className="spend-budget-name">
        <OwnerLink budget={budget} />
      </h2>
      <Text size="xl" fw={700} className="spend-amount">
        {left_minor < 0
          ? t('{amount} over', { amount: money(-left_minor) })
          : t('{amount} left', { amount: money(left_minor) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('of {amount}', { amount: money(amount_minor) })}
        {budget.stops && ` · ${t('stops new gifts')}`}
      </Text>
      <Progress.Root size="lg" my="xs" aria-hidden>
        <Progress.Section value={share(spent_minor)} color={left_minor < 0 ? 'red' : 'teal'} />
        <Progress.Section
          value={share(committed_minor)}
          color={left_minor < 0 ? 'red.3' : 'teal.3'}
        />
      </Progress.Root>
      <dl className="spend-parts">
        <dt>{t('Spent')}</dt>
        <dd>{money(spent_minor)}</dd>
        <dt>{t('Committed')}</dt>
        <dd>{money(committed_minor)}</dd>
      </dl>
      <Text size="sm" mt="xs">
        {describeForecast(budget)}
      </Text>
      <MonthBars budget={budget} />
    </>
  )
}

const OwnerLink = ({ budget: { kind, id, name } }: { budget: BudgetUse }) =>
  kind === 'campaign' ? (
    <PageLink to="/campaigns/$id" params={{ id }} c="inherit" fw={600}>
      {name}
    </PageLink>
  ) : (
    <PageLink to="/settings/teams" c="inherit" fw={600}>
      {name}
    </PageLink>
  )

function describeForecast({ forecast, runs_out_at }: BudgetUse): string {
  if (forecast === 'used_up') return t('It is used up.')
  if (forecast === 'idle') return t('No gift was sent in the last 90 days.')
  if (forecast === 'too_early') return t('Too early to say when it runs out.')
  if (forecast === 'lasts' || runs_out_at === null)
    return t('At the pace of the last 90 days, it lasts for more than two years.')
  const date = formatDate(runs_out_at, { day: 'numeric', month: 'long', year: 'numeric' })
  return t('At the pace of the last 90 days, it runs out around {date}.', { date })
}

/** What the gifts of each month have taken of the budget. */
function MonthBars({ budget: { name, months, currency } }: { budget: BudgetUse }) {
  const most = Math.max(...months.map(({ amount_minor }) => amount_minor))
  if (most === 0) return null
  // The months before the first gift say nothing.
  const first = months.findIndex(({ amount_minor }) => amount_minor > 0)
  const shown = months.slice(Math.min(first, months.length - 2))
  return (
    <table className="bars" aria-label={t('{name} by month', { name })}>
      <tbody>
        {shown.map(({ month, amount_minor }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month)}</th>
            <td className="bar" aria-hidden>
              <span style={{ width: `${(100 * amount_minor) / most}%` }} />
            </td>
            <td className="number">
              {amount_minor === 0 ? '–' : formatAmount(amount_minor, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
