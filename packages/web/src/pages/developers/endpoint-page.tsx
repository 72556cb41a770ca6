import { Trans, t } from '#web/i18n/developers.ts'
import { formatNumber, sentenceSpace } from '#web/i18n/format.ts'
import './developers.css'
import { Alert, Badge, Group, Tabs, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { EndpointDetail } from '#web/admin-api.ts'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { BreakableUrl, endpointName } from '#web/components/formats/endpoint-name.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { InlineLink } from '#web/components/layout/link.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { useVisibleTab } from '#web/components/layout/use-visible-tab.ts'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { useRead } from '#web/use-read.ts'
import { findExpiring } from './certificate-expiry.ts'
import { DeliveryList } from './delivery-list.tsx'
import { diagnose } from './diagnosis.ts'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointSettings } from './endpoint-settings.tsx'
import { formatMs } from './format.ts'
import { signingRemedy, summarizeHealth } from './labels.ts'
import { RecoverDeliveries } from './recover-deliveries.tsx'
import { useIsEnterprise } from './use-is-enterprise.ts'

const EndpointStats = lazy(() =>
  import('./endpoint-stats.tsx').then((m) => ({ default: m.EndpointStats })),
)

const TestingTab = lazy(() => import('./testing-tab.tsx').then((m) => ({ default: m.TestingTab })))

