import { Button, Group, Menu, Select, Stack, Switch, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DonationTotal } from '#web/admin-api.ts'
import { api, apiUrl } from '#web/api.ts'
import { confirm } from '#web/components/confirm.tsx'
import { type Column, DetailTable } from '#web/components/detail-table.tsx'
import { ButtonLink, PageLink } from '#web/components/link.tsx'
import { formatAmount } from '#web/components/minor-units.ts'
import { MoreMenu } from '#web/components/more-menu.tsx'
import { Page, Panel } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/components/status-views.tsx'
import { toast, toastError, toastUndo } from '#web/components/toast.tsx'
import { useUrlFilters } from '#web/components/use-url-filters.ts'
import { useIsAdmin } from '#web/session.ts'

/** The donations by month and charity, and which of them the sender has paid. */
export function DonationsPage() {
  const { filters, set } = useUrlFilters()
  const { year, state } = filters
  const query = { ...(year && { year }), ...(state && { state }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['donation-totals', query],
    queryFn: () => api.get('/donations/totals', query),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Donations"
      about="What your gifts give to charities. Bestow keeps count; you pay the charities."
      action={<Downloads year={year} />}
    >
      <Stack>
        <Group gap="lg">
          <Select
            aria-label="Year"
            placeholder="All years"
            clearable
            w={140}
            data={recentYears()}
            value={year ?? null}
            onChange={(value) => set({ year: value ?? undefined })}
          />
          <Switch
            label="Only unpaid"
            checked={state === 'unpaid'}
            onChange={({ currentTarget }) =>
              set({ state: currentTarget.checked ? 'unpaid' : undefined })
            }
          />
        </Group>
        {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <RowsSkeleton rows={4} />}
        {data !== undefined && data.data.length === 0 && <NoDonations isFiltered={hasAny(query)} />}
        {data !== undefined && data.data.length > 0 && <Totals totals={data.data} />}
        {data?.has_more === true && (
          <Text size="sm" c="dimmed">
            Only the newest 1,000 rows are shown. Choose a year, or download the file.
          </Text>
        )}
      </Stack>
    </Page>
  )
}

const hasAny = (query: object) => Object.keys(query).length > 0

const recentYears = () =>
  Array.from({ length: 6 }, (_, index) => String(new Date().getFullYear() - index))

const Downloads = ({ year }: { year: string | undefined }) => (
  <Group gap="xs">
    <Button
      component="a"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      href={apiUrl('/donations.csv', { year })}
      download
    >
      Download CSV
    </Button>
    <MoreMenu label="More downloads">
      <Menu.Item
        component="a"
        leftSection={<IconDownload size={16} aria-hidden />}
        href={apiUrl('/donations/totals.csv', { year })}
        download
      >
        Download totals
      </Menu.Item>
    </MoreMenu>
  </Group>
)

const NoDonations = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No donations match">Change the year or show paid ones, too.</EmptyState>
  ) : (
    <EmptyState
      title="No donations yet"
      action={
        <ButtonLink variant="default" to="/catalogue/new">
          Add a charity
        </ButtonLink>
      }
    >
      Add a charity to the catalogue and offer it in a campaign. Recipients can then donate instead
      of getting a gift.
    </EmptyState>
  )

function Totals({ totals }: { totals: readonly DonationTotal[] }) {
  const isAdmin = useIsAdmin()
  return (
    <>
      <OpenAmounts totals={totals} />
      <DetailTable
        label="Donations by month"
        isPanel
        hasNoHeading
        rows={totals}
        rowKey={(total) => `${total.month} ${total.product_id} ${total.currency}`}
        columns={totalColumns}
        actions={isAdmin && ((total) => <TotalActions total={total} />)}
      />
    </>
  )
}

