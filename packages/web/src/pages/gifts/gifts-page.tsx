import { Button, Group, Menu, Text } from '@mantine/core'
import { IconDownload, IconLink, IconPlus, IconRepeat, IconUpload } from '@tabler/icons-react'
import { Fragment, lazy } from 'react'
import type { ListedGift } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { downloadLink } from '#web/components/files/downloads.ts'
import { countryName } from '#web/components/formats/country-name.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { MenuLink } from '#web/components/layout/menu-link.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { type Column, DataList, type Filter } from '#web/components/lists/data-list.tsx'
import { parseOrder, toOrderQuery } from '#web/components/lists/list-order.ts'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/gifts.ts'
import { usePermission } from '#web/session.ts'
import { BulkBar, RowActions } from './bulk-bar.tsx'
import { GiftStateBadge } from './gift-state-badge.tsx'
import { RecentBulkActions } from './recent-bulk-actions.tsx'
import { SavedViews } from './saved-views.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { toFilterOptions, useGiftChoices } from './use-gift-choices.ts'

const GiftPreview = lazy(() =>
  import('./gift-preview.tsx').then((m) => ({ default: m.GiftPreview })),
)

/** The page with all gift requests of the account. */
export function GiftsPage() {
  const canChange = usePermission('gift_requests:write')
  const { filters } = useUrlFilters()
  const definitions = useFilterDefinitions()
  const activeFilters = Object.fromEntries(
    definitions.flatMap(({ name }) => (filters[name] ? [[name, filters[name]]] : [])),
  )
  const { status, ...others } = {
    ...activeFilters,
    ...(filters.status && { status: filters.status }),
  }
  const isOrderFixed = filters.include_unclaimed !== undefined || filters.one_link_id !== undefined
  const order = toOrderQuery(parseOrder(filters, isOrderFixed ? ['created'] : giftSorts))
  const listed = { ...others, ...order, status }
  const csv = downloadLink('/exports/gift_requests', listed, t('Gifts'))
  const csvWithLinks = downloadLink(
    '/exports/gift_requests',
    { ...listed, with_links: 'true' },
    t('Gifts with links'),
  )
  return (
    <Page
      title={t('Gifts')}
      about={t('All gifts and their current status.')}
      action={
        canChange && (
          <Group gap="xs">
            <Button
              component="a"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              {...csv}
              visibleFrom="sm"
            >
              {t('Download CSV')}
            </Button>
            <ButtonLink leftSection={<IconPlus size={16} aria-hidden />} to="/send">
              {t('Send a gift')}
            </ButtonLink>
            <MoreMenu label={t('More actions for gifts')}>
              <Menu.Item
                component="a"
                hiddenFrom="sm"
                leftSection={<IconDownload size={16} aria-hidden />}
                {...csv}
              >
                {t('Download CSV')}
              </Menu.Item>
              <Menu.Item
                component="a"
                leftSection={<IconLink size={16} aria-hidden />}
                {...csvWithLinks}
              >
                {t('Download CSV with recipient links')}
                <Text size="xs" c="dimmed" maw={260}>
                  {t('Each link opens its gift. The audit log records the download.')}
                </Text>
              </Menu.Item>
              <MenuLink
                leftSection={<IconUpload size={16} aria-hidden />}
                to="/gift-requests/import-tracking"
              >
                {t('Import tracking numbers')}
              </MenuLink>
              <MenuLink
                leftSection={<IconRepeat size={16} aria-hidden />}
                to="/gift-requests/bulk-actions"
              >
                {t('Bulk actions')}
              </MenuLink>
            </MoreMenu>
          </Group>
        )
      }
    >
      <RecentBulkActions />
      <StatusTabs query={others} />
      <SavedViews />
      <DataList
        label={t('Gifts')}
        path="/gift_requests"
        query={status === undefined ? {} : { status }}
        topic="gift_requests"
        isOrderFixed={isOrderFixed}
        filters={definitions}
        columns={columns}
        rowLabel={({ reference, recipient }) => `${reference}, ${recipient.name || t('unclaimed')}`}
        to={({ id }) => `/gift-requests/${id}`}
        preview={({ id }) => <GiftPreview id={id} />}
        actions={(gift) => canChange && <RowActions gift={gift} />}
        renderBulkActions={(selection) => canChange && <BulkBar selection={selection} />}
        countPath="/gift-requests/count"
        empty={<NoGifts isFiltered={status !== undefined} />}
      />
    </Page>
  )
}

/** Renders an email address that can break before its domain if the line is too short, as on phones. */
const breakableEmail = (email: string) => {
  const [mailbox, domain] = email.split('@')
  return (
    <>
      {mailbox}
      <wbr />@{domain}
    </>
  )
}

