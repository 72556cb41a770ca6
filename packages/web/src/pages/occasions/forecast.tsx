import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyAt, OccasionForecast, PlannedGift } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { formatMonth } from '#web/components/formats/calendar-day.ts'
import { countryName } from '#web/components/formats/country-name.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { DescriptionList, Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatDate, formatNumber, formatValues } from '#web/i18n/format.ts'
import { t } from '#web/i18n/occasions.ts'
import {
  departureLabels,
  describeHolidays,
  formatDay,
  reasonLabels,
  stateLabels,
} from './occasion-texts.ts'

type Body = BodyAt<'POST', '/occasions/forecast'>
type Period = Body['period']
type Supply = OccasionForecast['supplies'][number]

interface ForecastProps {
  /** The rule; absent: all that are on. */
  rule?: Body['rule']
  hasLastYear?: boolean
}

/** The gifts of the next year, or what the last year would have been. */
export function ForecastPanel({ rule, hasLastYear = false }: ForecastProps) {
  const [period, setPeriod] = useState<Period>('next_year')
  const body = { period, ...(rule !== undefined && { rule }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['/occasions/forecast', body],
    queryFn: () => api.post('/occasions/forecast', body),
  })
  return (
    <Panel
      title={t('Calendar')}
      about={
        period === 'next_year'
          ? t('What the contacts of today mean for the next twelve months.')
          : t(
              'Whom the rule would have reached in the last twelve months, with the contacts of today.',
            )
      }
      action={
        hasLastYear && (
          <SegmentedControl
            aria-label={t('Period')}
            value={period}
            onChange={(value) => setPeriod(value as Period)}
            data={[
              { value: 'next_year', label: t('Next year') },
              { value: 'last_year', label: t('Last year') },
            ]}
          />
        )
      }
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={4} />}
      {data !== undefined && <ForecastView forecast={data} period={period} />}
    </Panel>
  )
}

const ForecastView = ({ forecast, period }: { forecast: OccasionForecast; period: Period }) => (
  <Stack>
    <Text fw={600}>
      {period === 'next_year'
        ? t('{count} gifts in the next twelve months', { count: forecast.total })
        : t('{count} gifts in the last twelve months', { count: forecast.total })}
    </Text>
    {forecast.late > 0 && (
      <Notice tone="info" title={t('{count} gifts arrive late', { count: forecast.late })}>
        {t('The people were added, or the rule was switched on, too late for a gift in time.')}
      </Notice>
    )}
    {forecast.supplies.map((supply) => (
      <SupplyFacts key={supply.campaign_id} supply={supply} hasStock={period === 'next_year'} />
    ))}
    {forecast.parcels.length > 0 && <ParcelFacts parcels={forecast.parcels} />}
    {forecast.months.length > 0 && <MonthTable forecast={forecast} />}
    {forecast.excluded.length > 0 && (
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {t('Who gets nothing')}
        </Text>
        <DescriptionList
          rows={forecast.excluded.map(({ reason, people }) => [
            reasonLabels[reason] ?? reason,
            formatNumber(people),
          ])}
        />
      </Stack>
    )}
    {forecast.gifts.length > 0 && <GiftTable gifts={forecast.gifts} total={forecast.total} />}
  </Stack>
)

function SupplyFacts({ supply, hasStock }: { supply: Supply; hasStock: boolean }) {
  const { campaign_name, gifts, most_per_gift, items_without_cost } = supply
  const costs = most_per_gift.map(({ amount_minor, currency }) =>
    formatAmount(amount_minor * gifts, currency),
  )
  return (
    <Stack gap="xs">
      <DescriptionList
        rows={[
          [t('Campaign'), campaign_name],
          costs.length > 0 && [t('Cost at most, without shipping'), formatValues(costs)],
          items_without_cost > 0 && [t('Items without a cost'), formatNumber(items_without_cost)],
          hasStock &&
            supply.in_stock !== null && [
              t('In stock'),
              t('{count} gifts', { count: supply.in_stock }),
            ],
          hasStock &&
            supply.budget_left !== null && [
              t('Budget left'),
              formatAmount(supply.budget_left.amount_minor, supply.budget_left.currency),
            ],
        ]}
      />
      {hasStock && supply.out_of_stock_at !== null && (
        <Notice tone="bad" title={t('The stock ends before the year')}>
          {t('From {date} on there is no stock for the gifts.', {
            date: formatDate(supply.out_of_stock_at, { dateStyle: 'medium' }),
          })}
        </Notice>
      )}
      {hasStock && supply.over_budget_at !== null && (
        <Notice tone="bad" title={t('The budget ends before the year')}>
          {t('From {date} on the budget does not pay for the gifts.', {
            date: formatDate(supply.over_budget_at, { dateStyle: 'medium' }),
          })}
        </Notice>
      )}
    </Stack>
  )
}

