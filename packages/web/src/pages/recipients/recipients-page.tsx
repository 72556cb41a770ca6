import { Badge, Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Recipient } from '#web/admin-api.ts'
import { CanChange } from '#web/components/can-change.tsx'
import { type Column, DataList } from '#web/components/data-list.tsx'
import { EmptyList } from '#web/components/empty-list.tsx'
import { ButtonLink } from '#web/components/link.tsx'
import { Page } from '#web/components/page.tsx'
import { GiftTime } from '#web/components/relative-time.tsx'
import { useUrlFilters } from '#web/components/use-url-filters.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/recipients.ts'
import { useIsAdmin } from '#web/session.ts'
import { PrivacyModal } from './privacy-modal.tsx'

/** All recipients of the account. */
export function RecipientsPage() {
  const { filters: urlFilters, set } = useUrlFilters()
  const [isOpen, setOpen] = useState(urlFilters.data_request === 'true')
  useEffect(() => {
    if (urlFilters.data_request === 'true') setOpen(true)
  }, [urlFilters.data_request])
  const close = () => {
    setOpen(false)
    set({ data_request: undefined })
  }
  return (
    <Page
      title={t('Recipients')}
      about={t('Everyone you’ve sent a gift to.')}
      {...(useIsAdmin() && {
        action: (
          <Button variant="default" onClick={() => setOpen(true)}>
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
      <PrivacyModal opened={isOpen} close={close} />
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
  { header: t('Gifts'), cell: ({ gift_requests }) => formatNumber(gift_requests) },
  { header: t('Status'), cell: (recipient) => <RecipientBadges recipient={recipient} /> },
  { header: t('Last gift'), cell: ({ last_at }) => <GiftTime at={last_at} /> },
  {
    header: t('First gift'),
    isOptional: true,
    sort: 'created',
    cell: ({ created_at }) => <GiftTime at={created_at} />,
  },
]

const RecipientBadges = ({ recipient }: { recipient: Recipient }) => {
  const { thank_you_count, declined, is_bounced } = recipient
  return (
    <Group gap={6}>
      {thank_you_count > 0 && (
        <Badge variant="light" size="sm">
          {t('{count} notes', { count: thank_you_count })}
        </Badge>
      )}
      {declined > 0 && (
        <Badge variant="default" size="sm">
          {t('declined')}
        </Badge>
      )}
      {is_bounced && (
        <Badge variant="filled" color="red.9" size="sm">
          {t('email bounced')}
        </Badge>
      )}
      {thank_you_count + declined === 0 && !is_bounced && '–'}
    </Group>
  )
}
