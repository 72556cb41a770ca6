import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type Column, DataList } from '#web/blocks/data-list.tsx'
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
  const [isOpen, open] = useState(false)
  return (
    <Page
      title="Recipients"
      about="Everybody whom gifts went to, and what they said."
      {...(useIsAdmin() && {
        action: (
          <Button variant="default" onClick={() => open(true)}>
            Somebody asks for their data
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
          <EmptyState title="Nobody yet">
            Whoever is sent a gift appears here by their e-mail address.
          </EmptyState>
        }
      />
      <PrivacyModal opened={isOpen} close={() => open(false)} />
    </Page>
  )
}

const filters = [
  { name: 'q', label: 'Name or e-mail' },
  {
    name: 'mark',
    label: 'Mark',
    options: [
      { value: 'thanked', label: 'Wrote a thank-you note' },
      { value: 'declined', label: 'Declined a gift' },
      { value: 'bounced', label: 'Mail came back' },
    ],
  },
]

const columns: readonly Column<Recipient>[] = [
  { head: 'Name', cell: ({ name, email }) => name || email },
  { head: 'E-mail', cell: ({ email }) => email },
  { head: 'Gifts', cell: ({ gift_requests }) => gift_requests.toLocaleString('en') },
  { head: 'Marks', cell: (recipient) => <Marks recipient={recipient} /> },
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
          mail came back
        </Badge>
      )}
      {thank_you_count + declined === 0 && !is_bounced && '–'}
    </Group>
  )
}
