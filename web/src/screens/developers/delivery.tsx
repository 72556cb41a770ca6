import './developers.css'
import { Alert, Anchor, Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '#web/api.ts'
import { Copy } from '#web/blocks/copy.tsx'
import { addressOfEndpoint, endpointName } from '#web/blocks/endpoint-name.tsx'
import { useLive } from '#web/blocks/live.ts'
import { Moment } from '#web/blocks/moment.tsx'
import { Detail, Facts, Page, Panel } from '#web/blocks/page.tsx'
import { DetailError, PageSkeleton } from '#web/blocks/states.tsx'
import { Toned } from '#web/blocks/tone.tsx'
import { AttemptLine } from './attempt-line.tsx'
import { NextTry, Resend } from './delivery-list.tsx'
import { diagnose } from './diagnosis.ts'
import { Note } from './note.tsx'
import { RequestPanel } from './request-panel.tsx'
import { useIsEnterprise } from './tier.ts'
import type { Attempt, Delivery, SentRequest } from './types.ts'
import { eventName, outcomeOf, signingRemedy, tailOf } from './words.ts'

export type ShownDelivery = Delivery & {
  replays: string[]
  request: SentRequest | null
  was_sent: boolean
}

/** One delivery: what was sent, what came back, why, and what to do. */
export function DeliveryPage() {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const isIn = useIsEnterprise()
  const { data, error, refetch } = useQuery({
    queryKey: ['delivery', id],
    queryFn: () => api.get<ShownDelivery>(`/deliveries/${id}`),
  })
  const watched = useMemo(() => [{ id }], [id])
  useLive('deliveries', watched, {}, () => void refetch())
  if (error !== null && data === undefined)
    return (
      <DetailError
        error={error}
        retry={() => void refetch()}
        noun="Delivery"
        list={['deliveries', '/developers/deliveries']}
      />
    )
  if (data === undefined) return <PageSkeleton />
  const { label, tone } = outcomeOf(data)
  return (
    <Page
      title={
        <Group gap="md" component="span">
          <span>
            {data.event_type} →{' '}
            {endpointName({ url: data.endpoint_url, description: data.endpoint_description })}
          </span>
          <Text span size="md" fw={500}>
            <Toned tone={tone}>{label}</Toned>
          </Text>
          {data.is_test && (
            <Badge variant="outline" tt="none">
              test
            </Badge>
          )}
        </Group>
      }
      name={`${eventName(data.event_type)}${data.reference === null ? '' : ` · ${data.reference}`}`}
      about={
        <>
          to{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link to={`/developers/webhooks/${data.endpoint_id}`} {...props} />
            )}
          >
            {addressOfEndpoint(data.endpoint_url)}
          </Anchor>
        </>
      }
      action={
        isIn &&
        data.request !== null && (
          <Resend
            ids={[data.id]}
            done={([begun]) =>
              begun !== undefined && void navigate({ href: `/developers/deliveries/${begun}` })
            }
          />
        )
      }
    >
      <Diagnosis of={data} />
      <Detail
        main={
          <>
            <Panel title="Attempts" about={<State of={data} />}>
              <ol className="attempts">
                {data.attempts.map((attempt, at) => (
                  <AttemptLine
                    key={attempt.number}
                    attempt={attempt}
                    isSame={isSame(attempt, data.attempts[at - 1])}
                    isTls={data.endpoint_url.startsWith('https:')}
                  />
                ))}
              </ol>
            </Panel>
            <RequestPanel of={data} />
          </>
        }
        aside={<Aside of={data} />}
      />
    </Page>
  )
}

const isSame = (one: Attempt, other: Attempt | undefined): boolean =>
  one.status === other?.status && one.error === other.error

function State({ of: { state, next_at, attempts, signing_error } }: { of: Delivery }) {
  if (state === 'delivered') return 'Delivered.'
  if (state === 'parked')
    return signing_error === null
      ? 'Paused while its endpoint is disabled.'
      : 'Paused: the signing secret of its endpoint cannot be decrypted.'
  if (state === 'abandoned')
    return attempts.length >= 5
      ? 'Failed after the fifth attempt. You can resend it.'
      : 'Failed, as its endpoint or its body was deleted.'
  if (next_at === null) return 'Sending now.'
  return (
    <>
      <NextTry at={next_at} />
      {scheduleAfter(attempts.length + 1)}
    </>
  )
}

const delays = ['30 seconds', '10 minutes', '2 hours', '12 hours']

/** When the attempts after the next one follow: each by its usual delay after the one before, give or take a fifth. */
function scheduleAfter(next: number): string {
  const left = delays.slice(next - 1)
  if (left.length === 0) return ', the last one'
  const each = left.map((delay, at) => `attempt ${next + at + 1} about ${delay} later`)
  return `. If it fails, with the default delays: ${each.join(', ')}.`
}

/** In plain words, at the top: what went wrong last, and what helps. */
function Diagnosis({ of: { attempts, state, signing_error } }: { of: Delivery }) {
  if (signing_error !== null)
    return (
      <Alert color="red" variant="light" title="The signing secret cannot be decrypted">
        {signingRemedy(signing_error)}
        <Text size="xs" mt={4}>
          Reported by the server: {signing_error}
        </Text>
      </Alert>
    )
  const last = attempts.at(-1)
  const found = last === undefined ? undefined : diagnose(last)
  if (found === undefined || state === 'delivered') return null
  const words = (
    <>
      {found.why} {found.remedy}{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link to="/developers/webhooks/help" hash={found.id} {...props} />}
      >
        What attempts say
      </Anchor>
    </>
  )
  if (state !== 'abandoned') return <Note title={found.title}>{words}</Note>
  return (
    <Alert color="red" variant="light" title={found.title}>
      {words}
    </Alert>
  )
}

const Aside = ({ of }: { of: ShownDelivery }) => (
  <Panel title="Details">
    <Facts
      rows={[
        ['Delivery', <Id key="id" id={of.id} />],
        [
          'Event',
          of.is_test ? (
            'Test event'
          ) : (
            <LinkTo key="event" to={`/developers/events/${of.event_id}`}>
              {tailOf(of.event_id)}
            </LinkTo>
          ),
        ],
        [
          'Gift',
          of.subject_id === null ? (
            '–'
          ) : (
            <LinkTo key="gift" to={`/gift-requests/${of.subject_id}`}>
              {of.reference ?? tailOf(of.subject_id)}
            </LinkTo>
          ),
        ],
        ['Payload version', of.payload_version],
        ['Recorded', <Moment key="at" at={of.created_at} />],
        ...(of.replay_of === null
          ? []
          : ([
              [
                'Resend of',
                <LinkTo key="of" to={`/developers/deliveries/${of.replay_of}`}>
                  the earlier delivery
                </LinkTo>,
              ],
            ] as const)),
        ...of.replays.map(
          (id, at) =>
            [
              at === 0 ? 'Resent' : `Resent, ${at + 1}`,
              <LinkTo key={id} to={`/developers/deliveries/${id}`}>
                open
              </LinkTo>,
            ] as const,
        ),
      ]}
    />
  </Panel>
)

const Id = ({ id }: { id: string }) => (
  <>
    <span className="mono" title={id}>
      {tailOf(id)}
    </span>{' '}
    <Copy value={id} label="Copy the id" />
  </>
)

const LinkTo = ({ to, children }: { to: string; children: string }) => (
  <Anchor
    inherit
    underline="always"
    className="mono"
    renderRoot={(props) => <Link to={to} {...props} />}
  >
    {children}
  </Anchor>
)
