import { Group, Text, UnstyledButton } from '@mantine/core'
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
import { BoxSkeleton, ErrorState } from '#web/blocks/states.tsx'

interface Found {
  stalled: number
  expiring: { count: number; until: string }
  bounced: number
  low: { count: number; at: number }
  failing_endpoints: {
    id: string
    url: string
    abandoned: number
    attempts: number
    failed: number
  }[]
}

interface Matter {
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
      {matters.length === 0 ? (
        <Group className="panel" p="md" gap="sm">
          <IconCircleCheck size={22} aria-hidden color="#2b8a57" />
          <Text size="sm">Nothing needs you at the moment.</Text>
        </Group>
      ) : (
        <ul className="matters">
          {matters.map(({ icon: Icon, title, about, to, search, isBad }) => (
            <li key={title}>
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

function mattersOf({ stalled, expiring, bounced, low, failing_endpoints }: Found): Matter[] {
  const count = (number: number, one: string, many: string) =>
    `${number > mostCounted ? `${mostCounted.toLocaleString('en')}+` : number.toLocaleString('en')} ${number === 1 ? one : many}`
  return [
    ...failing_endpoints.map((endpoint) => ({
      icon: IconWebhook,
      title: `${hostOf(endpoint.url)} does not take its webhooks`,
      about:
        endpoint.abandoned > 0
          ? `${count(endpoint.abandoned, 'delivery was', 'deliveries were')} given up in the last day.`
          : `${endpoint.failed} of its last ${endpoint.attempts} attempts failed.`,
      to: `/developers/webhooks/${endpoint.id}`,
      search: {},
      isBad: true,
    })),
    ...(stalled > 0
      ? [
          {
            icon: IconAlertTriangle,
            title: `${count(stalled, 'gift does', 'gifts do')} not move on`,
            about: 'Out of stock, an address that was refused, or nobody home for days.',
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
            title: `Mail to ${count(bounced, 'recipient', 'recipients')} comes back`,
            about: 'They do not know of their gift. Correct the address, or hand over the link.',
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
            title: `${count(low.count, 'product runs', 'products run')} low`,
            about: `${low.at} or fewer are left of a variant.`,
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
            about: 'Their recipients have not answered. Remind them, or give them more time.',
            to: '/gift-requests',
            search: { expires_until: expiring.until },
            isBad: false,
          },
        ]
      : []),
  ]
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
