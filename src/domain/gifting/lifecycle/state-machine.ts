import type { EventType, StateName, Status } from '#contract'

/**
 * The states of a gift request: 17 internal states, 5 public statuses (decisions §3).
 *
 * `states` maps each state to its public status. `transitions` lists all allowed transitions and the events
 * that each emits. No other code decides either. To add a state, add a line to `states` and rows to
 * `transitions`; the test compares all pairs of states with a second table.
 */

// biome-ignore format: aligned columns
export const states = {
  created:                 'submitted', // accepted; the link is not created yet
  scheduled:               'submitted', // will be sent at send_at
  unclaimed:               'submitted', // one-link placeholder without a claim
  awaiting_recipient:      'submitted', // the recipient has the link and has not redeemed
  redeemed:                'redeemed',  // items and address are known and locked
  ordered:                 'redeemed',  // the fulfilment provider has the order
  backordered:             'redeemed',  // no stock
  shipping_error:          'redeemed',  // label or address rejected
  in_transit:              'dispatched', // the carrier has the parcel
  out_for_delivery:        'dispatched', // in the delivery vehicle
  delivery_attempt_failed: 'dispatched', // no one accepted the parcel
  delivered:               'delivered', // all parcels are delivered, except failed ones
  redelivering:            'delivered', // failed items are shipped again
  complete:                'delivered', // no further transition
  cancelled:               'cancelled', // by the sender, or with its one-link or recipient
  expired:                 'cancelled', // not redeemed in time
  shipment_cancelled:      'cancelled', // by the carrier or the fulfilment provider
} as const satisfies Record<StateName, Status>

export type State = keyof typeof states

const created = 'gift_request_created'
const redeemed = 'gift_request_redeemed'
const dispatched = 'gift_request_dispatched'
const delivered = 'gift_request_delivered'
const cancelled = 'gift_request_cancelled'

type TransitionRow = readonly [from: State | null, to: State, ...events: EventType[]]

// biome-ignore format: aligned columns
export const transitions = [
  // from                       to                         events
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
  ['ordered',                 'delivered',               delivered], // without a scan in transit
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
  ['out_for_delivery',        'in_transit',              dispatched], // emitted again
  ['out_for_delivery',        'delivery_attempt_failed'],
  ['out_for_delivery',        'delivered',               delivered],
  ['delivery_attempt_failed', 'in_transit',              dispatched], // emitted again
  ['delivery_attempt_failed', 'out_for_delivery'],
  ['delivery_attempt_failed', 'delivered',               delivered],
  ['delivery_attempt_failed', 'shipment_cancelled',      cancelled],
  ['delivered',               'redelivering'],
  ['delivered',               'complete'],
  ['redelivering',            'in_transit',              dispatched], // emitted again
  ['redelivering',            'delivered'], // no second event
  ['redelivering',            'complete'],
] as const satisfies readonly TransitionRow[]

const eventsByTransition: ReadonlyMap<string, readonly EventType[]> = new Map(
  transitions.map(([from, to, ...events]: TransitionRow) => [`${from} ${to}`, events]),
)

/** Returns the events of a transition in order; undefined if the transition is not allowed. */
export const eventsFor = (from: State | null, to: State): readonly EventType[] | undefined =>
  eventsByTransition.get(`${from} ${to}`)

/** The public status in the snapshot of each event (decisions §3). */
export { statusOfEvent } from '#contract'

/** Returns the states one transition away. */
export const nextStates = (from: State): State[] =>
  transitions.filter((row: TransitionRow) => row[0] === from).map((row: TransitionRow) => row[1])

export const isState = (value: string): value is State => Object.hasOwn(states, value)

/** Returns the shortest path from one state to another without the first state; undefined if there is none. */
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
