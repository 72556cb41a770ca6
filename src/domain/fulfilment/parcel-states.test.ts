import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { type State, transitions } from '#gifting'
import { type ParcelState, parcelStates, type Standing, stateOf } from './parcel-states.ts'
import { wayTo } from './way.ts'

const left: readonly ParcelState[] = [
  'in_transit',
  'delivery_attempt_failed',
  'out_for_delivery',
  'delivered',
  'returned',
]

/** `again:` for one that ships lines again, `left:` for one that was seen outside. */
function parcel(text: string): Standing {
  const words = text.split(':')
  const state = words.at(-1) as ParcelState
  return {
    state,
    is_again: words.includes('again'),
    has_left: words.includes('left') || left.includes(state),
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

it('makes of parcels what the table says', () => {
  for (const [parcels, gift] of cases) {
    const given = parcels.split(' ').filter(Boolean).map(parcel)
    assert.equal(stateOf(given), gift, parcels)
    assert.equal(stateOf(given.toReversed()), gift, `${parcels}, the other way round`)
  }
})

it('says one of the states of shipping whatever the parcels are, and the same in any order', () => {
  const standing = fc.record({
    state: fc.constantFrom(...(Object.keys(parcelStates) as ParcelState[])),
    has_left: fc.boolean(),
    is_again: fc.boolean(),
  })
  const shipping = new Set(transitions.slice(17).map(([, to]) => to as State)).add('redeemed')
  fc.assert(
    fc.property(fc.array(standing, { maxLength: 5 }), (parcels) => {
      const state = stateOf(parcels)
      assert.ok(shipping.has(state), state)
      assert.equal(stateOf(parcels.toReversed()), state)
    }),
  )
})

it('finds the way that tells no more than it has to', () => {
  assert.deepEqual(wayTo('redeemed', 'out_for_delivery'), [
    'ordered',
    'in_transit',
    'out_for_delivery',
  ])
  assert.deepEqual(wayTo('ordered', 'delivered'), ['delivered'])
  assert.deepEqual(wayTo('out_for_delivery', 'shipment_cancelled'), [
    'delivery_attempt_failed',
    'shipment_cancelled',
  ])
  assert.deepEqual(wayTo('backordered', 'shipping_error'), ['ordered', 'shipping_error'])
  assert.deepEqual(wayTo('in_transit', 'redelivering'), ['delivered', 'redelivering'])
  assert.deepEqual(wayTo('ordered', 'ordered'), [])
  assert.equal(wayTo('cancelled', 'ordered'), undefined)
  assert.equal(wayTo('delivered', 'shipment_cancelled'), undefined)
})
