import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconClock, IconPlayerPause, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { GiftMoment } from '#web/blocks/moment.tsx'
import { Panel } from '#web/blocks/page.tsx'
import { useIsAdmin } from '#web/session.ts'
import type { Gift, Told } from './detail.ts'

/** Which events told the world of it, and whether each endpoint has heard. */
export const Events = ({ gift }: { gift: Gift }) => (
  <Panel title="Events" about="What webhooks were told, and which endpoints took it.">
    {gift.events.length === 0 ? (
      <Text size="sm" c="dimmed">
        None are kept any more.
      </Text>
    ) : (
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {gift.events.map((event) => (
          <li key={event.id}>
            <EventLine event={event} />
          </li>
        ))}
      </Stack>
    )}
  </Panel>
)

function EventLine({ event }: { event: Told }) {
  const isAdmin = useIsAdmin()
  return (
    <>
      <Group justify="space-between" gap="xs" align="baseline">
        {isAdmin ? (
          <Anchor
            size="sm"
            className="mono"
            renderRoot={(props) => <Link to={`/developers/events/${event.id}`} {...props} />}
          >
            {event.type}
          </Anchor>
        ) : (
          <span className="mono">{event.type}</span>
        )}
        <Text size="sm" c="dimmed">
          <GiftMoment at={event.created_at} />
        </Text>
      </Group>
      <Stack gap={4} mt={4}>
        {event.deliveries.length === 0 && (
          <Text size="sm" c="dimmed">
            No endpoint was subscribed.
          </Text>
        )}
        {event.deliveries.map((delivery) => (
          <Group key={delivery.id} gap={6} wrap="nowrap" align="baseline">
            {marks[delivery.state]}
            <Text size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {delivery.url ?? 'An endpoint'}{' '}
              <Text span inherit c="dimmed">
                {saying(delivery)}
              </Text>
            </Text>
          </Group>
        ))}
      </Stack>
    </>
  )
}

const marks = {
  delivered: <IconCheck size={15} color="#2b8a57" style={{ flex: 'none' }} aria-hidden />,
  pending: <IconClock size={15} style={{ flex: 'none' }} aria-hidden />,
  abandoned: <IconX size={15} color="#c92a2a" style={{ flex: 'none' }} aria-hidden />,
  parked: <IconPlayerPause size={15} style={{ flex: 'none' }} aria-hidden />,
}

function saying({ state, attempts, status }: Told['deliveries'][number]): string {
  const answer = status === null ? '' : `, answered ${status}`
  switch (state) {
    case 'delivered':
      return `took it${attempts > 1 ? ` at attempt ${attempts}` : ''}${answer}`
    case 'abandoned':
      return `given up after ${attempts} attempts${answer}`
    case 'parked':
      return 'waits: the endpoint is disabled'
    case 'pending':
      return attempts === 0
        ? 'is being told'
        : `attempt ${attempts} of 5 failed${answer}; trying again`
  }
}
