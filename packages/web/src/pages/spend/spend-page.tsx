import './spend.css'
import { Button, Group, Menu, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SpendReport, SpendRow } from '#web/admin-api.ts'
import { apiUrl } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { formatMonth } from '#web/components/formats/calendar-day.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { type Column, DetailTable } from '#web/components/lists/detail-table.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/spend.ts'
import { useRead } from '#web/use-read.ts'
import { Budgets } from './budgets.tsx'
import { isPeriod, type PeriodName, periods } from './months.ts'
import { SpendTotals } from './spend-totals.tsx'

const groups = ['month', 'campaign', 'sender', 'cost_centre', 'team'] as const
type ReportGroup = (typeof groups)[number]

const groupLabels: Readonly<Record<ReportGroup, string>> = {
  month: t('Month'),
  campaign: t('Campaign'),
  sender: t('Sender'),
  cost_centre: t('Cost centre'),
  team: t('Team'),
}

const periodLabels: Readonly<Record<PeriodName, string>> = {
  this_month: t('This month'),
  last_month: t('Last month'),
  three_months: t('Last 3 months'),
  twelve_months: t('Last 12 months'),
  this_year: t('This year'),
  last_year: t('Last year'),
}

/** The page with the cost of gifts by month, campaign, sender, cost centre or team. */
export function SpendPage() {
  const { filters, set } = useUrlFilters()
  const view = filters.view === 'budgets' ? 'budgets' : 'report'
  return (
    <Page
      title={t('Spend')}
      about={t('What your gifts cost: items when they are redeemed, labels, and donations.')}
      action={view === 'report' && <Downloads query={readQuery(filters)} />}
    >
      <Stack>
        <SegmentedControl
          aria-label={t('View')}
          style={{ alignSelf: 'flex-start' }}
          data={[
            { value: 'report', label: t('Report') },
            { value: 'budgets', label: t('Budgets') },
          ]}
          value={view}
          onChange={(value) => set({ view: value === 'budgets' ? value : undefined })}
        />
        {view === 'budgets' ? <Budgets /> : <ReportView filters={filters} set={set} />}
      </Stack>
    </Page>
  )
}

type Filters = ReturnType<typeof useUrlFilters>

const readPeriod = ({ period }: Filters['filters']): PeriodName =>
  isPeriod(period) ? period : 'twelve_months'

const readQuery = (filters: Filters['filters']) => ({
  by: groups.find((group) => group === filters.by) ?? ('month' as const),
  ...periods[readPeriod(filters)](),
})

function ReportView({ filters, set }: Pick<Filters, 'filters' | 'set'>) {
  const query = readQuery(filters)
  const { by } = query
  const { data, error, refetch } = useRead('/spend', query, { placeholderData: keepPreviousData })
  return (
    <>
      <div className="spend-filters">
        <Select
          label={t('Period')}
          allowDeselect={false}
          data={Object.entries(periodLabels).map(([value, label]) => ({ value, label }))}
          value={readPeriod(filters)}
          onChange={(value) => set({ period: value ?? undefined })}
        />
        <Select
          label={t('Group by')}
          allowDeselect={false}
          data={groups.map((value) => ({ value, label: groupLabels[value] }))}
          value={by}
          onChange={(value) => set({ by: value ?? undefined })}
        />
      </div>
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={6} />}
      {data !== undefined && <Report report={data} by={by} />}
    </>
  )
}

const Downloads = ({ query }: { query: { by: ReportGroup; from: string; until: string } }) => (
  <Group gap="xs">
    <Button
      component="a"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      href={apiUrl('/spend.csv', query)}
      download
    >
      {t('Download CSV')}
    </Button>
    <MoreMenu label={t('More downloads')}>
      <Menu.Item
        component="a"
        leftSection={<IconDownload size={16} aria-hidden />}
        href={apiUrl('/spend/costs.csv', { from: query.from, until: query.until })}
        download
      >
        {t('Download each cost')}
      </Menu.Item>
    </MoreMenu>
  </Group>
)

function Report({ report, by }: { report: SpendReport; by: ReportGroup }) {
  if (report.rows.length === 0)
    return (
      <EmptyList
        guide="unitCosts"
        title={t('Nothing spent in this period')}
        action={
          <ButtonLink variant="default" to="/catalogue">
            {t('Open the catalogue')}
          </ButtonLink>
        }
      >
        {t('Enter what each item costs you. From then on, redeemed gifts count here.')}
      </EmptyList>
    )
  return (
    <>
      <SpendTotals report={report} />
      <DetailTable
        label={t('Spend by {group}', { group: groupLabels[by] })}
        isPanel
        rows={report.rows}
        rowKey={(row) => `${row.key} ${row.currency}`}
        columns={toColumns(by)}
      />
      {report.has_more && (
        <Text size="sm" c="dimmed">
          {t('Only the 500 largest rows are shown.')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('Months are in UTC. Amounts of different currencies are never added.')}
      </Text>
    </>
  )
}

function toColumns(by: ReportGroup): Column<SpendRow>[] {
  const amount = (read: (row: SpendRow) => number) => (row: SpendRow) =>
    read(row) === 0 ? '–' : formatAmount(read(row), row.currency)
  const isNumeric = true
  return [
    { header: groupLabels[by], cell: (row) => <RowName row={row} by={by} /> },
    { header: t('Gifts'), isNumeric, cell: ({ gifts }) => formatNumber(gifts) },
    { header: t('Items'), isNumeric, cell: amount(({ items_minor }) => items_minor) },
    { header: t('Shipping'), isNumeric, cell: amount(({ shipping_minor }) => shipping_minor) },
    { header: t('Donations'), isNumeric, cell: amount(({ donations_minor }) => donations_minor) },
    {
      header: t('Total'),
      isNumeric,
      cell: (row) => <strong>{formatAmount(row.total_minor, row.currency)}</strong>,
    },
    {
      header: by === 'month' ? t('Month before') : t('Period before'),
      isNumeric,
      cell: amount(({ previous_minor }) => previous_minor),
    },
  ]
}

function RowName({ row: { key, name }, by }: { row: SpendRow; by: ReportGroup }): ReactNode {
  switch (by) {
    case 'month':
      return formatMonth(key ?? '')
    case 'campaign':
      return key === null ? (
        t('Without a campaign')
      ) : (
        <PageLink size="sm" to="/campaigns/$id" params={{ id: key }}>
          {name ?? key}
        </PageLink>
      )
    case 'sender':
      return name ?? t('A former user')
    case 'cost_centre':
      return key ?? t('Without a cost centre')
    case 'team':
      return name ?? t('Without a team')
  }
}
