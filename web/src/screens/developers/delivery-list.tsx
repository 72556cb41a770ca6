import { Badge, Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, type Listed } from '#web/api.ts'
import { DataList, type Filter, type Selection } from '#web/blocks/data-list.tsx'
import { addressOfEndpoint, EndpointName, endpointName } from '#web/blocks/endpoint-name.tsx'
import { Moment } from '#web/blocks/moment.tsx'
import { EmptyState } from '#web/blocks/states.tsx'
import { toast, toastError } from '#web/blocks/toast.tsx'
import { Toned } from '#web/blocks/tone.tsx'
import { answerOf, diagnose } from './diagnosis.ts'
import { useIsEnterprise } from './tier.ts'
import type { Delivery, Endpoint } from './types.ts'
import { count, eventName, eventOptions, ms, outcomeOf, stateWords, tailOf } from './words.ts'

const first: readonly Filter[] = [
  { name: 'gift', label: 'Gift: reference or id' },
  {
    name: 'state',
    label: 'Outcome',
    options: Object.entries(stateWords).map(([value, { label }]) => ({ value, label })),
  },
]

const rest: readonly Filter[] = [
  { name: 'event_type', label: 'Event', options: eventOptions },
  {
    name: 'answer',
    label: 'Response',
    options: [
      ...['2xx', '3xx', '4xx', '5xx'].map((value) => ({ value, label: value })),
      { value: 'none', label: 'No response' },
    ],
  },
  {
    name: 'kind',
    label: 'Kind',
    options: [
      { value: 'real', label: 'Real events' },
      { value: 'test', label: 'Tests' },
    ],
  },
  { name: 'created_from', label: 'From', kind: 'day' },
  { name: 'created_until', label: 'Until', kind: 'day' },
]

/** The endpoints of the account, to narrow the list to one of them. */
function useEndpointFilter(isNeeded: boolean): Filter {
  const { data } = useQuery({
    queryKey: ['endpoints'],
    queryFn: () => api.get<Listed<Endpoint>>('/endpoints'),
    enabled: isNeeded,
    staleTime: 30_000,
  })
  const options = data?.data.map(({ id, url, description }) => ({
    value: id,
    label:
      description === ''
        ? endpointName({ url, description })
        : `${description} (${addressOfEndpoint(url)})`,
  }))
  return { name: 'endpoint_id', label: 'Endpoint', options: options ?? [] }
}

/** What was sent, live; of one endpoint or of all. */
export function DeliveryList({ endpoint }: { endpoint?: Endpoint }) {
  const isIn = useIsEnterprise()
  const endpoints = useEndpointFilter(endpoint === undefined)
  return (
    <DataList<Delivery>
      label="Deliveries"
      path="/deliveries"
      {...(endpoint && { query: { endpoint_id: endpoint.id } })}
      topic="deliveries"
      filters={
        endpoint === undefined ? [...first, endpoints, ...rest, eventChip] : [...first, ...rest]
      }
      nameOf={({ event_type, reference, id }) =>
        `${eventName(event_type)}, ${reference ?? `delivery ${tailOf(id)}`}`
      }
      to={({ id }) => `/developers/deliveries/${id}`}
      columns={[
        { head: 'Event', cell: (each) => <Event {...each} /> },
        { head: 'Gift', cell: ({ reference }) => <span className="mono">{reference ?? '–'}</span> },
        ...(endpoint === undefined
          ? [{ head: 'Endpoint', cell: (each: Delivery) => <EndpointOf {...each} /> }]
          : []),
        { head: 'Outcome', cell: (each) => <Outcome {...each} /> },
        { head: 'Attempts', cell: ({ attempts }) => `${attempts.length} of 5`, wide: true },
        { head: 'Last response', cell: (each) => <LastAnswer {...each} /> },
        { head: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
      ]}
      {...(isIn && {
        bulk: ({ rows, clear }: Selection<Delivery>) => (
          <Resend ids={rows.map(({ id }) => id)} done={clear} />
        ),
      })}
      empty={
        <EmptyState title="No deliveries yet">
          {endpoint === undefined
            ? 'Every event sent to an endpoint appears here, with each attempt.'
            : 'Send a test event, or create a gift.'}
        </EmptyState>
      }
    />
  )
}

export const EndpointOf = ({ endpoint_url, endpoint_description }: Delivery) => (
  <EndpointName url={endpoint_url} description={endpoint_description} />
)

const eventChip = { name: 'event_id', label: 'Event id', kind: 'chip' } as const

const Event = ({ event_type, is_test, replay_of }: Delivery) => (
  <Group gap={6}>
    {eventName(event_type)}
    {is_test && (
      <Badge size="xs" variant="outline" tt="none">
        test
      </Badge>
    )}
    {replay_of !== null && (
      <Badge size="xs" variant="light" tt="none">
        resent
      </Badge>
    )}
  </Group>
)

function Outcome(delivery: Delivery) {
  const { next_at, state, signing_error } = delivery
  const { label, tone } = outcomeOf(delivery)
  return (
    <>
      <Toned tone={tone}>{label}</Toned>
      {next_at !== null && (
        <Text size="xs" c="dimmed">
          <NextTry at={next_at} />
        </Text>
      )}
      {state === 'parked' && (
        <Text size="xs" c="dimmed">
          {signing_error === null ? 'endpoint disabled' : 'signing secret cannot be decrypted'}
        </Text>
      )}
    </>
  )
}

/** Counts down to the next attempt. */
export function NextTry({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.round((new Date(at).getTime() - now) / 1_000))
  if (left === 0) return <>next attempt now</>
  const parts = [Math.floor(left / 3_600), Math.floor(left / 60) % 60, left % 60]
  const names = ['h', 'min', 's']
  const first = parts.findIndex((part) => part > 0)
  const words = parts.slice(first, first + 2).map((part, n) => `${part} ${names[first + n]}`)
  return <>next attempt in {words.join(' ')}</>
}

function LastAnswer({ attempts }: Delivery) {
  const last = attempts.at(-1)
  if (last === undefined)
    return (
      <Text inherit c="dimmed">
        None yet
      </Text>
    )
  return (
    <>
      {answerOf(last)}
      <Text size="xs" c="dimmed">
        {diagnose(last)?.title.replace(/^\d+: /, '') ?? ms(last.duration_ms)}
      </Text>
    </>
  )
}

/** Open deliveries are retried now; ended ones are sent again, each with attempts of its own. */
export function Resend({
  ids,
  done,
}: {
  ids: readonly string[]
  done?: (begun: string[]) => void
}) {
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: () =>
      api.post<{ data: string[]; refused: { message: string }[] }>('/deliveries/resend', { ids }),
    onSuccess: async ({ data, refused }) => {
      if (data.length > 0) toast(`Resending ${count(data.length, 'delivery', 'deliveries')}.`)
      if (refused.length > 0)
        toast(
          `${count(refused.length, 'delivery', 'deliveries')} not resent: ${refused[0]?.message}`,
        )
      done?.(data)
      await client.invalidateQueries({ queryKey: ['list', '/deliveries'] })
    },
    onError: toastError,
  })
  return (
    <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
      Resend{ids.length > 1 ? ` ${ids.length}` : ''}
    </Button>
  )
}
