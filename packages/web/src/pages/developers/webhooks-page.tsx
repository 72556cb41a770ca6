import { Group, Text } from '@mantine/core'
import type { ListedEndpoint } from '#web/admin-api.ts'
import { DataList } from '#web/components/data-list.tsx'
import { EndpointName } from '#web/components/endpoint-name.tsx'
import { ButtonLink, PageLink } from '#web/components/link.tsx'
import { Page } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { StatusBadge } from '#web/components/status-badge.tsx'
import { EmptyState, PlanState } from '#web/components/status-views.tsx'
import { useMe } from '#web/session.ts'
import { findExpiring } from './certificate-expiry.ts'
import { formatResponse } from './diagnosis.ts'
import { formatMs } from './format.ts'
import { eventLabel, summarizeHealth } from './labels.ts'

/** The webhook endpoints and their health. */
export function WebhooksPage() {
  const { account } = useMe()
  const isEnterprise = account.tier === 'enterprise'
  const addButton = <ButtonLink to="/developers/webhooks/new">Add endpoint</ButtonLink>
  return (
    <Page
      title="Webhooks"
      about="Get signed events at your URLs within a second."
      action={isEnterprise && addButton}
    >
      {isEnterprise ? (
        <DataList
          label="Webhook endpoints"
          path="/endpoints"
          to={({ id }) => `/developers/webhooks/${id}`}
          columns={[
            { header: 'Endpoint', cell: (each) => <EndpointName {...each} /> },
            { header: 'Health', cell: (each) => <HealthCell endpoint={each} /> },
            { header: 'Events', cell: ({ events }) => formatEvents(events) },
            { header: 'Version', cell: (each) => each.payload_version, isDesktopOnly: true },
            { header: 'Last 24 hours', cell: (each) => <SuccessRate endpoint={each} /> },
            { header: 'Last failure', cell: (each) => <LastFailure endpoint={each} /> },
          ]}
          empty={
            <EmptyState title="No endpoints yet" action={addButton}>
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
        <PageLink to="/developers/events">Event examples</PageLink>
        <PageLink to="/developers/webhooks/help">Signatures, retries and attempt results</PageLink>
      </Group>
    </Page>
  )
}

function HealthCell({ endpoint }: { endpoint: ListedEndpoint }) {
  const { tone, title, detail } = summarizeHealth(endpoint)
  return (
    <>
      <StatusBadge tone={tone}>{title}</StatusBadge>
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
      <CertificateNotice endpoint={endpoint} />
    </>
  )
}

function CertificateNotice({ endpoint }: { endpoint: ListedEndpoint }) {
  const expiring = findExpiring(endpoint)
  if (expiring === undefined) return null
  const isExpired = expiring.expiry === 'expired'
  return (
    <Text component="div" size="xs" mt={4}>
      <StatusBadge tone={isExpired ? 'bad' : 'wait'}>
        {isExpired ? 'Certificate has expired' : 'Certificate expires soon'}
      </StatusBadge>{' '}
      <RelativeTime at={expiring.expires_at} />
    </Text>
  )
}

const formatEvents = (events: readonly string[]): string =>
  events.length === 5 ? 'All' : events.map(eventLabel).join(', ')

function SuccessRate({ endpoint: { stats } }: { endpoint: ListedEndpoint }) {
  if (stats === null || stats.attempts === 0)
    return (
      <Text inherit c="dimmed">
        no attempts
      </Text>
    )
  const good = stats.attempts - stats.failed
  const percent = Math.floor((good / stats.attempts) * 1_000) / 10
  return (
    <>
      {percent}%
      <Text size="xs" c="dimmed">
        {stats.is_partial ? 'of the newest ' : 'of '}
        {stats.attempts.toLocaleString('en')} attempts, p95 {formatMs(stats.p95_ms)}
      </Text>
    </>
  )
}

function LastFailure({ endpoint: { stats } }: { endpoint: ListedEndpoint }) {
  const last = stats?.last_failure ?? null
  if (last === null)
    return (
      <Text inherit c="dimmed">
        none
      </Text>
    )
  return (
    <>
      {formatResponse(last)}, <RelativeTime at={last.at} />
    </>
  )
}
