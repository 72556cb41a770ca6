import { Button, Group, Menu, Select, Stack, Switch, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { DonationTotal } from '#web/admin-api.ts'
import { api, apiUrl } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast, toastUndo } from '#web/components/feedback/toast.tsx'
import { downloadLink } from '#web/components/files/downloads.ts'
import { formatMonth } from '#web/components/formats/calendar-day.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { type Column, DetailTable } from '#web/components/lists/detail-table.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { Trans, t } from '#web/i18n/donations.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'

/** The page with the donations by month and charity. It shows which donations the sender has paid. */
export function DonationsPage() {
  const { filters, set } = useUrlFilters()
  const { year, state } = filters
  const query = { ...(year && { year }), ...(state && { state }) }
  const { data, error, refetch } = useRead('/donations/totals', query, {
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={t('Donations')}
      about={t('What your gifts give to charities. Bestow keeps count; you pay the charities.')}
      action={<Downloads year={year} />}
    >
      <Stack>
        <Group gap="lg">
          <Select
            aria-label={t('Year')}
            placeholder={t('All years')}
            clearable
            w={176}
            data={recentYears()}
            value={year ?? null}
            onChange={(value) => set({ year: value ?? undefined })}
          />
          <Switch
            label={t('Only unpaid')}
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
            {t('Only the newest 1,000 rows are shown. Choose a year, or download the file.')}
          </Text>
        )}
      </Stack>
    </Page>
  )
}

const hasAny = (query: object) => Object.keys(query).length > 0

const recentYears = () =>
  Array.from({ length: 6 }, (_, index) => String(new Date().getFullYear() - index))

function Downloads({ year }: { year: string | undefined }) {
  // Each donation names its recipient, and the totals do not.
  const seesRecipients = usePermission('addresses:read')
  const icon = <IconDownload size={16} aria-hidden />
  if (!seesRecipients)
    return (
      <Button
        component="a"
        variant="default"
        leftSection={icon}
        href={apiUrl('/donations/totals.csv', { year })}
        download
      >
        {t('Download totals')}
      </Button>
    )
  return (
    <Group gap="xs">
      <Button
        component="a"
        variant="default"
        leftSection={icon}
        {...downloadLink('/donations.csv', { year }, t('Donations'))}
      >
        {t('Download CSV')}
      </Button>
      <MoreMenu label={t('More downloads')}>
        <Menu.Item
          component="a"
          leftSection={icon}
          href={apiUrl('/donations/totals.csv', { year })}
          download
        >
          {t('Download totals')}
        </Menu.Item>
      </MoreMenu>
    </Group>
  )
}

function NoDonations({ isFiltered }: { isFiltered: boolean }) {
  const isAdmin = usePermission('donations:write')
  return isFiltered ? (
    <EmptyList guide="charityPayments" title={t('No donations match')}>
      {t('Change the year or show paid ones, too.')}
    </EmptyList>
  ) : (
    <EmptyList
      guide="charities"
      title={t('No donations yet')}
      {...(isAdmin && {
        action: (
          <ButtonLink variant="default" to="/catalogue/new">
            {t('Add a charity')}
          </ButtonLink>
        ),
      })}
    >
      {t(
        'Add a charity to the catalogue and offer it in a campaign. Recipients can then donate instead of getting a gift.',
      )}
    </EmptyList>
  )
}

function Totals({ totals }: { totals: readonly DonationTotal[] }) {
  const isAdmin = usePermission('donations:write')
  return (
    <>
      <OpenAmounts totals={totals} />
      <DetailTable
        label={t('Donations by month')}
        isPanel
        rows={totals}
        rowKey={(total) => `${total.month} ${total.product_id} ${total.currency}`}
        columns={totalColumns}
        actions={isAdmin && ((total) => <TotalActions total={total} />)}
      />
    </>
  )
}

/** A summary of the unpaid amounts by currency. */
function OpenAmounts({ totals }: { totals: readonly DonationTotal[] }) {
  const open = [...Map.groupBy(totals, ({ currency }) => currency)]
    .map(([currency, group]) => ({
      currency,
      amount: group.reduce((sum, { unpaid_amount_minor }) => sum + unpaid_amount_minor, 0),
    }))
    .filter(({ amount }) => amount > 0)
  return (
    <Panel title={t('To pay')}>
      <Text fw={600}>
        {open.length === 0
          ? t('Everything is paid.')
          : open.map(({ currency, amount }) => formatAmount(amount, currency)).join(' + ')}
      </Text>
    </Panel>
  )
}

const totalColumns: readonly Column<DonationTotal>[] = [
  { header: t('Month'), cell: ({ month }) => formatMonth(month) },
  {
    header: t('Charity'),
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
  { header: t('Donations'), isNumeric: true, cell: ({ donations }) => formatNumber(donations) },
  {
    header: t('Total'),
    isNumeric: true,
    cell: ({ amount_minor, currency }) => formatAmount(amount_minor, currency),
  },
  {
    header: t('To pay'),
    isNumeric: true,
    cell: ({ unpaid_amount_minor: unpaid, currency }) =>
      unpaid === 0 ? '–' : formatAmount(unpaid, currency),
  },
  { header: t('Status'), cell: (total) => <PaidStatus total={total} /> },
]

function PaidStatus({ total: { unpaid_donations, paid_at } }: { total: DonationTotal }) {
  if (paid_at === null) return <>{t('Not paid')}</>
  return (
    <Trans
      text={unpaid_donations === 0 ? 'Paid {time}' : 'Partly paid {time}'}
      time={<RelativeTime at={paid_at} />}
    />
  )
}

function TotalActions({ total }: { total: DonationTotal }) {
  const name = `${total.charity_name}, ${formatMonth(total.month)}`
  const { payment_id } = total
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {total.unpaid_donations > 0 && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('Mark as paid: {name}, {currency}', { name, currency: total.currency })}
          onClick={() => confirmPaid(total, name)}
        >
          {t('Mark as paid')}
        </Button>
      )}
      {payment_id !== null && (
        <MoreMenu label={t('Actions for {name}, {currency}', { name, currency: total.currency })}>
          <Menu.Item onClick={() => confirmRevert(payment_id, name)}>
            {t('Mark as unpaid…')}
          </Menu.Item>
        </MoreMenu>
      )}
    </Group>
  )
}

function confirmPaid(total: DonationTotal, name: string) {
  const { product_id, currency, month, unpaid_amount_minor: amount_minor, charity_name } = total
  confirm({
    title: t('Mark {amount} as paid', { amount: formatAmount(amount_minor, currency) }),
    confirmLabel: t('Mark as paid'),
    isSafe: true,
    onConfirm: async () => {
      const body = { product_id, currency, month, amount_minor }
      const { id } = await api.post('/donations/payments', body)
      toastUndo(t('{name}: marked as paid.', { name }), () =>
        api.post(`/donations/payments/${id}/revert`),
      )
    },
    children: t(
      'Have you sent {amount} to {charity}? Bestow sends no money. Donations that come later in {month} stay unpaid.',
      {
        amount: formatAmount(amount_minor, currency),
        charity: charity_name,
        month: formatMonth(month),
      },
    ),
  })
}

function confirmRevert(payment_id: string, name: string) {
  confirm({
    title: t('Mark as unpaid'),
    confirmLabel: t('Mark as unpaid'),
    onConfirm: async () => {
      await api.post(`/donations/payments/${payment_id}/revert`)
      toast(t('{name}: marked as unpaid.', { name }))
    },
    children: t(
      'The donations of the last payment count as unpaid again. The audit log keeps both.',
    ),
  })
}
