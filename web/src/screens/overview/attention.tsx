import { Group, Text, UnstyledButton } from '@mantine/core'
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
import { BoxSkeleton, ErrorState } from '#web/blocks/states.tsx'
import type { Health } from '#web/screens/developers/types.ts'
import { nameOfEndpoint } from '#web/screens/developers/words.ts'

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
  key?: string
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
      {matters.length === 0 ? (
        <Group className="panel" p="md" gap="sm">
          <IconCircleCheck size={22} aria-hidden color="#2b8a57" />
          <Text size="sm">You're all caught up.</Text>
        </Group>
      ) : (
        <ul className="matters">
          {matters.map(({ key, icon: Icon, title, about, to, isOutside, search, isBad }) => (
            <li key={key ?? title}>
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

function mattersOf({ email, stalled, expiring, bounced, low, failing_endpoints }: Found): Matter[] {
  const count = (number: number, one: string, many: string) =>
    `${number > mostCounted ? `${mostCounted.toLocaleString('en')}+` : number.toLocaleString('en')} ${number === 1 ? one : many}`
  return [
    ...emailMatters(email),
    ...endpointMatters(failing_endpoints, count),
    ...(stalled > 0
      ? [
          {
            icon: IconAlertTriangle,
            title: `${count(stalled, 'gift is', 'gifts are')} stuck`,
            about:
              'Out of stock, an address the carrier rejected, or a delivery that failed for days.',
            to: '/gift-requests',
            search: { stalled: 'true' },
            isBad: true,
          },
        ]
      : []),
    ...(bounced > 0
      ? [
          {
            icon: IconMailX,
            title: `Email to ${count(bounced, 'recipient', 'recipients')} bounced`,
            about: 'They do not know about their gift. Correct the address, or share the link.',
            to: '/recipients',
            search: { mark: 'bounced' },
            isBad: true,
          },
        ]
      : []),
    ...(low.count > 0
      ? [
          {
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
            icon: IconHourglassLow,
            title: `${count(expiring.count, 'gift expires', 'gifts expire')} within a week`,
            about:
              'Their recipients have not responded. Send a reminder or extend the expiry date.',
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

type Count = (number: number, one: string, many: string) => string

/** One card, however many endpoints fail: equal cards say nothing about which is which. */
function endpointMatters(endpoints: readonly FailingEndpoint[], count: Count): Matter[] {
  const failing = endpoints.filter(({ state }) => state === 'failing')
  const others = endpoints.filter(({ state }) => state !== 'failing')
  return [...grouped(failing, count, true), ...grouped(others, count, false)]
}

function grouped(endpoints: readonly FailingEndpoint[], count: Count, isFailing: boolean) {
  const [first] = endpoints
  if (first === undefined) return []
  const names = endpoints.map(({ url, description }) => nameOfEndpoint(url, description))
  const isOne = endpoints.length === 1
  const abandoned = endpoints.reduce((sum, each) => sum + each.abandoned, 0)
  const title = isFailing
    ? isOne
      ? `Webhook endpoint “${names[0]}” is failing`
      : `${endpoints.length} webhook endpoints are failing`
    : `${count(abandoned, 'webhook delivery', 'webhook deliveries')} failed after five attempts`
  const about = isFailing && isOne ? attemptsOf(first, count) : `${listOf(names)}.`
  return [
    {
      key: isFailing ? 'failing endpoints' : 'failed deliveries',
      icon: IconWebhook,
      title,
      about: isFailing
        ? about
        : `In the last day, to ${about} Resend them from the endpoint's page.`,
      to: isOne ? `/developers/webhooks/${first.id}` : '/developers/webhooks',
      search: {},
      isBad: true,
    },
  ]
}

function attemptsOf({ attempts, failed, abandoned }: FailingEndpoint, count: Count): string {
  const recent =
    failed === attempts
      ? `All ${attempts} recent attempts failed.`
      : `${failed} of ${attempts} recent attempts failed.`
  const lost =
    abandoned === 0
      ? ''
      : ` ${count(abandoned, 'delivery', 'deliveries')} failed for good in the last day.`
  return attempts === 0 ? lost.trim() : `${recent}${lost}`
}

const listOf = (names: readonly string[]): string =>
  names.length > 4
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
    : names.join(', ')
