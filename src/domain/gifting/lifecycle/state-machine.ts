import type { EventType, StateName, Status } from '#contract'

/**
 * The life of a gift request: seventeen states inside, five statuses outside (decisions §3).
 *
 * `states` says what the world sees while a gift request rests in a state. `moves` says which
 * states it may go to next, and which events tell the world. Nothing else decides either.
 * To add a state: its line in `states`, its rows in `moves`; the test walks every pair.
 */

// biome-ignore format: read down the columns
export const states = {
  created:                 'submitted', // accepted; its link is being made
  scheduled:               'submitted', // waits for send_at
  unclaimed:               'submitted', // one-link placeholder that waits for a claim
  awaiting_recipient:      'submitted', // the recipient has the link and has not finished
  redeemed:                'redeemed',  // items and address are known and locked
  ordered:                 'redeemed',  // the fulfilment provider has the order
  backordered:             'redeemed',  // no stock
  shipping_error:          'redeemed',  // label or address refused
  in_transit:              'dispatched', // the parcel moves
  out_for_delivery:        'dispatched', // on the van
  delivery_attempt_failed: 'dispatched', // nobody home
  delivered:               'delivered', // every line that could arrive has arrived
  redelivering:            'delivered', // failed lines are being shipped again
  complete:                'delivered', // nothing is left to do
  cancelled:               'cancelled', // called off
  expired:                 'cancelled', // not redeemed in time
  shipment_cancelled:      'cancelled', // the carrier or provider called the parcel off
} as const satisfies Record<StateName, Status>

export type State = keyof typeof states

const created = 'gift_request_created'
const redeemed = 'gift_request_redeemed'
const dispatched = 'gift_request_dispatched'
const delivered = 'gift_request_delivered'
const cancelled = 'gift_request_cancelled'

type TransitionRow = readonly [from: State | null, to: State, ...events: EventType[]]

// biome-ignore format: read down the columns
export const transitions = [
  // from                       to                         and we tell
  [null,                      'created',                 created],
  ['created',                 'scheduled'],
  ['created',                 'unclaimed'],
  ['created',                 'awaiting_recipient'],
  ['created',                 'redeemed',                redeemed], // direct-send
  ['created',                 'cancelled',               cancelled],
  ['scheduled',               'awaiting_recipient'],
  ['scheduled',               'redeemed',                redeemed], // direct-send
  ['scheduled',               'cancelled',               cancelled],
  ['unclaimed',               'awaiting_recipient'], // claimed
  ['unclaimed',               'cancelled',               cancelled],
  ['unclaimed',               'expired',                 cancelled],
  ['awaiting_recipient',      'redeemed',                redeemed],
  ['awaiting_recipient',      'complete',                redeemed, delivered], // digital
  ['awaiting_recipient',      'unclaimed'], // a claim lapses
  ['awaiting_recipient',      'cancelled',               cancelled],
  ['awaiting_recipient',      'expired',                 cancelled],
  ['redeemed',                'ordered'],
  ['redeemed',                'backordered'],
  ['redeemed',                'shipping_error'],
  ['redeemed',                'cancelled',               cancelled],
  ['ordered',                 'in_transit',              dispatched],
  ['ordered',                 'backordered'],
  ['ordered',                 'shipping_error'],
  ['ordered',                 'delivered',               delivered], // no scan on the way
  ['ordered',                 'cancelled',               cancelled],
  ['ordered',                 'shipment_cancelled',      cancelled],
  ['backordered',             'ordered'],
  ['backordered',             'cancelled',               cancelled],
  ['shipping_error',          'ordered'],
  ['shipping_error',          'cancelled',               cancelled],
  ['shipping_error',          'shipment_cancelled',      cancelled],
  ['in_transit',              'out_for_delivery'],
  ['in_transit',              'delivery_attempt_failed'],
  ['in_transit',              'delivered',               delivered],
  ['in_transit',              'shipping_error'],
  ['in_transit',              'shipment_cancelled',      cancelled],
  ['out_for_delivery',        'in_transit',              dispatched], // again
  ['out_for_delivery',        'delivery_attempt_failed'],
  ['out_for_delivery',        'delivered',               delivered],
  ['delivery_attempt_failed', 'in_transit',              dispatched], // again
  ['delivery_attempt_failed', 'out_for_delivery'],
  ['delivery_attempt_failed', 'delivered',               delivered],
  ['delivery_attempt_failed', 'shipment_cancelled',      cancelled],
  ['delivered',               'redelivering'],
  ['delivered',               'complete'],
  ['redelivering',            'in_transit',              dispatched], // again
  ['redelivering',            'delivered'], // no second event
  ['redelivering',            'complete'],
] as const satisfies readonly TransitionRow[]

const eventsByTransition: ReadonlyMap<string, readonly EventType[]> = new Map(
  transitions.map(([from, to, ...events]: TransitionRow) => [`${from} ${to}`, events]),
)

/** The events that a move tells, in order; undefined when the table has no such move. */
export const eventsFor = (from: State | null, to: State): readonly EventType[] | undefined =>
  eventsByTransition.get(`${from} ${to}`)

/** The public status each event is about: its snapshot carries this one (decisions §3). */
export { statusOfEvent } from '#contract'

/** The states one move away. */
export const nextStates = (from: State): State[] =>
  transitions.filter((row: TransitionRow) => row[0] === from).map((row: TransitionRow) => row[1])

/** Whether the word is one of the seventeen. */
export const isState = (value: string): value is State => Object.hasOwn(states, value)

/** The shortest legal walk from one state to another, without its start; undefined when there is none. */
export function shortestPath(
  from: State,
  to: State,
  canEnter: (state: State, from: State) => boolean,
): State[] | undefined {
  const reached = new Map<State, State[]>([[from, []]])
  for (const [state, path] of reached) {
    for (const nextState of nextStates(state)) {
      if (reached.has(nextState) || !canEnter(nextState, state)) continue
      reached.set(nextState, [...path, nextState])
    }
  }
  return from === to ? undefined : reached.get(to)
}
