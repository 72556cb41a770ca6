import { Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconClock, IconFilter, IconPlayerPause, IconX } from '@tabler/icons-react'
import type { GiftEvent } from '#web/admin-api.ts'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { endpointName } from '#web/components/formats/endpoint-name.tsx'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/gifts.ts'
import { usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import type { Gift } from './gift.ts'

/** A panel with the webhook events of a gift. Each event shows how many endpoints received it. */
export function EventsPanel({ gift: { id } }: { gift: Gift }) {
  const { data, error } = useRead(`/gift-requests/${id}/events`)
  return (
    <Panel title={t('Events')} about={t('Webhook events and their delivery.')}>
      {error !== null ? (
        <ErrorState error={error} />
      ) : data === undefined ? (
        <RowsSkeleton rows={2} />
      ) : (
        <EventList events={data.data} />
      )}
    </Panel>
  )
}

const EventList = ({ events }: { events: readonly GiftEvent[] }) =>
  events.length === 0 ? (
    <Text size="sm" c="dimmed">
      {t('Events are no longer stored.')}
    </Text>
  ) : (
    <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {events.map((event) => (
        <li key={event.id}>
          <EventItem event={event} />
        </li>
      ))}
    </Stack>
  )

function EventItem({ event }: { event: GiftEvent }) {
  const isAdmin = usePermission('events:read')
  return (
    <>
      <Group justify="space-between" gap="xs" align="baseline">
        {isAdmin ? (
          <PageLink size="sm" className="mono" to={`/developers/events/${event.id}`}>
            {event.type}
          </PageLink>
        ) : (
          <span className="mono">{event.type}</span>
        )}
        <Text size="sm" c="dimmed">
          <GiftTime at={event.created_at} />
        </Text>
      </Group>
      {event.deliveries.length === 0 ? (
        <Text size="sm" c="dimmed" mt={4}>
          {t('No endpoint was subscribed.')}
        </Text>
      ) : (
        <details className="fold">
          <summary>{summarizeDeliveries(event.deliveries)}</summary>
          <Stack gap={4} mt={4}>
            {event.deliveries.map((delivery) => (
              <Group key={delivery.id} gap={6} wrap="nowrap" align="baseline">
                {stateIcons[delivery.state]}
                <Text size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  {deliveryLabel(delivery)}:{' '}
                  <Text span inherit c="dimmed">
                    {describeDelivery(delivery)}
                  </Text>
                </Text>
              </Group>
            ))}
          </Stack>
        </details>
      )}
    </>
  )
}

type EventDelivery = GiftEvent['deliveries'][number]

const deliveryLabel = ({ url, description }: EventDelivery) =>
  url === null ? t('An endpoint') : endpointName({ url, description: description ?? '' })

/** Counts the deliveries in each state, such as '7 of 7 delivered'. */
function summarizeDeliveries(deliveries: readonly EventDelivery[]): string {
  const count = (state: EventDelivery['state']) =>
    deliveries.filter((delivery) => delivery.state === state).length
  const [pending, failed, paused] = [count('pending'), count('abandoned'), count('parked')]
  const leftOut = count('filtered')
  return [
    t('{delivered} of {all} delivered', { delivered: count('delivered'), all: deliveries.length }),
    pending > 0 && t('{pending} pending', { pending }),
    failed > 0 && t('{failed} failed', { failed }),
    paused > 0 && t('{paused} paused', { paused }),
    leftOut > 0 && t('{leftOut} left out', { leftOut }),
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const stateIcons = {
  delivered: <IconCheck size={15} color="#2b8a57" style={{ flex: 'none' }} aria-hidden />,
  pending: <IconClock size={15} style={{ flex: 'none' }} aria-hidden />,
  abandoned: <IconX size={15} color="#c92a2a" style={{ flex: 'none' }} aria-hidden />,
  parked: <IconPlayerPause size={15} style={{ flex: 'none' }} aria-hidden />,
  filtered: <IconFilter size={15} style={{ flex: 'none' }} aria-hidden />,
}

function describeDelivery({ state, attempts, status }: GiftEvent['deliveries'][number]): string {
  const statusCode = status === null ? '' : ` (${status})`
  switch (state) {
    case 'delivered':
      return attempts > 1
        ? t('delivered{statusCode} at attempt {attempts}', { statusCode, attempts })
        : t('delivered{statusCode}', { statusCode })
    case 'abandoned':
      return t('failed after {count} attempts{statusCode}', { count: attempts, statusCode })
    case 'parked':
      return t('paused: the endpoint is disabled, or its signing secret cannot be decrypted')
    case 'filtered':
      return t('left out by the filter of the endpoint')
    case 'pending':
      return attempts === 0
        ? t('sending')
        : t('retrying: attempt {attempts} of 5 failed{statusCode}', { attempts, statusCode })
  }
}
