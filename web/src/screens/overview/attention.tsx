import { Anchor, Group, Text, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconHourglassLow,
  IconMailX,
  IconPackageOff,
  IconWebhook,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { api } from '#web/api.ts'
import { addressOfEndpoint, endpointName } from '#web/blocks/endpoint-name.tsx'
import { BoxSkeleton, ErrorState } from '#web/blocks/states.tsx'

interface Found {
  stalled: number
  expiring: { count: number; until: string }
  bounced: number
  low: { count: number; at: number }
  failing_endpoints: {
    id: string
    url: string
    description: string
    abandoned: number
    attempts: number
    failed: number
  }[]
}

interface Matter {
  key: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  title: string
  about: string
  to: string
  search: Record<string, string>
  isBad: boolean
}

const mostCounted = 1_000 // what is more than that is not counted
const every = 30_000 // milliseconds between two looks

/** What somebody should look at, the worst first. Nothing else on the page is as urgent. */
export function Attention() {
  const { data, error, refetch } = useQuery({
    queryKey: ['attention'],
    queryFn: () => api.get<Found>('/overview/attention'),
    refetchInterval: every,
  })
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <BoxSkeleton h={76} label="Looking" />
  const matters = mattersOf(data)
  return (
    <section aria-label="What needs attention">
      {matters.length === 0 && data.failing_endpoints.length === 0 ? (
        <Group className="panel" p="md" gap="sm">
          <IconCircleCheck size={22} aria-hidden color="#2b8a57" />
          <Text size="sm">You’re all caught up.</Text>
        </Group>
      ) : (
        <ul className="matters">
          <FailingEndpoints endpoints={data.failing_endpoints} />
          {matters.map(({ key, icon: Icon, title, about, to, search, isBad }) => (
            <li key={key}>
              <UnstyledButton
                className="panel matter"
                {...(isBad && { 'data-bad': true })}
                renderRoot={(props) => <Link to={to} search={search} {...props} />}
              >
                <Icon size={22} aria-hidden />
                <span>
                  <b>{title}</b>
                  <Text span size="sm" c="dimmed" display="block">
                    {about}
                  </Text>
                </span>
                <IconChevronRight size={18} aria-hidden />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Failing = Found['failing_endpoints'][number]

/** One card, however many endpoints fail: that of the endpoint, or one that unfolds. */
function FailingEndpoints({ endpoints }: { endpoints: readonly Failing[] }) {
  const [only, ...others] = endpoints
  if (only === undefined) return null
  if (others.length === 0)
    return (
      <li>
        <UnstyledButton
          className="panel matter"
          data-bad
          renderRoot={(props) => <Link to={`/developers/webhooks/${only.id}`} {...props} />}
        >
          <IconWebhook size={22} aria-hidden />
          <span>
            <b>Webhook endpoint “{endpointName(only)}” is failing</b>
            <Text span size="sm" c="dimmed" display="block">
              {failureOf(only)}
            </Text>
          </span>
          <IconChevronRight size={18} aria-hidden />
        </UnstyledButton>
      </li>
    )
  return (
    <li>
      <details className="panel matter-list">
        <summary className="matter" data-bad>
          <IconWebhook size={22} aria-hidden />
          <span>
            <b>{endpoints.length} webhook endpoints are failing</b>
            <Text span size="sm" c="dimmed" display="block">
              {endpoints.map(endpointName).join(', ')}
            </Text>
          </span>
          <IconChevronRight size={18} aria-hidden />
        </summary>
        <ul>
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to={`/developers/webhooks/${endpoint.id}`} {...props} />
                )}
              >
                {endpointName(endpoint)}
              </Anchor>
              <Text size="sm" c="dimmed">
                <span className="mono">{addressOfEndpoint(endpoint.url)}</span>:{' '}
                {failureOf(endpoint)}
              </Text>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

const count = (number: number, one: string, many: string) =>
  `${number > mostCounted ? `${mostCounted.toLocaleString('en')}+` : number.toLocaleString('en')} ${number === 1 ? one : many}`

function failureOf({ abandoned, attempts, failed }: Failing): string {
  if (abandoned > 0) return `${count(abandoned, 'delivery', 'deliveries')} failed in the last day.`
  return failed === attempts
    ? `All ${attempts} recent attempts failed.`
    : `${failed} of ${attempts} recent attempts failed.`
}

function mattersOf({ stalled, expiring, bounced, low }: Found): Matter[] {
  return [
    ...(stalled > 0
      ? [
          {
            key: 'stalled',
            icon: IconAlertTriangle,
            title: `${count(stalled, 'gift is', 'gifts are')} stuck`,
            about: 'Out of stock, an address the carrier refused, or failed delivery attempts.',
            to: '/gift-requests',
            search: { stalled: 'true' },
            isBad: true,
          },
        ]
      : []),
    ...(bounced > 0
      ? [
          {
            key: 'bounced',
            icon: IconMailX,
            title: `E-mails to ${count(bounced, 'recipient', 'recipients')} bounced`,
            about: 'They don’t know about their gift. Correct the address, or share the link.',
            to: '/recipients',
            search: { mark: 'bounced' },
            isBad: true,
          },
        ]
      : []),
    ...(low.count > 0
      ? [
          {
            key: 'low',
            icon: IconPackageOff,
            title: `${count(low.count, 'product is', 'products are')} low in stock`,
            about: `A variant has ${low.at} or fewer left.`,
            to: '/catalogue',
            search: { stock: 'low' },
            isBad: false,
          },
        ]
      : []),
    ...(expiring.count > 0
      ? [
          {
            key: 'expiring',
            icon: IconHourglassLow,
            title: `${count(expiring.count, 'gift expires', 'gifts expire')} within a week`,
            about: 'Their recipients haven’t redeemed yet. Remind them, or extend the gifts.',
            to: '/gift-requests',
            search: { expires_until: expiring.until },
            isBad: false,
          },
        ]
      : []),
  ]
}
