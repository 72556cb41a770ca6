import { Trans, t } from '#web/i18n/developers.ts'
import { sentenceSpace } from '#web/i18n/format.ts'
import './developers.css'
import { Alert, Badge, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Delivery, DeliveryAttempt, DeliveryDetail } from '#web/admin-api.ts'
import { DetailPlaceholder } from '#web/components/feedback/detail-placeholder.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { endpointName, shortEndpointUrl } from '#web/components/formats/endpoint-name.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { InlineLink } from '#web/components/layout/link.tsx'
import { DescriptionList, DetailLayout, Page, Panel } from '#web/components/layout/page.tsx'
import { useRouteId } from '#web/components/layout/use-route-id.ts'
import { useLiveRow } from '#web/components/lists/use-live-updates.ts'
import { useRead } from '#web/use-read.ts'
import { AttemptItem } from './attempt-item.tsx'
import { Callout } from './callout.tsx'
import { NextAttemptCountdown } from './delivery-list.tsx'
import { diagnose } from './diagnosis.ts'
import { shortId } from './format.ts'
import { eventLabel, getOutcomeLabel, signingRemedy } from './labels.ts'
import { RequestPanel } from './request-panel.tsx'
import { ResendButton } from './resend.tsx'
import { ResendToButton } from './resend-to.tsx'
import { useIsEnterprise } from './use-is-enterprise.ts'

/** The page of a delivery, with its request, its response, a diagnosis and the next steps. */
export function DeliveryPage() {
  const id = useRouteId()
  const navigate = useNavigate()
  const isEnterprise = useIsEnterprise()
  const query = useRead(`/deliveries/${id}`)
  const { data, refetch } = query
  useLiveRow('deliveries', data, () => void refetch())
  if (data === undefined)
    return <DetailPlaceholder query={query} noun={t('Delivery')} list="/developers/deliveries" />
  const { label, tone } = getOutcomeLabel(data)
  const openDelivery = (startedId: string | undefined) =>
    startedId !== undefined && void navigate({ href: `/developers/deliveries/${startedId}` })
  return (
    <Page
      title={
        <Group gap="md" component="span">
          <span>
            {data.event_type} →{' '}
            {endpointName({ url: data.endpoint_url, description: data.endpoint_description })}
          </span>
          <Text span size="md" fw={500}>
            <StatusBadge tone={tone}>{label}</StatusBadge>
          </Text>
          {data.is_test && (
            <Badge variant="outline" tt="none">
              {t('test')}
            </Badge>
          )}
        </Group>
      }
      documentTitle={`${eventLabel(data.event_type)}${data.reference === null ? '' : ` · ${data.reference}`}`}
      about={
        <Trans
          text="to {endpoint}"
          endpoint={
            <InlineLink to={`/developers/webhooks/${data.endpoint_id}`}>
              {shortEndpointUrl(data.endpoint_url)}
            </InlineLink>
          }
        />
      }
      action={
        isEnterprise &&
        data.request !== null && (
          <Group gap="xs">
            <ResendToButton deliveries={[data]} onDone={([id]) => openDelivery(id)} />
            <ResendButton ids={[data.id]} onDone={([id]) => openDelivery(id)} />
          </Group>
        )
      }
    >
      <DeliveryDiagnosis delivery={data} />
      <DetailLayout
        main={
          <>
            <Panel title={t('Attempts')} about={<DeliveryState delivery={data} />}>
              <ol className="attempts">
                {data.attempts.map((attempt, at) => (
                  <AttemptItem
                    key={attempt.number}
                    attempt={attempt}
                    connection={data.connections[at]}
                    isRepeated={isSameFailure(attempt, data.attempts[at - 1])}
                    isTls={data.endpoint_url.startsWith('https:')}
                  />
                ))}
              </ol>
            </Panel>
            <RequestPanel delivery={data} />
          </>
        }
        aside={<DeliveryAside delivery={data} />}
      />
    </Page>
  )
}

const isSameFailure = (one: DeliveryAttempt, other: DeliveryAttempt | undefined): boolean =>
  one.status === other?.status && one.error === other.error && one.reason === other.reason

