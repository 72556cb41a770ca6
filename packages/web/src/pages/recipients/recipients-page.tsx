import { Badge, Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import type { Recipient } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { CanChange } from '#web/components/layout/can-change.tsx'
import { ButtonLink } from '#web/components/layout/link.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { type Column, DataList } from '#web/components/lists/data-list.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/recipients.ts'
import { usePermission } from '#web/session.ts'
import { openPrivacyDialog } from './privacy-dialog.tsx'

/** The page with all recipients of the account. */
export function RecipientsPage() {
  const { filters: urlFilters, set } = useUrlFilters()
  const isRequested = urlFilters.data_request === 'true'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link to the dialog
  useEffect(() => {
    if (!isRequested) return
    openPrivacyDialog()
    set({ data_request: undefined })
  }, [isRequested])
  return (
    <Page
      title={t('Recipients')}
      about={t('Everyone you’ve sent a gift to.')}
      {...(usePermission('recipients:write') && {
        action: (
          <Button variant="default" onClick={() => openPrivacyDialog()}>
            {t('Data request…')}
          </Button>
        ),
      })}
    >
      <DataList
        label={t('Recipients')}
        path="/recipients"
        filters={filters}
        columns={columns}
        to={({ id }) => `/recipients/${id}`}
        empty={
          <EmptyList
            guide="storedData"
            title={t('No recipients yet')}
            action={
              <CanChange>
                <ButtonLink to="/send">{t('Send a gift')}</ButtonLink>
              </CanChange>
            }
          >
            {t('Recipients appear here, by email address, once you send them a gift.')}
          </EmptyList>
        }
      />
    </Page>
  )
}

const filters = [
  { name: 'q', label: t('Name, email or domain') },
  {
    name: 'status',
    label: t('Status'),
    options: [
      { value: 'thanked', label: t('Wrote a thank-you note') },
      { value: 'declined', label: t('Declined a gift') },
      { value: 'bounced', label: t('Email bounced') },
    ],
  },
]

const columns: readonly Column<Recipient>[] = [
  { header: t('Name'), cell: ({ name, email }) => name || email },
  { header: t('Email'), sort: 'email', cell: ({ email }) => email, isWide: true },
  { header: t('Gifts'), cell: ({ gift_request_count }) => formatNumber(gift_request_count) },
  { header: t('Status'), cell: (recipient) => <RecipientBadges recipient={recipient} /> },
  { header: t('Last gift'), cell: ({ last_gift_at }) => <GiftTime at={last_gift_at} /> },
  {
    header: t('First gift'),
    isOptional: true,
    sort: 'created',
    cell: ({ created_at }) => <GiftTime at={created_at} />,
  },
]

const RecipientBadges = ({ recipient }: { recipient: Recipient }) => {
  const { thank_you_count, declined_count, is_bounced } = recipient
  return (
    <Group gap={6}>
      {thank_you_count > 0 && (
        <Badge variant="light" size="sm">
          {t('{count} notes', { count: thank_you_count })}
        </Badge>
      )}
      {declined_count > 0 && (
        <Badge variant="default" size="sm">
          {t('declined')}
        </Badge>
      )}
      {is_bounced && (
        <Badge variant="filled" color="red.9" size="sm">
          {t('email bounced')}
        </Badge>
      )}
      {thank_you_count + declined_count === 0 && !is_bounced && '–'}
    </Group>
  )
}
