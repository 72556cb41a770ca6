import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { EventType } from '#contract'
import {
  eventsFor,
  isState,
  nextStates,
  type State,
  shortestPath,
  states,
  transitions,
} from './state-machine.ts'

const emittedOnce: readonly EventType[] = ['gift_request_created', 'gift_request_delivered']
const allStates = Object.keys(states) as State[]

/** A second copy of the transition table, written by hand, in the form of decisions §3. */
const decidedTransitions: Record<State, State[]> = {
  created: ['scheduled', 'unclaimed', 'awaiting_recipient', 'redeemed', 'cancelled'],
  scheduled: ['awaiting_recipient', 'redeemed', 'cancelled'],
  unclaimed: ['awaiting_recipient', 'cancelled', 'expired'],
  awaiting_recipient: ['redeemed', 'complete', 'unclaimed', 'cancelled', 'expired'],
  redeemed: ['ordered', 'backordered', 'shipping_error', 'cancelled'],
  ordered: [
    'in_transit',
    'backordered',
    'shipping_error',
    'delivered',
    'cancelled',
    'shipment_cancelled',
  ],
  backordered: ['ordered', 'cancelled'],
  shipping_error: ['ordered', 'cancelled', 'shipment_cancelled'],
  in_transit: [
    'out_for_delivery',
    'delivery_attempt_failed',
    'delivered',
    'shipping_error',
    'shipment_cancelled',
  ],
  out_for_delivery: ['in_transit', 'delivery_attempt_failed', 'delivered'],
  delivery_attempt_failed: ['in_transit', 'out_for_delivery', 'delivered', 'shipment_cancelled'],
  delivered: ['redelivering', 'complete'],
  redelivering: ['in_transit', 'delivered', 'complete'],
  complete: [],
  cancelled: [],
  expired: [],
  shipment_cancelled: [],
}

/** Returns the events of a transition. Derives them from the rule in decisions §3 instead of the table. */
function expectedEvents(from: State, to: State): EventType[] {
  if (from === 'awaiting_recipient' && to === 'complete')
    return ['gift_request_redeemed', 'gift_request_delivered']
  if (to === 'in_transit') return ['gift_request_dispatched']
  if (states[from] === states[to]) return []
  if (states[to] === 'redeemed')
    return states[from] === 'submitted' ? ['gift_request_redeemed'] : []
  if (states[to] === 'delivered') return ['gift_request_delivered']
  if (states[to] === 'cancelled') return ['gift_request_cancelled']
  return []
}

it('there are 17 states', () => {
  assert.equal(allStates.length, 17)
  assert.equal(isState('delivered'), true)
  assert.equal(isState('toString'), false)
})

it('of all 289 pairs exactly the decided transitions are allowed', () => {
  for (const from of allStates) {
    for (const to of allStates) {
      assert.equal(
        eventsFor(from, to) !== undefined,
        decidedTransitions[from].includes(to),
        `${from} → ${to}`,
      )
    }
  }
})

it('each transition emits the events of the rule', () => {
  for (const from of allStates) {
    for (const to of nextStates(from))
      assert.deepEqual(eventsFor(from, to), expectedEvents(from, to), `${from} → ${to}`)
  }
})

it('each gift request starts in created with one event', () => {
  assert.deepEqual(eventsFor(null, 'created'), ['gift_request_created'])
  for (const to of allStates) if (to !== 'created') assert.equal(eventsFor(null, to), undefined, to)
})

it('no transition is listed twice', () => {
  const keys = transitions.map(([from, to]) => `${from} ${to}`)
  assert.equal(new Set(keys).size, keys.length)
})

it('every state is reachable from created', () => {
  for (const to of allStates)
    if (to !== 'created')
      assert.ok(
        shortestPath('created', to, () => true),
        to,
      )
})

it('shortestPath finds the shortest path, and none from a final state', () => {
  assert.deepEqual(
    shortestPath('redeemed', 'delivered', () => true),
    ['ordered', 'delivered'],
  )
  assert.equal(
    shortestPath('complete', 'delivered', () => true),
    undefined,
  )
  assert.equal(
    shortestPath('created', 'redeemed', (state) => state !== 'redeemed'),
    undefined,
  )
})

it('no path emits created or delivered twice, or leaves a final state', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { maxLength: 60 }), (choices) => {
      let state: State = 'created'
      const emitted: EventType[] = ['gift_request_created']
      for (const choice of choices) {
        const targets = nextStates(state)
        const to = targets[choice % targets.length]
        if (to === undefined) break
        const events = eventsFor(state, to) ?? []
        emitted.push(
          ...events.filter((event) => !(emittedOnce.includes(event) && emitted.includes(event))),
        )
        state = to
      }
      for (const event of emittedOnce)
        assert.ok(emitted.filter((each) => each === event).length <= 1)
      assert.ok(emitted.filter((event) => event === 'gift_request_cancelled').length <= 1)
    }),
  )
})
