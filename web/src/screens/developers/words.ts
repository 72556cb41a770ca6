import type { Tone } from '#web/blocks/tone.tsx'
import type { Delivery, Endpoint } from './types.ts'

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

/** 'Retrying (2 of 5)' is another thing than 'Pending', which nothing was tried of yet. */
export function outcomeOf({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): {
  label: string
  tone: Tone
} {
  if (state !== 'pending' || attempts.length === 0) return stateWords[state]
  return { label: `Retrying (${attempts.length} of 5)`, tone: 'bad' }
}

export const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`

/** How an endpoint fares, in a sentence. */
export function healthOf({ enabled, health }: Pick<Endpoint, 'enabled' | 'health'>): {
  tone: Tone
  title: string
  more: string
} {
  const { pending, parked, recent_delivered: good, recent_abandoned: bad } = health
  const waits = pending === 0 ? '' : ` ${count(pending, 'delivery', 'deliveries')} on the way.`
  if (!enabled)
    return {
      tone: 'end',
      title: 'Disabled',
      more:
        parked === 0
          ? 'Nothing is recorded for it.'
          : `Nothing is recorded for it; ${count(parked, 'delivery waits', 'deliveries wait')} until it is enabled.`,
    }
  if (good + bad === 0)
    return {
      tone: 'wait',
      title: pending > 0 ? 'First deliveries under way' : 'Nothing sent yet',
      more: waits.trim() || 'Send a test event to see whether it arrives.',
    }
  const ended = good + bad
  if (bad === 0)
    return {
      tone: 'good',
      title: 'Healthy',
      more: `The last ${count(ended, 'delivery', 'deliveries')} arrived.${waits}`,
    }
  if (ended === 1)
    return {
      tone: 'bad',
      title: 'Nothing arrives',
      more: `The only delivery was given up.${waits}`,
    }
  if (bad * 20 <= ended)
    return {
      tone: 'wait',
      title: 'Nearly all arrives',
      more: `${bad} of the last ${ended} ${bad === 1 ? 'was' : 'were'} given up.${waits}`,
    }
  const title = bad === ended ? 'Nothing arrives' : bad > good ? 'Failing' : 'Some deliveries fail'
  return { tone: 'bad', title, more: `${bad} of the last ${ended} were given up.${waits}` }
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

export const ms = (value: number | null): string =>
  value === null ? '–' : value < 1_000 ? `${value} ms` : `${(value / 1_000).toFixed(1)} s`

/** Ids that were made at about the same time differ at their ends, and a whole one fills three lines. */
export const tailOf = (id: string): string => `…${id.slice(-12)}`