const columns: readonly Column<ListedGift>[] = [
  {
    header: t('Recipient'),
    sort: 'recipient',
    cell: ({ recipient }) => (
      <>
        {recipient.name || (recipient.email === '' ? t('Unclaimed place') : t('No name'))}
        {recipient.email !== '' && (
          <Text span size="sm" fw={400} c="dimmed" className="second-line">
            {breakableEmail(recipient.email)}
          </Text>
        )}
      </>
    ),
  },
  {
    header: t('Reference'),
    cell: ({ reference }) => <span className="mono">{reference}</span>,
  },
  {
    header: t('Status'),
    cell: ({ state, has_problem }) => (
      <Group gap="xs">
        <GiftStateBadge state={state} />
        {has_problem && <StatusBadge tone="bad">{t('Problem reported')}</StatusBadge>}
      </Group>
    ),
  },
  {
    header: t('Campaign'),
    cell: ({ campaign }) =>
      campaign?.name ?? (
        <Text span inherit c="dimmed">
          {t('One-off gift')}
        </Text>
      ),
  },
  { header: t('Sender'), isDesktopOnly: true, cell: ({ sender }) => sender.name },
  {
    header: t('Items'),
    isOptional: true,
    cell: ({ line_items }) =>
      (line_items ?? [])
        .map(({ name, quantity }) =>
          quantity === 1 ? name : `${formatNumber(quantity)} × ${name}`,
        )
        .join(', ') || '–',
  },
  {
    header: t('Country'),
    isOptional: true,
    cell: ({ country }) => (country === null ? '–' : countryName(country)),
  },
  {
    header: t('Tracking'),
    isOptional: true,
    cell: ({ tracking }) =>
      tracking.length === 0
        ? '–'
        : tracking.map(({ carrier, code }) => (
            <span key={code} className="mono second-line" title={carrier}>
              {code}
            </span>
          )),
  },
  {
    header: t('Order number, metadata'),
    isOptional: true,
    cell: ({ metadata }) => <MetadataValues metadata={metadata} />,
  },
  {
    header: t('Expires'),
    isOptional: true,
    sort: 'expires',
    cell: ({ state, expires_at }) => (
      <GiftTime at={state === 'awaiting_recipient' ? expires_at : null} fallback="–" />
    ),
  },
  {
    header: t('Changed'),
    isOptional: true,
    sort: 'updated',
    cell: ({ updated_at }) => <GiftTime at={updated_at} />,
  },
  {
    header: t('Created'),
    sort: 'created',
    cell: ({ created_at }) => <GiftTime at={created_at} />,
  },
]

/** The values of the metadata. Each value has its name as a tooltip. */
const MetadataValues = ({ metadata }: { metadata: ListedGift['metadata'] }) =>
  Object.keys(metadata).length === 0
    ? '–'
    : Object.entries(metadata).map(([name, value], at) => (
        <Fragment key={name}>
          {at > 0 && ', '}
          <span title={name}>{value}</span>
        </Fragment>
      ))

const giftSorts = columns.flatMap(({ sort }) => sort ?? [])

function useFilterDefinitions(): Filter[] {
  const choices = useGiftChoices()
  return [
    { name: 'q', label: t('Name, email, reference, order number') },
    { name: 'campaign_id', label: t('Campaign'), options: toFilterOptions(choices?.campaigns) },
    { name: 'sender_id', label: t('Sender'), options: toFilterOptions(choices?.senders) },
    ...(choices === undefined || choices.teams.length === 0
      ? []
      : [{ name: 'team_id', label: t('Team'), options: toFilterOptions(choices.teams) } as const]),
    {
      name: 'country',
      label: t('Country'),
      options: (choices?.countries ?? []).map((code) => ({
        value: code,
        label: countryName(code),
      })),
    },
    {
      name: 'mode',
      label: t('Delivery method'),
      options: [
        { value: 'choice', label: t('Recipient chooses') },
        { value: 'direct', label: t('Direct send') },
      ],
    },
    { name: 'created_from', label: t('From'), kind: 'day' },
    { name: 'created_until', label: t('To'), kind: 'day' },
    {
      name: 'include_unclaimed',
      label: t('One-links'),
      options: [{ value: 'true', label: t('Include unclaimed places') }],
    },
    {
      name: 'problem',
      label: t('Problems'),
      options: [{ value: 'true', label: t('Reported by the recipient') }],
    },
    { name: 'stalled', label: t('Stuck'), kind: 'chip' },
    ...analyticsFilters,
  ]
}

/** The filters that only links from the statistics set. */
const analyticsFilters: readonly Filter[] = [
  {
    name: 'reached',
    label: t('Reached'),
    kind: 'chip',
    options: [
      { value: 'sent', label: t('sent') },
      { value: 'opened', label: t('opened') },
      { value: 'redeemed', label: t('redeemed') },
      { value: 'delivered', label: t('delivered') },
    ],
  },
  {
    name: 'time_to_redeem',
    label: t('Time to redeem'),
    kind: 'chip',
    options: [
      { value: '1d', label: t('up to a day') },
      { value: '3d', label: t('1 to 3 days') },
      { value: '7d', label: t('3 to 7 days') },
      { value: '14d', label: t('7 to 14 days') },
      { value: '30d', label: t('14 to 30 days') },
      { value: 'longer', label: t('more than 30 days') },
    ],
  },
  { name: 'expires_from', label: t('Expires from'), kind: 'chip', options: [] },
  { name: 'expires_until', label: t('Expires until'), kind: 'chip', options: [] },
  { name: 'scheduled_from', label: t('Ships from'), kind: 'chip', options: [] },
  { name: 'scheduled_until', label: t('Sends until'), kind: 'chip', options: [] },
  { name: 'variant_id', label: t('Contains item'), kind: 'chip' },
  { name: 'one_link_id', label: t('From one-link'), kind: 'chip' },
  { name: 'bulk_send_id', label: t('From send'), kind: 'chip' },
]

const NoGifts = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyList guide="gifts" title={t('No gifts here right now')}>
      {t('Gifts appear here as their status changes.')}
    </EmptyList>
  ) : (
    <EmptyList
      guide="gifts"
      title={t('No gifts yet')}
      action={
        <CanChange>
          <ButtonLink to="/send">{t('Send your first gift')}</ButtonLink>
        </CanChange>
      }
    >
      {t('Send one to yourself to see what recipients see.')}
    </EmptyList>
  )
