import type { Tone } from '#web/blocks/tone.tsx'
import type { Delivery, Endpoint, Health } from './types.ts'

/** `gift_request_created` → 'Created' */
export function eventName(type: string): string {
  const text = type.replace('gift_request_', '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const eventOptions = ['created', 'redeemed', 'dispatched', 'delivered', 'cancelled'].map(
  (name) => ({ value: `gift_request_${name}`, label: eventName(name) }),
)

export const stateWords: Readonly<Record<Delivery['state'], { label: string; tone: Tone }>> = {
  pending: { label: 'Pending', tone: 'wait' },
  delivered: { label: 'Delivered', tone: 'good' },
  abandoned: { label: 'Failed', tone: 'bad' },
  parked: { label: 'Paused', tone: 'end' },
}

/** A delivery that failed before and one that was never attempted are both pending, and not the same news. */
export const outcomeOf = ({
  state,
  attempts,
}: Pick<Delivery, 'state' | 'attempts'>): { label: string; tone: Tone } =>
  state === 'pending' && attempts.some(({ outcome }) => outcome !== 'ok')
    ? { label: `Retrying (${attempts.length} of 5)`, tone: 'bad' }
    : stateWords[state]

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`

interface HealthWords {
  tone: Tone
  title: string
  more: string
}

const tones: Readonly<Record<Health['state'], readonly [Tone, string]>> = {
  disabled: ['end', 'Disabled'],
  idle: ['wait', 'Nothing sent yet'],
  starting: ['wait', 'Sending first events'],
  healthy: ['good', 'Healthy'],
  recovering: ['wait', 'Recovering'],
  degraded: ['wait', 'Some attempts fail'],
  failing: ['bad', 'Failing'],
}

/** How an endpoint fares, in a sentence. The server decides the state, for all screens, emails and metrics. */
export function healthOf(
  endpoint: Pick<Endpoint, 'health' | 'enabled' | 'signing_error'>,
): HealthWords {
  const { health, enabled, signing_error } = endpoint
  if (enabled && signing_error !== null)
    return { tone: 'bad', title: 'Cannot sign requests', more: pausedBySigning(health.parked) }
  const [tone, title] = tones[health.state]
  const waits = [
    ...(health.retrying > 0
      ? [`${count(health.retrying, 'delivery waits', 'deliveries wait')} for a retry.`]
      : []),
    ...(health.pending > health.retrying
      ? [`${count(health.pending - health.retrying, 'delivery', 'deliveries')} pending.`]
      : []),
  ]
  return { tone, title, more: [sentenceOf(health), ...waits].join(' ').trim() }
}

const pausedBySigning = (parked: number): string =>
  `${count(parked, 'delivery is', 'deliveries are')} paused, and no attempt is made until the signing secret can be decrypted.`

/** What helps where a signing secret cannot be decrypted: a missing key comes back, or the secret is replaced. */
export const signingRemedy = (error: string): string =>
  error.includes('BESTOW_SECRET_KEY')
    ? 'Add the missing key to BESTOW_SECRET_KEY and restart Bestow, or rotate the secret here and give the new one to the receiver. Paused deliveries then continue with all their attempts.'
    : 'Rotate the secret and give the new one to the receiver, or restore the row from a backup. Paused deliveries then continue with all their attempts.'

function sentenceOf(health: Health): string {
  const { state, parked } = health
  if (state === 'disabled')
    return parked === 0
      ? 'No events are recorded for it.'
      : `No events are recorded for it. ${count(parked, 'delivery is', 'deliveries are')} paused until it is enabled.`
  if (health.attempts === 0) return sentenceOfEnded(health)
  if (state === 'recovering')
    return `The last ${count(health.arrived_in_a_row, 'attempt')} arrived, after ${count(health.failed, 'failure')} ${spanOf(health)}.`
  return health.failed === 0
    ? `${health.attempts === 1 ? 'The only attempt' : `All ${count(health.attempts, 'attempt')}`} ${spanOf(health)} arrived.`
    : failuresIn(health)
}

function failuresIn(health: Health): string {
  const { attempts, failed, failing_since } = health
  const lead =
    failed === attempts
      ? attempts === 1
        ? 'The only attempt failed'
        : `0 of the last ${attempts} attempts arrived`
      : `${failed} of the last ${attempts} attempts failed`
  const since =
    health.state === 'failing' && failing_since !== null
      ? `, for ${lengthOf(failing_since)}`
      : ` ${spanOf(health)}`
  return `${lead}${since}.`
}

function sentenceOfEnded({ state, recent_delivered: good, recent_abandoned: bad }: Health): string {
  if (state === 'starting') return ''
  if (state === 'idle') return 'Send a test event to see whether it arrives.'
  const all = count(good + bad, 'delivery', 'deliveries')
  return bad === 0
    ? `No attempt in the last day. The last ${all} arrived.`
    : `No attempt in the last day. ${bad} of the last ${all} failed.`
}

const spanOf = ({ minutes }: Health): string =>
  minutes === 15
    ? 'in the last 15 minutes'
    : minutes === 60
      ? 'in the last hour'
      : 'in the last day'

const lengths = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const

/** Since then until now: '27 minutes'. */
function lengthOf(since: string, now = Date.now()): string {
  const minutes = Math.max(1, Math.round((now - new Date(since).getTime()) / 60_000))
  const [unit, size] = lengths.find(([, each]) => minutes >= 2 * each) ?? lengths[2]
  return count(Math.round(minutes / size), unit)
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

export const ms = (value: number | null): string =>
  value === null ? '–' : value < 1_000 ? `${value} ms` : `${(value / 1_000).toFixed(1)} s`

/** Ids that were made at about the same time differ at their ends, and a whole one fills three lines. */
export const tailOf = (id: string): string => `…${id.slice(-12)}`
