import { Badge, Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type Column, DataList } from '#web/blocks/data-list.tsx'
import { useFilters } from '#web/blocks/filters.ts'
import { GiftMoment } from '#web/blocks/moment.tsx'
import { Page } from '#web/blocks/page.tsx'
import { EmptyState } from '#web/blocks/states.tsx'
import { useIsAdmin } from '#web/session.ts'
import { PrivacyModal } from './privacy-modal.tsx'

export interface Recipient {
  id: string
  name: string
  email: string
  gift_requests: number
  thank_you_count: number
  declined: number
  is_bounced: boolean
  last_at: string | null
  created_at: string
}

/** Everybody whom gifts went to. */
export function Recipients() {
  const { filters: given, set } = useFilters()
  const [isOpen, open] = useState(given.data_request === 'true')
  useEffect(() => {
    if (given.data_request === 'true') open(true)
  }, [given.data_request])
  const close = () => {
    open(false)
    set({ data_request: undefined })
  }
  return (
    <Page
      title="Recipients"
      about="Everyone you’ve sent a gift to."
      {...(useIsAdmin() && {
        action: (
          <Button variant="default" onClick={() => open(true)}>
            Data request…
          </Button>
        ),
      })}
    >
      <DataList<Recipient>
        label="Recipients"
        path="/recipients"
        filters={filters}
        columns={columns}
        to={({ id }) => `/recipients/${id}`}
        empty={
          <EmptyState title="No recipients yet">
            People appear here by their e-mail address once you send them a gift.
          </EmptyState>
        }
      />
      <PrivacyModal opened={isOpen} close={close} />
    </Page>
  )
}

const filters = [
  { name: 'q', label: 'Name, e-mail or domain' },
  {
    name: 'mark',
    label: 'Status',
    options: [
      { value: 'thanked', label: 'Wrote a thank-you note' },
      { value: 'declined', label: 'Declined a gift' },
      { value: 'bounced', label: 'E-mail bounced' },
    ],
  },
]

const columns: readonly Column<Recipient>[] = [
  { head: 'Name', cell: ({ name, email }) => name || email },
  { head: 'E-mail', cell: ({ email }) => email },
  { head: 'Gifts', cell: ({ gift_requests }) => gift_requests.toLocaleString('en') },
  { head: 'Status', cell: (recipient) => <Marks recipient={recipient} /> },
  { head: 'Last gift', cell: ({ last_at }) => <GiftMoment at={last_at} /> },
]

const Marks = ({ recipient }: { recipient: Recipient }) => {
  const { thank_you_count, declined, is_bounced } = recipient
  return (
    <Group gap={6}>
      {thank_you_count > 0 && (
        <Badge variant="light" size="sm">
          {thank_you_count === 1 ? '1 note' : `${thank_you_count} notes`}
        </Badge>
      )}
      {declined > 0 && (
        <Badge variant="default" size="sm">
          declined
        </Badge>
      )}
      {is_bounced && (
        <Badge variant="filled" color="red.9" size="sm">
          e-mail bounced
        </Badge>
      )}
      {thank_you_count + declined === 0 && !is_bounced && '–'}
    </Group>
  )
}
