import { Badge, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Delivery, Endpoint } from '#web/admin-api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { EndpointName } from '#web/components/formats/endpoint-name.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { DataList, type Filter, type RowSelection } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/developers.ts'
import { diagnose, formatResponse } from './diagnosis.ts'
import { formatMoment, formatMs, shortId } from './format.ts'
import { deliveryStateLabels, eventLabel, eventOptions, getOutcomeLabel } from './labels.ts'
import { ResendButton } from './resend.tsx'
import { ResendToButton } from './resend-to.tsx'
import { endpointOptionLabel, useEndpoints } from './use-endpoints.ts'
import { useIsEnterprise } from './use-is-enterprise.ts'

const leadingFilters: readonly Filter[] = [
  { name: 'gift', label: t('Gift: reference or ID') },
  {
    name: 'state',
    label: t('Outcome'),
    options: Object.entries(deliveryStateLabels).map(([value, { label }]) => ({ value, label })),
  },
]

const trailingFilters: readonly Filter[] = [
  { name: 'event_type', label: t('Event'), options: eventOptions },
  {
    name: 'response_status',
    label: t('Response'),
    options: [
      ...['2xx', '3xx', '4xx', '5xx'].map((value) => ({ value, label: value })),
      { value: 'none', label: t('No response') },
    ],
  },
  {
    name: 'is_test',
    label: t('Kind'),
    options: [
      { value: 'false', label: t('Real events') },
      { value: 'true', label: t('Tests') },
    ],
  },
  { name: 'created_from', label: t('From'), kind: 'day' },
  { name: 'created_until', label: t('To'), kind: 'day' },
  { name: 'attempted_from', label: t('Attempted from'), kind: 'chip', format: formatMoment },
  { name: 'attempted_until', label: t('Attempted until'), kind: 'chip', format: formatMoment },
  {
    name: 'attempt_outcome',
    label: t('Attempt'),
    kind: 'chip',
    options: [
      { value: 'arrived', label: t('Arrived') },
      { value: 'failed', label: t('Failed') },
    ],
  },
]

/** Returns a filter with the endpoints of the account as its options. */
function useEndpointFilter(isNeeded: boolean): Filter {
  const options = useEndpoints(isNeeded)?.map((each) => ({
    value: each.id,
    label: endpointOptionLabel(each),
  }))
  return { name: 'endpoint_id', label: t('Endpoint'), options: options ?? [] }
}

/** A live list of the deliveries of one endpoint, or of all endpoints. */
export function DeliveryList({ endpoint }: { endpoint?: Endpoint }) {
  const isEnterprise = useIsEnterprise()
  const endpoints = useEndpointFilter(endpoint === undefined)
  return (
    <DataList
      label={t('Deliveries')}
      path="/deliveries"
      {...(endpoint && { query: { endpoint_id: endpoint.id } })}
      topic="deliveries"
      filters={
        endpoint === undefined
          ? [...leadingFilters, endpoints, ...trailingFilters, eventIdFilter]
          : [...leadingFilters, ...trailingFilters]
      }
      rowLabel={({ event_type, reference, id }) =>
        `${eventLabel(event_type)}, ${reference ?? t('delivery {id}', { id: shortId(id) })}`
      }
      to={({ id }) => `/developers/deliveries/${id}`}
      columns={[
        { header: t('Event'), cell: (each) => <DeliveryEvent {...each} /> },
        {
          header: t('Gift'),
          cell: ({ reference }) => <span className="mono">{reference ?? '–'}</span>,
        },
        ...(endpoint === undefined
          ? [
              {
                header: t('Endpoint'),
                isWide: true,
                cell: (each: Delivery) => <DeliveryEndpoint {...each} />,
              },
            ]
          : []),
        { header: t('Outcome'), cell: (each) => <DeliveryOutcome {...each} /> },
        {
          header: t('Attempts'),
          cell: ({ attempts }) => t('{count} of 5', { count: attempts.length }),
          isDesktopOnly: true,
        },
        { header: t('Last response'), cell: (each) => <LastResponse {...each} /> },
        {
          header: t('When'),
          sort: 'created',
          cell: ({ created_at }) => <RelativeTime at={created_at} />,
        },
      ]}
      {...(isEnterprise && {
        renderBulkActions: ({ rows, clear }: RowSelection<Delivery>) => (
          <Group gap="xs">
            <ResendButton ids={rows.map(({ id }) => id)} onDone={clear} />
            <ResendToButton deliveries={rows} onDone={clear} />
          </Group>
        ),
      })}
      empty={
        <EmptyList guide="retries" title={t('No deliveries yet')}>
          {endpoint === undefined
            ? t('Every event sent to an endpoint appears here, with each attempt.')
            : t('Send a test event, or create a gift.')}
        </EmptyList>
      }
    />
  )
}

export const DeliveryEndpoint = ({ endpoint_url, endpoint_description }: Delivery) => (
  <EndpointName url={endpoint_url} description={endpoint_description} />
)

const eventIdFilter = { name: 'event_id', label: t('Event ID'), kind: 'chip' } as const

const DeliveryEvent = ({ event_type, is_test, replay_of }: Delivery) => (
  <Group gap={6}>
    {eventLabel(event_type)}
    {is_test && (
      <Badge size="xs" variant="outline" tt="none">
        {t('test')}
      </Badge>
    )}
    {replay_of !== null && (
      <Badge size="xs" variant="light" tt="none">
        {t('resent')}
      </Badge>
    )}
  </Group>
)

function DeliveryOutcome(delivery: Delivery) {
  const { next_attempt_at, state, signing_error, is_behind } = delivery
  const { label, tone } = getOutcomeLabel(delivery)
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {next_attempt_at !== null && (
        <Text size="xs" c="dimmed">
          <NextAttemptCountdown at={next_attempt_at} />
        </Text>
      )}
      {state === 'parked' && (
        <Text size="xs" c="dimmed">
          {signing_error === null
            ? t('endpoint disabled')
            : t('signing secret cannot be decrypted')}
        </Text>
      )}
      {is_behind && (
        <Text size="xs" c="dimmed">
          {t('after an earlier event')}
        </Text>
      )}
    </>
  )
}

/** A countdown to the next attempt of a delivery. */
export function NextAttemptCountdown({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const secondsLeft = Math.max(0, Math.round((new Date(at).getTime() - now) / 1_000))
  if (secondsLeft === 0) return <>{t('next attempt now')}</>
  return <>{t('next attempt in {time}', { time: formatCountdown(secondsLeft) })}</>
}

/** Formats a duration with its two largest units, such as '1 h 20 min'. */
function formatCountdown(seconds: number): string {
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  const parts = [
    ...(hours > 0 ? [t('{value} h', { value: hours })] : []),
    ...(hours > 0 || minutes > 0 ? [t('{value} min', { value: minutes })] : []),
    t('{value} s', { value: seconds % 60 }),
  ]
  return parts.slice(0, 2).join(' ')
}

function LastResponse({ attempts }: Delivery) {
  const last = attempts.at(-1)
  if (last === undefined)
    return (
      <Text inherit c="dimmed">
        {t('None yet')}
      </Text>
    )
  return (
    <>
      {formatResponse(last)}
      <Text size="xs" c="dimmed">
        {diagnose(last)?.title.replace(/^\d+:? /, '') ?? formatMs(last.duration_ms)}
      </Text>
    </>
  )
}
