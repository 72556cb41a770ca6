import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { DataList } from '#web/blocks/data-list.tsx'
import { GiftMoment } from '#web/blocks/moment.tsx'
import { Page, Panel } from '#web/blocks/page.tsx'
import { DetailError, EmptyState, PageSkeleton } from '#web/blocks/states.tsx'
import { Toned } from '#web/blocks/tone.tsx'
import { Code, pretty } from './code.tsx'
import { EndpointOf } from './delivery-list.tsx'
import { answerOf } from './diagnosis.ts'
import { HiddenAddress } from './hidden-address.tsx'
import type { Delivery, Told } from './types.ts'
import { eventName, outcomeOf } from './words.ts'

interface Event extends Told {
  bodies: { payload_version: string; body: string; is_address_hidden: boolean }[]
}

/** One event: what it told, in each version that was wanted, and to whom. */
export function EventPage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: ['event', id],
    queryFn: () => api.get<Event>(`/events/${id}`),
  })
  if (error !== null && data === undefined)
    return (
      <DetailError
        error={error}
        retry={() => void refetch()}
        noun="Event"
        list={['events', '/developers/events']}
      />
    )
  if (data === undefined) return <PageSkeleton />
  return (
    <Page
      title={eventName(data.type)}
      name={`${eventName(data.type)}${data.reference === null ? '' : ` · ${data.reference}`}`}
      about={
        <>
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link to={`/gift-requests/${data.gift_request_id}`} {...props} />
            )}
          >
            {data.reference ?? data.gift_request_id}
          </Anchor>
          , <GiftMoment at={data.created_at} />
        </>
      }
    >
      <DataList<Delivery>
        label="Deliveries of this event"
        path="/deliveries"
        query={{ event_id: id }}
        topic="deliveries"
        to={(each) => `/developers/deliveries/${each.id}`}
        columns={[
          { head: 'Endpoint', cell: (each) => <EndpointOf {...each} /> },
          {
            head: 'Outcome',
            cell: (each) => <Toned tone={outcomeOf(each).tone}>{outcomeOf(each).label}</Toned>,
          },
          { head: 'Attempts', cell: ({ attempts }) => `${attempts.length} of 5` },
          {
            head: 'Last answer',
            cell: ({ attempts: [...all] }) => {
              const last = all.at(-1)
              return last === undefined ? '–' : answerOf(last)
            },
          },
        ]}
        empty={
          <EmptyState title="Sent to nobody">
            No endpoint subscribed to it when it happened.
          </EmptyState>
        }
      />
      <Panel title="Body" about="Written once, when it happened. Every attempt sends these bytes.">
        <Stack>
          {data.bodies.some((each) => each.is_address_hidden) && (
            <HiddenAddress gift={data.gift_request_id} />
          )}
          {data.bodies.map(({ payload_version, body }) => (
            <Code key={payload_version} label={`Version ${payload_version}`} text={pretty(body)} />
          ))}
          {data.bodies.length === 0 && (
            <Text size="sm">
              {data.is_erased ? 'It was erased, or is older than 30 days.' : 'Kept no longer.'}
            </Text>
          )}
        </Stack>
      </Panel>
    </Page>
  )
}
