import { Anchor, Group, Text, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconHourglassLow,
  IconMailOff,
  IconMailX,
  IconPackageOff,
  IconWebhook,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { api } from '#web/api.ts'

import { type EmailStatus, emailsWaiting } from '#web/blocks/email-banner.tsx'
import { addressOfEndpoint, endpointName } from '#web/blocks/endpoint-name.tsx'

import { BoxSkeleton, ErrorState } from '#web/blocks/states.tsx'
import type { Health } from '#web/screens/developers/types.ts'

interface FailingEndpoint {
  id: string
  url: string
  description: string
  state: Health['state']
  abandoned: number
  attempts: number
  failed: number
}

interface Found {
  email: EmailStatus
  stalled: number
  expiring: { count: number; until: string }
  bounced: number
  low: { count: number; at: number }
  failing_endpoints: FailingEndpoint[]
}

interface Matter {
  key: string
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
  title: string
  about: string
  to: string
  /** A page that is not one of the app's. */
  isOutside?: boolean
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
          {matters.map(({ key, icon: Icon, title, about, to, isOutside, search, isBad }) => (
            <li key={key}>
              <UnstyledButton
                className="panel matter"
                {...(isBad && { 'data-bad': true })}
                renderRoot={(props) =>
                  isOutside ? (
                    <a href={to} {...props} />
                  ) : (
                    <Link to={to} search={search} {...props} />
                  )
                }
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

/** One card, however many endpoints fail: that of the endpoint, or one that unfolds. */
function FailingEndpoints({ endpoints }: { endpoints: readonly FailingEndpoint[] }) {
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
            <b>{titleOf([only])}</b>
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
            <b>{titleOf(endpoints)}</b>
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

/** An endpoint that works again is listed for what it missed, and is not called failing. */
function titleOf(endpoints: readonly FailingEndpoint[]): string {
  const failing = endpoints.filter(({ state }) => state === 'failing')
  const [only] = endpoints
  if (failing.length === 0) {
    const lost = endpoints.reduce((sum, { abandoned }) => sum + abandoned, 0)
    return `${count(lost, 'webhook delivery', 'webhook deliveries')} failed after five attempts`
  }
  return endpoints.length === 1 && only !== undefined
    ? `Webhook endpoint “${endpointName(only)}” is failing`
    : `${failing.length} webhook ${failing.length === 1 ? 'endpoint is' : 'endpoints are'} failing`
}

function failureOf({ state, abandoned, attempts, failed }: FailingEndpoint): string {
  const lost =
    abandoned > 0
      ? [`${count(abandoned, 'delivery', 'deliveries')} failed for good in the last day.`]
      : []
  if (state !== 'failing' || attempts === 0) return lost.join('')
  const recent =
    failed === attempts
      ? `All ${attempts} recent attempts failed.`
      : `${failed} of ${attempts} recent attempts failed.`
  return [recent, ...lost].join(' ')
}

function mattersOf({ email, stalled, expiring, bounced, low }: Found): Matter[] {
  return [
    ...emailMatters(email),
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

function emailMatters(email: EmailStatus): Matter[] {
  if (email.is_set_up && email.error === null) return []
  return [
    {
      key: 'email',
      icon: IconMailOff,
      title: email.is_set_up ? 'The mail server does not accept email' : 'Email is not set up',
      about:
        email.waiting === 0
          ? 'No invitation or notification can be sent until an operator names a mail server.'
          : `${emailsWaiting(email)} and will be sent once it works.`,
      to: '/docs/mail#a-mail-server',
      isOutside: true,
      search: {},
      isBad: true,
    },
  ]
}