/** The page of an endpoint, with its health, deliveries, tests and settings. */
export function EndpointPage() {
  const id = useRouteId()
  const { filters, set } = useUrlFilters()
  const isEnterprise = useIsEnterprise()
  const query = useRead(`/endpoints/${id}`, undefined, {
    refetchOnMount: 'always',
    refetchInterval: 15_000,
  })
  const endpoint = query.data
  const tab = filters.tab ?? 'deliveries'
  const tabs = useVisibleTab<HTMLDivElement>(`${tab} ${endpoint?.id}`)
  if (endpoint === undefined)
    return <DetailPlaceholder query={query} noun={t('Endpoint')} list="/developers/webhooks" />
  return (
    <Page
      title={endpointName(endpoint)}
      about={
        <Group component="span" gap={4} wrap="nowrap" className="mono">
          <span className="endpoint-url">
            <BreakableUrl url={endpoint.url} />
          </span>
          <CopyIconButton value={endpoint.url} label={t('Copy URL')} />
        </Group>
      }
      action={<EndpointActions endpoint={endpoint} />}
    >
      <EndpointBanner endpoint={endpoint} />
      <CertificateBanner endpoint={endpoint} />
      <HealthPanel endpoint={endpoint} />
      <Tabs
        value={tab}
        onChange={(next) => set({ tab: next === 'deliveries' ? undefined : (next ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="md" className="endpoint-tabs" ref={tabs}>
          <Tabs.Tab value="deliveries">{t('Deliveries')}</Tabs.Tab>
          <Tabs.Tab value="day">{t('Last 24 hours')}</Tabs.Tab>
          {isEnterprise && <Tabs.Tab value="testing">{t('Testing')}</Tabs.Tab>}
          <Tabs.Tab value="settings">{t('Settings')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <RecoverDeliveries endpoint={endpoint} />
          <DeliveryList endpoint={endpoint} />
        </Tabs.Panel>
        <Tabs.Panel value="day">
          <Suspense fallback={<RowsSkeleton />}>
            <EndpointStats endpoint={endpoint} />
          </Suspense>
        </Tabs.Panel>
        {isEnterprise && (
          <Tabs.Panel value="testing">
            <Suspense fallback={<RowsSkeleton />}>
              <TestingTab endpoint={endpoint} />
            </Suspense>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="settings">
          <EndpointSettings endpoint={endpoint} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

/** A banner with the most frequent failure of the last day, and with advice. */
function EndpointBanner({ endpoint }: { endpoint: EndpointDetail }) {
  const { day, enabled } = endpoint
  const [cause] = day.causes
  const { state } = endpoint.health
  const isUnhealthy = state === 'failing' || state === 'degraded'
  if (!enabled)
    return (
      <Alert color="gray" variant="light" title={t('Disabled')}>
        {t('{detail} Events from this time are never sent to it.', {
          detail: summarizeHealth(endpoint).detail,
        })}
      </Alert>
    )
  if (endpoint.signing_error !== null)
    return (
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertTriangle size={18} />}
        title={t('The signing secret cannot be decrypted')}
      >
        {summarizeHealth(endpoint).detail}
        {sentenceSpace}
        {signingRemedy(endpoint.signing_error)}
        <Text size="xs" mt={4}>
          {t('Reported by the server: {error}', { error: endpoint.signing_error })}
        </Text>
      </Alert>
    )
  if (cause === undefined || !isUnhealthy) return null
  const diagnosis = diagnose(cause)
  if (diagnosis === undefined) return null
  return (
    <Alert
      color={state === 'failing' ? 'red' : 'yellow'}
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={diagnosis.title}
    >
      {diagnosis.why}
      {sentenceSpace}
      {diagnosis.remedy}{' '}
      <InlineLink to="/developers/webhooks/help" hash={diagnosis.id}>
        {t('More|diagnosis')}
      </InlineLink>
      <Text size="xs" mt={4}>
        <Trans
          text="The cause of {number} of {failed_attempts} in the last day, most recently {time}."
          number={cause.count}
          failed_attempts={t('{count} failed attempts', { count: day.failed })}
          time={<RelativeTime at={cause.last_at} />}
        />
      </Text>
    </Alert>
  )
}

const expiryTitles = {
  ca: {
    soon: t('The certificate authority expires soon'),
    expired: t('The certificate authority has expired'),
  },
  client_certificate: {
    soon: t('The client certificate expires soon'),
    expired: t('The client certificate has expired'),
  },
} as const

/** A banner that warns of a certificate which expires within a month. */
function CertificateBanner({ endpoint }: { endpoint: EndpointDetail }) {
  const expiring = findExpiring(endpoint)
  if (expiring === undefined) return null
  const isExpired = expiring.expiry === 'expired'
  return (
    <Alert
      color={isExpired ? 'red' : 'yellow'}
      variant="light"
      icon={<IconAlertTriangle size={18} />}
    >
      <Text fw={600}>{expiryTitles[expiring.kind][isExpired ? 'expired' : 'soon']}</Text>
      <Trans
        text={
          isExpired
            ? 'It expired {time}. Upload a newer one in the settings, so that deliveries do not fail.'
            : 'It expires {time}. Upload a newer one in the settings, so that deliveries do not fail.'
        }
        time={<RelativeTime at={expiring.expires_at} />}
      />
    </Alert>
  )
}

function HealthPanel({ endpoint }: { endpoint: EndpointDetail }) {
  const { tone, title, detail } = summarizeHealth(endpoint)
  const { day, health } = endpoint
  const until = endpoint.previous_secret_until
  return (
    <Panel title={t('Health')}>
      <Group gap="xl" align="flex-start">
        <HealthFact name={t('Now')}>
          <StatusBadge tone={tone}>{title}</StatusBadge>
          <Text size="xs" c="dimmed" maw={260}>
            {detail}
          </Text>
        </HealthFact>
        <HealthFact name={t('Attempts in 24 hours')}>
          {formatNumber(day.attempts)}
          <Text size="xs" c="dimmed">
            {day.failed === 0 ? t('none failed') : t('{failed} failed', { failed: day.failed })}
          </Text>
        </HealthFact>
        <HealthFact name={t('Response time')}>
          {formatMs(day.p50_ms)}
          <Text size="xs" c="dimmed">
            p95 {formatMs(day.p95_ms)}
          </Text>
        </HealthFact>
        <HealthFact name={t('Last delivered')}>
          <RelativeTime at={health.last_delivered_at} />
        </HealthFact>
        {until !== null && new Date(until) > new Date() && (
          <HealthFact name={t('Secret')}>
            <Badge variant="light" tt="none">
              {t('2 signatures')}
            </Badge>
            <Text size="xs" c="dimmed">
              <Trans text="the old secret expires {time}" time={<RelativeTime at={until} />} />
            </Text>
          </HealthFact>
        )}
      </Group>
    </Panel>
  )
}

const HealthFact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="div" fw={600}>
      {children}
    </Text>
  </div>
)