const ParcelFacts = ({ parcels }: { parcels: OccasionForecast['parcels'] }) => (
  <Stack gap={4}>
    <Text size="sm" fw={600}>
      {t('Days of a parcel')}
    </Text>
    <DescriptionList
      rows={parcels.map(({ country, days, is_measured }) => [
        countryName(country),
        is_measured
          ? t('{count} days, as for nine of ten of your latest parcels', { count: days })
          : t('{count} days, assumed: there are too few parcels to measure', { count: days }),
      ])}
    />
  </Stack>
)

const MonthTable = ({ forecast: { months } }: { forecast: OccasionForecast }) => (
  <DetailTable
    label={t('Months')}
    rows={months}
    rowKey={({ month }) => month}
    columns={[
      { header: t('Month'), cell: ({ month }) => formatMonth(month) },
      { header: t('Gifts'), isNumeric: true, cell: ({ gifts }) => formatNumber(gifts) },
      { header: t('Late'), isNumeric: true, cell: ({ late }) => formatNumber(late) },
    ]}
  />
)

const pageSize = 25

function GiftTable({ gifts, total }: { gifts: readonly PlannedGift[]; total: number }) {
  const [shown, setShown] = useState(pageSize)
  return (
    <Stack gap="xs">
      <DetailTable
        label={t('Gifts')}
        rows={gifts.slice(0, shown)}
        rowKey={({ rule_id, contact_id, year }) => `${rule_id} ${contact_id} ${year}`}
        to={({ name, contact_id, rule_id }) =>
          name === '' ? `/occasions/${rule_id}` : `/contacts/${contact_id}`
        }
        columns={[
          { header: t('Person'), cell: ({ name }) => name || t('Deleted contact') },
          { header: t('Rule'), cell: ({ rule_name }) => rule_name, isDesktopOnly: true },
          { header: t('Day'), cell: describeDay },
          { header: t('Goes out'), cell: (gift) => <SendDay gift={gift} /> },
          { header: t('State'), cell: (gift) => <GiftState gift={gift} /> },
        ]}
      />
      {shown < gifts.length && (
        <Button variant="default" onClick={() => setShown(shown + 4 * pageSize)}>
          {t('Show more')}
        </Button>
      )}
      {shown >= gifts.length && gifts.length < total && (
        <Text size="sm" c="dimmed">
          {t('The first {count} gifts are listed.', { count: gifts.length })}
        </Text>
      )}
    </Stack>
  )
}

const describeDay = ({ day, number }: PlannedGift): string =>
  number === null ? formatDay(day) : `${formatDay(day)} (${formatNumber(number)})`

const SendDay = ({ gift }: { gift: PlannedGift }) => {
  const holidays = describeHolidays(gift)
  return (
    <>
      {formatDay(gift.send_day)}
      {holidays !== '' && (
        <Text size="xs" c="dimmed">
          {holidays}
        </Text>
      )}
    </>
  )
}

const GiftState = ({ gift: { state, is_late, reason } }: { gift: PlannedGift }) =>
  is_late && state === 'planned' ? (
    <StatusBadge tone="wait">{t('Late')}</StatusBadge>
  ) : (
    <>
      <StatusBadge tone={state === 'failed' ? 'bad' : state === 'sent' ? 'good' : 'end'}>
        {stateLabels[state]}
      </StatusBadge>
      {reason !== null && (
        <Text size="xs" c="dimmed">
          {departureLabels[reason]}
        </Text>
      )}
    </>
  )
