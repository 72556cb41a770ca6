import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { type State, transitions } from '#gifting'
import {
  deriveGiftState,
  type ParcelState,
  type ParcelSummary,
  parcelStates,
} from './parcel-states.ts'
import { findPath } from './state-path.ts'

const shippedStates: readonly ParcelState[] = [
  'in_transit',
  'delivery_attempt_failed',
  'out_for_delivery',
  'delivered',
  'returned',
]

/**
 * Parses a parcel in the notation of this test: `again:` marks a parcel that reships lines, and `left:` one
 * that has left the warehouse.
 */
function parseParcel(text: string): ParcelSummary {
  const parts = text.split(':')
  const state = parts.at(-1) as ParcelState
  return {
    state,
    is_replacement: parts.includes('again'),
    has_left: parts.includes('left') || shippedStates.includes(state),
  }
}

// biome-ignore format: one case a line
const cases: readonly (readonly [parcels: string, gift: State])[] = [
  ['',                                              'redeemed'],
  ['placing',                                       'redeemed'],
  ['placing ordered',                               'ordered'],
  ['ordered',                                       'ordered'],
  ['waiting ordered',                               'backordered'],
  ['refused waiting',                               'shipping_error'],
  ['refused ordered',                               'shipping_error'],
  ['left:refused',                                  'shipping_error'],
  ['in_transit',                                    'in_transit'],
  ['in_transit ordered',                            'in_transit'],
  ['in_transit out_for_delivery',                   'in_transit'],
  ['out_for_delivery ordered',                      'in_transit'],
  ['delivered ordered',                             'in_transit'],
  ['delivered out_for_delivery',                    'out_for_delivery'],
  ['delivery_attempt_failed out_for_delivery',      'delivery_attempt_failed'],
  ['out_for_delivery out_for_delivery',             'out_for_delivery'],
  ['out_for_delivery lost again:placing',           'out_for_delivery'],
  ['delivered',                                     'delivered'],
  ['delivered delivered',                           'delivered'],
  ['delivered lost',                                'delivered'],
  ['delivered returned cancelled',                  'delivered'],
  ['delivered lost again:placing',                  'redelivering'],
  ['delivered lost again:ordered',                  'redelivering'],
  ['delivered lost again:refused',                  'redelivering'],
  ['delivered lost again:in_transit',               'in_transit'],
  ['delivered lost again:lost',                     'delivered'],
  ['delivered refused',                             'in_transit'],
  ['lost',                                          'shipment_cancelled'],
  ['returned',                                      'shipment_cancelled'],
  ['cancelled',                                     'shipment_cancelled'],
  ['lost returned cancelled',                       'shipment_cancelled'],
  ['left:lost again:ordered',                       'delivery_attempt_failed'],
  ['cancelled again:placing',                       'ordered'],
  ['left:cancelled ordered',                        'in_transit'],
]

it('derives the expected state of the gift request from its parcels', () => {
  for (const [parcels, gift] of cases) {
    const summaries = parcels.split(' ').filter(Boolean).map(parseParcel)
    assert.equal(deriveGiftState(summaries), gift, parcels)
    assert.equal(deriveGiftState(summaries.toReversed()), gift, `${parcels}, reversed`)
  }
})

it('derives a shipping state for any parcels, independent of their order', () => {
  const summary = fc.record({
    state: fc.constantFrom(...(Object.keys(parcelStates) as ParcelState[])),
    has_left: fc.boolean(),
    is_replacement: fc.boolean(),
  })
  const shipping = new Set(transitions.slice(17).map(([, to]) => to as State)).add('redeemed')
  fc.assert(
    fc.property(fc.array(summary, { maxLength: 5 }), (parcels) => {
      const state = deriveGiftState(parcels)
      assert.ok(shipping.has(state), state)
      assert.equal(deriveGiftState(parcels.toReversed()), state)
    }),
  )
})

it('finds the path that emits the fewest events', () => {
  assert.deepEqual(findPath('redeemed', 'out_for_delivery'), [
    'ordered',
    'in_transit',
    'out_for_delivery',
  ])
  assert.deepEqual(findPath('ordered', 'delivered'), ['delivered'])
  assert.deepEqual(findPath('out_for_delivery', 'shipment_cancelled'), [
    'delivery_attempt_failed',
    'shipment_cancelled',
  ])
  assert.deepEqual(findPath('backordered', 'shipping_error'), ['ordered', 'shipping_error'])
  assert.deepEqual(findPath('in_transit', 'redelivering'), ['delivered', 'redelivering'])
  assert.deepEqual(findPath('ordered', 'ordered'), [])
  assert.equal(findPath('cancelled', 'ordered'), undefined)
  assert.equal(findPath('delivered', 'shipment_cancelled'), undefined)
})
