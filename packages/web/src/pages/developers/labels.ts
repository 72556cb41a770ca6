import type { Delivery, EndpointHealth, ListedEndpoint } from '#web/admin-api.ts'
import type { Tone } from '#web/components/status-badge.tsx'
import { t } from '#web/i18n/developers.ts'
import { formatCount } from './format.ts'

/** `gift_request_created` → 'Created' */
export function eventLabel(type: string): string {
  const text = type.replace('gift_request_', '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const eventOptions = (
  ['created', 'redeemed', 'dispatched', 'delivered', 'cancelled'] as const
).map((name) => ({ value: `gift_request_${name}` as const, label: eventLabel(name) }))

export const deliveryStateLabels: Readonly<
  Record<Delivery['state'], { label: string; tone: Tone }>
> = {
  pending: { label: t('Pending'), tone: 'wait' },
  delivered: { label: t('Delivered'), tone: 'good' },
  abandoned: { label: t('Failed'), tone: 'bad' },
  parked: { label: t('Paused'), tone: 'end' },
}

/** Distinguishes pending deliveries that failed before from those never attempted. */
export const getOutcomeLabel = ({
  state,
  attempts,
}: Pick<Delivery, 'state' | 'attempts'>): { label: string; tone: Tone } =>
  state === 'pending' && attempts.some(({ outcome }) => outcome !== 'ok')
    ? { label: t('Retrying ({length} of 5)', { length: attempts.length }), tone: 'bad' }
    : deliveryStateLabels[state]

interface HealthSummary {
  tone: Tone
  title: string
  detail: string
}

const healthTones: Readonly<Record<EndpointHealth['state'], readonly [Tone, string]>> = {
  disabled: ['end', 'Disabled'],
  idle: ['wait', 'Nothing sent yet'],
  starting: ['wait', 'Sending first events'],
  healthy: ['good', 'Healthy'],
  recovering: ['wait', 'Recovering'],
  degraded: ['wait', 'Some attempts fail'],
  failing: ['bad', 'Failing'],
}

/** The health of an endpoint in a sentence. The server computes the state for all pages, emails and metrics. */
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
      ? [`${formatCount(health.retrying, 'delivery waits', 'deliveries wait')} for a retry.`]
      : []),
    ...(health.pending > health.retrying
      ? [`${formatCount(health.pending - health.retrying, 'delivery', 'deliveries')} pending.`]
      : []),
  ]
  return { tone, title, detail: [describeHealth(health), ...waitingTexts].join(' ').trim() }
}

const signingPausedText = (parked: number): string =>
  `${formatCount(parked, 'delivery is', 'deliveries are')} paused until the signing secret can be decrypted.`

/** How to fix a signing secret that cannot be decrypted: restore the missing key, or rotate the secret. */
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
      : `No events are recorded for it. ${formatCount(parked, 'delivery is', 'deliveries are')} paused until it is enabled.`
  if (health.attempts === 0) return describeEnded(health)
  if (state === 'recovering')
    return `The last ${formatCount(health.consecutive_successes, 'attempt')} arrived, after ${formatCount(health.failed, 'failure')} ${formatWindow(health)}.`
  return health.failed === 0
    ? `${health.attempts === 1 ? t('The only attempt') : `All ${formatCount(health.attempts, 'attempt')}`} ${formatWindow(health)} arrived.`
    : describeFailures(health)
}

function describeFailures(health: EndpointHealth): string {
  const { attempts, failed, failing_since } = health
  const lead =
    failed === attempts
      ? attempts === 1
        ? t('The only attempt failed')
        : t('0 of the last {attempts} attempts arrived', { attempts })
      : t('{failed} of the last {attempts} attempts failed', { failed, attempts })
  const since =
    health.state === 'failing' && failing_since !== null
      ? `, for ${formatElapsed(failing_since)}`
      : ` ${formatWindow(health)}`
  return `${lead}${since}.`
}

function describeEnded({
  state,
  recent_delivered: good,
  recent_abandoned: bad,
}: EndpointHealth): string {
  if (state === 'starting') return ''
  if (state === 'idle') return t('Send a test event to see whether it arrives.')
  const all = formatCount(good + bad, 'delivery', 'deliveries')
  return bad === 0
    ? t('No attempt in the last day. The last {all} arrived.', { all })
    : t('No attempt in the last day. {bad} of the last {all} failed.', { bad, all })
}

const formatWindow = ({ minutes }: EndpointHealth): string =>
  minutes === 15
    ? 'in the last 15 minutes'
    : minutes === 60
      ? 'in the last hour'
      : 'in the last day'

const durationUnits = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const

/** The time since then: '27 minutes'. */
function formatElapsed(since: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.round((now - new Date(since).getTime()) / 60_000))
  const [unit, size] = durationUnits.find(([, each]) => minutes >= 2 * each) ?? durationUnits[2]
  return formatCount(Math.round(minutes / size), unit)
}