function DeliveryState({
  delivery: { state, next_attempt_at, attempts, signing_error, is_behind },
}: {
  delivery: Delivery
}) {
  if (state === 'delivered') return t('Delivered.')
  if (state === 'filtered')
    return t(
      'Left out by the filter of its endpoint. You can resend it after you change the filter.',
    )
  if (is_behind) return t('Waits until the earlier events of its gift have arrived or failed.')
  if (state === 'parked')
    return signing_error === null
      ? t('Paused while its endpoint is disabled.')
      : t('Paused: the signing secret of its endpoint cannot be decrypted.')
  if (state === 'abandoned')
    return attempts.length >= maxAttempts
      ? t('Failed after the fifth attempt. You can resend it.')
      : t('Failed, because its endpoint or body was deleted.')
  if (next_attempt_at === null) return t('Sending now.')
  return (
    <Schedule
      next={attempts.length + 1}
      countdown={<NextAttemptCountdown at={next_attempt_at} />}
    />
  )
}

const maxAttempts = 5
const defaultDelays = [t('30 seconds'), t('10 minutes'), t('2 hours'), t('12 hours')]

/** A description of the remaining attempts. Each attempt has its default delay with a deviation of ± 20 %. */
function Schedule({ next, countdown }: { next: number; countdown: ReactNode }) {
  const remainingDelays = defaultDelays.slice(next - 1)
  if (remainingDelays.length === 0)
    return <Trans text="{next_attempt}, the last" next_attempt={countdown} />
  const each = remainingDelays.map((delay, at) =>
    t('attempt {number} about {delay} later', { number: next + at + 1, delay }),
  )
  return (
    <Trans
      text="{next_attempt}. If it fails, with the default delays: {attempts}."
      next_attempt={countdown}
      attempts={each.join(', ')}
    />
  )
}

/** The diagnosis of the last failed attempt, with advice. */
function DeliveryDiagnosis({
  delivery: { attempts, state, signing_error },
}: {
  delivery: Delivery
}) {
  if (signing_error !== null)
    return (
      <Alert color="red" variant="light" title={t('The signing secret cannot be decrypted')}>
        {signingRemedy(signing_error)}
        <Text size="xs" mt={4}>
          {t('Reported by the server: {error}', { error: signing_error })}
        </Text>
      </Alert>
    )
  const last = attempts.at(-1)
  const diagnosis = last === undefined ? undefined : diagnose(last)
  if (diagnosis === undefined || state === 'delivered') return null
  const explanation = (
    <>
      {diagnosis.why}
      {sentenceSpace}
      {diagnosis.remedy}{' '}
      <InlineLink to="/developers/webhooks/help" hash={diagnosis.id}>
        {t('Attempt results explained')}
      </InlineLink>
    </>
  )
  if (state !== 'abandoned') return <Callout title={diagnosis.title}>{explanation}</Callout>
  return (
    <Alert color="red" variant="light" title={diagnosis.title}>
      {explanation}
    </Alert>
  )
}

const DeliveryAside = ({ delivery }: { delivery: DeliveryDetail }) => (
  <Panel title={t('Details')}>
    <DescriptionList
      rows={[
        [t('Delivery'), <DeliveryId key="id" id={delivery.id} />],
        [
          t('Event'),
          delivery.is_test ? (
            t('Test event')
          ) : (
            <MonoLink key="event" to={`/developers/events/${delivery.event_id}`}>
              {shortId(delivery.event_id)}
            </MonoLink>
          ),
        ],
        [
          t('Gift'),
          delivery.gift_request_id === null ? (
            '–'
          ) : (
            <MonoLink key="gift" to={`/gift-requests/${delivery.gift_request_id}`}>
              {delivery.reference ?? shortId(delivery.gift_request_id)}
            </MonoLink>
          ),
        ],
        [t('Payload version'), delivery.payload_version],
        [t('Recorded'), <RelativeTime key="at" at={delivery.created_at} />],
        delivery.replay_of !== null && [
          t('Resend of'),
          <MonoLink key="of" to={`/developers/deliveries/${delivery.replay_of}`}>
            {t('the earlier delivery')}
          </MonoLink>,
        ],
        ...delivery.replays.map(
          (id, at) =>
            [
              at === 0 ? t('Resent') : t('Resent, {number}', { number: at + 1 }),
              <MonoLink key={id} to={`/developers/deliveries/${id}`}>
                {t('open')}
              </MonoLink>,
            ] as const,
        ),
      ]}
    />
  </Panel>
)

const DeliveryId = ({ id }: { id: string }) => (
  <>
    <span className="mono" title={id}>
      {shortId(id)}
    </span>{' '}
    <CopyIconButton value={id} label={t('Copy ID')} />
  </>
)

const MonoLink = ({ to, children }: { to: string; children: string }) => (
  <InlineLink className="mono" to={to}>
    {children}
  </InlineLink>
)
