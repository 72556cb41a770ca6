import type { Delivery, EndpointHealth, ListedEndpoint } from '#web/admin-api.ts'
import type { Tone } from '#web/components/feedback/status-badge.tsx'
import { t } from '#web/i18n/developers.ts'
import { joinSentences } from '#web/i18n/format.ts'

const eventLabels = {
  gift_request_created: t('Created|event'),
  gift_request_redeemed: t('Redeemed|event'),
  gift_request_dispatched: t('Dispatched|event'),
  gift_request_delivered: t('Delivered|event'),
  gift_request_cancelled: t('Cancelled|event'),
} as const

const eventDescriptions = {
  gift_request_created: t('The gift request was created. Once for each gift request.'),
  gift_request_redeemed: t('The recipient has finished their part.'),
  gift_request_dispatched: t(
    'The parcel is in transit now. Again each time it returns to transit.',
  ),
  gift_request_delivered: t('The gift arrived. At most once for each gift request.'),
  gift_request_cancelled: t(
    'The gift request was cancelled, expired, or its shipment was cancelled.',
  ),
} as const

const isEvent = (type: string): type is keyof typeof eventLabels => Object.hasOwn(eventLabels, type)

/** Returns the label of an event type, such as 'Created' for `gift_request_created`. */
export function eventLabel(type: string): string {
  if (isEvent(type)) return eventLabels[type]
  const text = type.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Describes when an event is sent. The text is the same as in the event catalogue of the API. */
export const describeEvent = ({ id, fires }: { id: string; fires: string }): string =>
  isEvent(id) ? eventDescriptions[id] : fires

export const eventOptions = Object.keys(eventLabels)
  .filter(isEvent)
  .map((value) => ({ value, label: eventLabels[value] }))

export const deliveryStateLabels: Readonly<
  Record<Delivery['state'], { label: string; tone: Tone }>
> = {
  pending: { label: t('Pending|delivery'), tone: 'wait' },
  delivered: { label: t('Delivered|delivery'), tone: 'good' },
  abandoned: { label: t('Failed|delivery'), tone: 'bad' },
  parked: { label: t('Paused|delivery'), tone: 'end' },
  filtered: { label: t('Left out|delivery'), tone: 'end' },
}

/**
 * Returns the label of a delivery's outcome. A pending delivery that failed before has another label than a
 * delivery without attempts.
 */
export const getOutcomeLabel = ({
  state,
  attempts,
}: Pick<Delivery, 'state' | 'attempts'>): { label: string; tone: Tone } =>
  state === 'pending' && attempts.some(({ outcome }) => outcome !== 'ok')
    ? { label: t('Retrying ({count} of 5)', { count: attempts.length }), tone: 'bad' }
    : deliveryStateLabels[state]

interface HealthSummary {
  tone: Tone
  title: string
  detail: string
}

const healthTones: Readonly<Record<EndpointHealth['state'], readonly [Tone, string]>> = {
  disabled: ['end', t('Disabled')],
  idle: ['wait', t('Nothing sent yet')],
  starting: ['wait', t('Sending first events')],
  healthy: ['good', t('Healthy')],
  recovering: ['wait', t('Recovering')],
  degraded: ['wait', t('Some attempts fail')],
  failing: ['bad', t('Failing')],
}

/**
 * Describes the health of an endpoint in a sentence. The server computes the state for all pages, emails and
 * metrics.
 */
export function summarizeHealth(
  endpoint: Pick<ListedEndpoint, 'health' | 'enabled' | 'signing_error'>,
): HealthSummary {
  const { health, enabled, signing_error } = endpoint
  if (enabled && signing_error !== null)
    return {
      tone: 'bad',
      title: t('Cannot sign requests'),
      detail: signingPausedText(health.parked),
    }
  const [tone, title] = healthTones[health.state]
  const waitingTexts = [
    ...(health.retrying > 0
      ? [t('{count} deliveries wait for a retry.', { count: health.retrying })]
      : []),
    ...(health.pending > health.retrying
      ? [t('{count} deliveries pending.', { count: health.pending - health.retrying })]
      : []),
  ]
  return { tone, title, detail: joinSentences([describeHealth(health), ...waitingTexts]).trim() }
}

const signingPausedText = (parked: number): string =>
  t('{count} deliveries are paused until the signing secret can be decrypted.', { count: parked })

/**
 * Returns how to fix a signing secret that cannot be decrypted: restore the missing key, or rotate the
 * secret.
 */
export const signingRemedy = (error: string): string =>
  error.includes('BESTOW_SECRET_KEY')
    ? t(
        'Add the missing key to BESTOW_SECRET_KEY and restart Bestow, or rotate the secret here and give the new one to the receiver. Paused deliveries then continue with all their attempts.',
      )
    : t(
        'Rotate the secret and give the new one to the receiver, or restore the row from a backup. Paused deliveries then continue with all their attempts.',
      )

function describeHealth(health: EndpointHealth): string {
  const { state, parked } = health
  if (state === 'disabled')
    return parked === 0
      ? t('No events are recorded for it.')
      : t('No events are recorded for it. {count} deliveries are paused until it is enabled.', {
          count: parked,
        })
  if (health.attempts === 0) return describeEnded(health)
  if (state === 'recovering')
    return t('The last {count} attempts arrived, after {failures} {window}.', {
      count: health.consecutive_successes,
      failures: t('{count} failures|after', { count: health.failed }),
      window: formatWindow(health),
    })
  if (health.failed > 0) return describeFailures(health)
  const { attempts } = health
  const window = formatWindow(health)
  return attempts === 1
    ? t('The only attempt {window} arrived.', { window })
    : t('All {attempts} attempts {window} arrived.', { attempts, window })
}

function describeFailures(health: EndpointHealth): string {
  const { attempts, failed, failing_since } = health
  if (health.state === 'failing' && failing_since !== null) {
    const time = formatElapsed(failing_since)
    if (failed < attempts)
      return t('{failed} of the last {attempts} attempts failed. Failing for {time}.', {
        failed,
        attempts,
        time,
      })
    return attempts === 1
      ? t('The only attempt failed. Failing for {time}.', { time })
      : t('All of the last {attempts} attempts failed. Failing for {time}.', { attempts, time })
  }
  const window = formatWindow(health)
  if (failed < attempts)
    return t('{failed} of the last {attempts} attempts failed {window}.', {
      failed,
      attempts,
      window,
    })
  return attempts === 1
    ? t('The only attempt failed {window}.', { window })
    : t('All of the last {attempts} attempts failed {window}.', { attempts, window })
}

function describeEnded({
  state,
  recent_delivered: good,
  recent_abandoned: bad,
}: EndpointHealth): string {
  if (state === 'starting') return ''
  if (state === 'idle') return t('Send a test event to see whether it arrives.')
  return bad === 0
    ? t('No attempt in the last day. The last {count} deliveries arrived.', { count: good })
    : t('No attempt in the last day. {failed} of the last {count} deliveries failed.', {
        count: good + bad,
        failed: bad,
      })
}

const formatWindow = ({ minutes }: EndpointHealth): string =>
  minutes === 15
    ? t('in the last 15 minutes')
    : minutes === 60
      ? t('in the last hour')
      : t('in the last day')

/** Formats the time that has passed since a moment, such as '27 minutes'. */
function formatElapsed(since: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.round((now - new Date(since).getTime()) / 60_000))
  if (minutes < 120) return t('{count} minutes|for', { count: minutes })
  const hours = Math.round(minutes / 60)
  if (minutes < 2 * 1_440) return t('{count} hours|for', { count: hours })
  return t('{count} days|for', { count: Math.round(minutes / 1_440) })
}
