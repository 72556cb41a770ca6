import '#web/screens/gifts/gifts.css'
import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Copy } from '#web/blocks/copy.tsx'
import { FoldingTable } from '#web/blocks/folding-table.tsx'
import { GiftMoment } from '#web/blocks/moment.tsx'
import { Detail, Facts, Page, Panel } from '#web/blocks/page.tsx'
import { DetailError, PageSkeleton } from '#web/blocks/states.tsx'
import { toast, toastError } from '#web/blocks/toast.tsx'
import { State } from '#web/screens/gifts/state.tsx'
import { useIsAdmin } from '#web/session.ts'
import { PrivacyModal } from './privacy-modal.tsx'
import type { Recipient } from './recipients.tsx'

interface InFull extends Recipient {
  notes: { gift_request_id: string; reference: string; text: string; written_at: string }[]
  refusals: {
    gift_request_id: string
    reference: string
    declined_at: string
    decline_reason: string | null
  }[]
  gifts: {
    id: string
    reference: string
    state: string
    campaign: string | null
    created_at: string
  }[]
}

/** One person: their gifts and what they wrote. */
export function RecipientPage() {
  const { id = '' } = useParams({ strict: false })
  const isAdmin = useIsAdmin()
  const [isOpen, open] = useState(false)
  const {
    data: recipient,
    error,
    refetch,
  } = useQuery({
    queryKey: ['recipient', id],
    queryFn: () => api.get<InFull>(`/recipients/${id}`),
  })
  if (error !== null && recipient === undefined)
    return (
      <DetailError
        error={error}
        retry={() => void refetch()}
        noun="Recipient"
        list={['recipients', '/recipients']}
      />
    )
  if (recipient === undefined) return <PageSkeleton />
  return (
    <Page
      title={recipient.name || recipient.email}
      {...(isAdmin && {
        action: (
          <Button variant="default" onClick={() => open(true)}>
            Export or erase
          </Button>
        ),
      })}
    >
      {recipient.is_bounced && (
        <Bounced recipient={recipient} done={() => void refetch()} isAdmin={isAdmin} />
      )}
      <Detail
        main={
          <>
            <Gifts recipient={recipient} />
            {recipient.notes.map((note) => (
              <Panel key={note.gift_request_id} title="Thank-you note">
                <blockquote className="quote">{note.text}</blockquote>
                <About id={note.gift_request_id} reference={note.reference} at={note.written_at} />
              </Panel>
            ))}
            {recipient.refusals.map((refusal) => (
              <Panel key={refusal.gift_request_id} title="Declined">
                {refusal.decline_reason !== null && (
                  <blockquote className="quote">{refusal.decline_reason}</blockquote>
                )}
                <About
                  id={refusal.gift_request_id}
                  reference={refusal.reference}
                  at={refusal.declined_at}
                />
              </Panel>
            ))}
          </>
        }
        aside={
          <Panel title="About">
            <Facts
              rows={[
                [
                  'E-mail',
                  <Group key="email" gap={4} wrap="nowrap">
                    <span>{recipient.email}</span>
                    <Copy value={recipient.email} label="Copy the e-mail address" />
                  </Group>,
                ],
                ['Gifts', recipient.gift_requests.toLocaleString('en')],
                ['Thank-you notes', String(recipient.thank_you_count)],
                ['Declined', String(recipient.declined)],
                ['Known since', <GiftMoment key="since" at={recipient.created_at} />],
              ]}
            />
          </Panel>
        }
      />
      <PrivacyModal opened={isOpen} close={() => open(false)} email={recipient.email} />
    </Page>
  )
}

const About = ({ id, reference, at }: { id: string; reference: string; at: string }) => (
  <Text size="sm" c="dimmed" mt="xs">
    <GiftMoment at={at} />, about{' '}
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/gift-requests/$id" params={{ id }} {...props} />}
    >
      {reference}
    </Anchor>
  </Text>
)

const Bounced = ({
  recipient,
  isAdmin,
  done,
}: {
  recipient: InFull
  isAdmin: boolean
  done: () => void
}) => (
  <Alert color="red" variant="light" title="Mail to this address comes back">
    <Text size="sm">
      Nobody is written to there any more. Their link still works: hand it over in another way, or
      correct the address on the gift’s own page.
    </Text>
    {isAdmin && (
      <Button
        mt="sm"
        size="xs"
        variant="default"
        onClick={() =>
          void api
            .post(`/recipients/${recipient.id}/clear-bounce`)
            .then(() => toast('From now on letters go there again.'))
            .then(done, toastError)
        }
      >
        The address works again
      </Button>
    )}
  </Alert>
)

const Gifts = ({ recipient }: { recipient: InFull }) => (
  <Panel
    title="Gifts"
    {...(recipient.gift_requests > recipient.gifts.length && {
      action: (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/gift-requests" search={{ q: recipient.email }} {...props} />
          )}
        >
          All {recipient.gift_requests}
        </Anchor>
      ),
    })}
  >
    <FoldingTable label="Gifts">
      <thead>
        <tr>
          <th scope="col">Reference</th>
          <th scope="col">State</th>
          <th scope="col">Campaign</th>
          <th scope="col">Created</th>
        </tr>
      </thead>
      <tbody>
        {recipient.gifts.map((gift) => (
          <tr key={gift.id}>
            <td data-label="Reference" data-first>
              <Link to="/gift-requests/$id" params={{ id: gift.id }} className="row-link">
                <span className="mono">{gift.reference}</span>
              </Link>
            </td>
            <td data-label="State">
              <State state={gift.state} />
            </td>
            <td data-label="Campaign">{gift.campaign ?? 'Ad hoc'}</td>
            <td data-label="Created">
              <GiftMoment at={gift.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </FoldingTable>
  </Panel>
)
