import { Group, Text } from '@mantine/core'
import type { ListedEndpoint } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { PlanState } from '#web/components/feedback/refused-states.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { EndpointName } from '#web/components/formats/endpoint-name.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { ButtonLink, PageLink } from '#web/components/layout/link.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/developers.ts'
import { comma, formatNumber, formatValues } from '#web/i18n/format.ts'
import { useMe } from '#web/session.ts'
import { findExpiring } from './certificate-expiry.ts'
import { formatResponse } from './diagnosis.ts'
import { formatMs } from './format.ts'
import { eventLabel, summarizeHealth } from './labels.ts'

/** The page with the webhook endpoints and their health. */
export function WebhooksPage() {
  const { account } = useMe()
  const isEnterprise = account.tier === 'enterprise'
  const addButton = <ButtonLink to="/developers/webhooks/new">{t('Add endpoint')}</ButtonLink>
  return (
    <Page
      title={t('Webhooks')}
      about={t('Get signed events at your URLs within a second.')}
      action={isEnterprise && addButton}
    >
      {isEnterprise ? (
        <DataList
          label={t('Webhook endpoints')}
          path="/endpoints"
          to={({ id }) => `/developers/webhooks/${id}`}
          columns={[
            { header: t('Endpoint'), cell: (each) => <EndpointName {...each} /> },
            { header: t('Health'), cell: (each) => <HealthCell endpoint={each} /> },
            { header: t('Events'), cell: ({ events }) => formatEvents(events) },
            {
              header: t('Version'),
              cell: (each) => <span style={{ whiteSpace: 'nowrap' }}>{each.payload_version}</span>,
              isDesktopOnly: true,
            },
            { header: t('Attempts'), cell: (each) => <SuccessRate endpoint={each} /> },
            { header: t('Last failure'), cell: (each) => <LastFailure endpoint={each} /> },
          ]}
          empty={
            <EmptyList guide="webhooks" title={t('No endpoints yet')} action={addButton}>
              {t(
                'Add the URL of your software to receive an event whenever a gift is created, redeemed, dispatched, delivered or cancelled.',
              )}
            </EmptyList>
          }
        />
      ) : (
        <div className="panel">
          <PlanState title={t('Webhooks')} />
        </div>
      )}
      <Group gap="lg">
        <PageLink to="/developers/events">{t('Event examples')}</PageLink>
        <PageLink to="/developers/webhooks/help">
          {t('Signatures, retries and attempt results')}
        </PageLink>
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
        {isExpired ? t('Certificate has expired') : t('Certificate expires soon')}
      </StatusBadge>{' '}
      <RelativeTime at={expiring.expires_at} />
    </Text>
  )
}

const formatEvents = (events: readonly string[]): string =>
  events.length === 5 ? t('All') : formatValues(events.map(eventLabel))

function SuccessRate({ endpoint: { stats } }: { endpoint: ListedEndpoint }) {
  if (stats === null || stats.attempts === 0)
    return (
      <Text inherit c="dimmed">
        {t('no attempts')}
      </Text>
    )
  const good = stats.attempts - stats.failed
  const percent = Math.floor((good / stats.attempts) * 1_000) / 10
  return (
    <>
      {formatNumber(percent / 100, { style: 'percent', maximumFractionDigits: 1 })}
      <Text size="xs" c="dimmed">
        {t(
          stats.is_partial
            ? 'of the newest {attempts}, p95 {p95}'
            : 'of {attempts} in 24 hours, p95 {p95}',
          { attempts: stats.attempts, p95: formatMs(stats.p95_ms) },
        )}
      </Text>
    </>
  )
}

function LastFailure({ endpoint: { stats } }: { endpoint: ListedEndpoint }) {
  const last = stats?.last_failure ?? null
  if (last === null)
    return (
      <Text inherit c="dimmed">
        {t('none')}
      </Text>
    )
  return (
    <>
      {formatResponse(last)}
      {comma}
      <RelativeTime at={last.at} />
    </>
  )
}
