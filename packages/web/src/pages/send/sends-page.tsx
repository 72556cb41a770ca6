import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { BulkSend } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { type Column, DataList, type Filter } from '#web/components/lists/data-list.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'
import { usePermission } from '#web/session.ts'
import { BulkSendBadge } from './bulk-send-badge.tsx'
import { SendCalendarView } from './send-calendar.tsx'

/** The page with all sends. A send is a list of gifts that were sent at once. */
export function SendsPage() {
  const canChange = usePermission('gift_requests:write')
  const { filters: url, set } = useUrlFilters()
  const isCalendar = url.view === 'calendar'
  const sendButton = canChange && <ButtonLink to="/send">{t('Send a gift')}</ButtonLink>
  return (
    <Page
      title={t('Sends')}
      about={t('Gifts sent from this web app, and their progress.')}
      action={sendButton}
    >
      <Stack>
        <SegmentedControl
          aria-label={t('View|list')}
          style={{ alignSelf: 'flex-start' }}
          data={[
            { value: 'list', label: t('List') },
            { value: 'calendar', label: t('Calendar') },
          ]}
          value={isCalendar ? 'calendar' : 'list'}
          onChange={(value) => set({ view: value === 'calendar' ? value : undefined })}
        />
        {isCalendar ? (
          <SendCalendarView />
        ) : (
          <DataList
            label={t('Sends')}
            path="/sends"
            columns={columns}
            filters={filters}
            to={({ id }) => `/sends/${id}`}
            empty={
              <EmptyList guide="gifts" title={t('No sends yet')} action={sendButton}>
                {t('A gift or a list that you send from this web app appears here.')}
              </EmptyList>
            }
          />
        )}
      </Stack>
    </Page>
  )
}

const filters: readonly Filter[] = [
  {
    name: 'approval',
    label: t('Approval'),
    options: [
      { value: 'awaiting', label: t('Awaits approval') },
      { value: 'approved', label: t('Approved') },
      { value: 'rejected', label: t('Not approved') },
      { value: 'withdrawn', label: t('Withdrawn') },
      { value: 'expired', label: t('Not decided') },
    ],
  },
]

const columns: readonly Column<BulkSend>[] = [
  {
    header: t('Name'),
    cell: ({ name, campaign }) => (
      <>
        {name}
        {campaign !== null && campaign.name !== name && (
          <Text span size="sm" fw={400} c="dimmed" display="block">
            {campaign.name}
          </Text>
        )}
      </>
    ),
  },
  { header: t('Status'), cell: (send) => <BulkSendBadge send={send} /> },
  { header: t('Sender'), isDesktopOnly: true, cell: ({ sender }) => sender.name },
  { header: t('Started'), cell: ({ created_at }) => <GiftTime at={created_at} /> },
  {
    header: t('Sent|gifts'),
    isNumeric: true,
    cell: ({ sent, gifts, approval }) =>
      t('{sent} of {gifts}', { sent, gifts: Math.max(gifts, approval?.gifts ?? 0) }),
  },
  { header: t('Failed|gifts'), isNumeric: true, cell: ({ failed }) => formatNumber(failed) },
  {
    header: t('Opened|gifts'),
    isDesktopOnly: true,
    isNumeric: true,
    cell: ({ opened }) => formatNumber(opened),
  },
  { header: t('Redeemed|gifts'), isNumeric: true, cell: ({ redeemed }) => formatNumber(redeemed) },
  {
    header: t('Delivered|gifts'),
    isNumeric: true,
    cell: ({ delivered }) => formatNumber(delivered),
  },
]