/** The unpaid amounts by currency. */
function OpenAmounts({ totals }: { totals: readonly DonationTotal[] }) {
  const open = [...Map.groupBy(totals, ({ currency }) => currency)]
    .map(([currency, group]) => ({
      currency,
      amount: group.reduce((sum, { unpaid_amount_minor }) => sum + unpaid_amount_minor, 0),
    }))
    .filter(({ amount }) => amount > 0)
  return (
    <Panel title="To pay">
      <Text fw={600}>
        {open.length === 0
          ? 'Everything is paid.'
          : open.map(({ currency, amount }) => formatAmount(amount, currency)).join(' + ')}
      </Text>
    </Panel>
  )
}

const totalColumns: readonly Column<DonationTotal>[] = [
  { header: 'Month', cell: ({ month }) => formatMonth(month) },
  {
    header: 'Charity',
    cell: ({ charity_name, registration_number, product_id }) => (
      <>
        <PageLink size="sm" to="/catalogue/$id" params={{ id: product_id }}>
          {charity_name}
        </PageLink>
        {registration_number !== null && (
          <Text size="xs" c="dimmed">
            {registration_number}
          </Text>
        )}
      </>
    ),
  },
  { header: 'Donations', cell: ({ donations }) => donations.toLocaleString('en') },
  {
    header: 'Total',
    cell: ({ amount_minor, currency }) => formatAmount(amount_minor, currency),
  },
  {
    header: 'To pay',
    cell: ({ unpaid_amount_minor: unpaid, currency }) =>
      unpaid === 0 ? '–' : formatAmount(unpaid, currency),
  },
  { header: 'Status', cell: (total) => <PaidStatus total={total} /> },
]

function PaidStatus({ total: { unpaid_donations, paid_at } }: { total: DonationTotal }) {
  if (paid_at === null) return <>Not paid</>
  return (
    <>
      {unpaid_donations === 0 ? 'Paid' : 'Partly paid'} <RelativeTime at={paid_at} />
    </>
  )
}

/** '2026-05' as 'May 2026'. */
const formatMonth = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  })

function TotalActions({ total }: { total: DonationTotal }) {
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: ['donation-totals'] })
  const name = `${total.charity_name}, ${formatMonth(total.month)}`
  const { payment_id } = total
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {total.unpaid_donations > 0 && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Mark as paid: ${name}, ${total.currency}`}
          onClick={() => confirmPaid(total, name, reload)}
        >
          Mark as paid
        </Button>
      )}
      {payment_id !== null && (
        <MoreMenu label={`Actions for ${name}, ${total.currency}`}>
          <Menu.Item onClick={() => confirmRevert(payment_id, name, reload)}>
            Mark as unpaid…
          </Menu.Item>
        </MoreMenu>
      )}
    </Group>
  )
}

function confirmPaid(total: DonationTotal, name: string, reload: () => Promise<void>) {
  const { product_id, currency, month, unpaid_amount_minor: amount_minor, charity_name } = total
  confirm({
    title: `Mark ${formatAmount(amount_minor, currency)} as paid`,
    confirmLabel: 'Mark as paid',
    isSafe: true,
    onConfirm: async () => {
      const { id } = await api
        .post('/donations/payments', { product_id, currency, month, amount_minor })
        .finally(() => void reload())
      toastUndo(`${name}: marked as paid.`, () => {
        void api.post(`/donations/payments/${id}/revert`).then(reload).catch(toastError)
      })
    },
    children: (
      <>
        Have you sent {formatAmount(amount_minor, currency)} to {charity_name}? Bestow sends no
        money. Donations that come later in {formatMonth(month)} stay unpaid.
      </>
    ),
  })
}

function confirmRevert(payment_id: string, name: string, reload: () => Promise<void>) {
  confirm({
    title: 'Mark as unpaid',
    confirmLabel: 'Mark as unpaid',
    onConfirm: async () => {
      await api.post(`/donations/payments/${payment_id}/revert`)
      await reload()
      toast(`${name}: marked as unpaid.`)
    },
    children: 'The donations of the last payment count as unpaid again. The audit log keeps both.',
  })
}
