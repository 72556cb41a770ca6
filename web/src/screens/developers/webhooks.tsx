import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DataList } from '#web/blocks/data-list.tsx'
import { EndpointName } from '#web/blocks/endpoint-name.tsx'
import { Moment } from '#web/blocks/moment.tsx'
import { Page } from '#web/blocks/page.tsx'
import { EmptyState, PlanState } from '#web/blocks/states.tsx'
import { Toned } from '#web/blocks/tone.tsx'
import { useMe } from '#web/session.ts'
import { answerOf } from './diagnosis.ts'
import type { ListedEndpoint } from './types.ts'
import { eventName, healthOf, ms } from './words.ts'

/** Where events are sent, and how that goes. */
export function Webhooks() {
  const { account } = useMe()
  const isIn = account.tier === 'enterprise'
  const add = (
    <Button renderRoot={(props) => <Link to="/developers/webhooks/new" {...props} />}>
      Add an endpoint
    </Button>
  )
  return (
    <Page
      title="Webhooks"
      about="Get signed events at your URLs within a second."
      action={isIn && add}
    >
      {isIn ? (
        <DataList<ListedEndpoint>
          label="Webhook endpoints"
          path="/endpoints"
          to={({ id }) => `/developers/webhooks/${id}`}
          columns={[
            { head: 'Endpoint', cell: (each) => <EndpointName {...each} /> },
            { head: 'Health', cell: (each) => <HealthWords of={each} /> },
            { head: 'Events', cell: ({ events }) => eventsIn(events) },
            { head: 'Version', cell: (each) => each.payload_version, wide: true },
            { head: 'Last 24 hours', cell: (each) => <Success of={each} /> },
            { head: 'Last failure', cell: (each) => <LastFailure of={each} /> },
          ]}
          empty={
            <EmptyState title="No endpoint yet" action={add}>
              Add the URL of your software to receive an event whenever a gift is created, redeemed,
              dispatched, delivered or cancelled.
            </EmptyState>
          }
        />
      ) : (
        <div className="panel">
          <PlanState title="Webhooks" />
        </div>
      )}
      <Group gap="lg">
        <Anchor renderRoot={(props) => <Link to="/developers/events" {...props} />}>
          What the events look like
        </Anchor>
        <Anchor renderRoot={(props) => <Link to="/developers/webhooks/help" {...props} />}>
          Signatures, retries, and what attempts say
        </Anchor>
      </Group>
    </Page>
  )
}

function HealthWords({ of }: { of: ListedEndpoint }) {
  const { tone, title, more } = healthOf(of)
  return (
    <>
      <Toned tone={tone}>{title}</Toned>
      <Text size="xs" c="dimmed">
        {more}
      </Text>
    </>
  )
}

const eventsIn = (events: readonly string[]): string =>
  events.length === 5 ? 'All' : events.map(eventName).join(', ')

function Success({ of: { figures } }: { of: ListedEndpoint }) {
  if (figures === null || figures.attempts === 0)
    return (
      <Text inherit c="dimmed">
        no attempt
      </Text>
    )
  const good = figures.attempts - figures.failed
  const share = Math.floor((good / figures.attempts) * 1_000) / 10
  return (
    <>
      {share}%
      <Text size="xs" c="dimmed">
        {figures.is_part ? 'of the newest ' : 'of '}
        {figures.attempts.toLocaleString('en')} attempts, p95 {ms(figures.p95_ms)}
      </Text>
    </>
  )
}

function LastFailure({ of: { figures } }: { of: ListedEndpoint }) {
  const last = figures?.last_failure ?? null
  if (last === null)
    return (
      <Text inherit c="dimmed">
        none
      </Text>
    )
  return (
    <>
      {answerOf(last)}, <Moment at={last.at} />
    </>
  )
}
