import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSlots } from './slots.ts'

const limits = { slots: 20, perEndpoint: 4, perAccount: 10, reserved: 3, tripsAfter: 3 }
const flight = (endpoint_id: string, lane: 'fresh' | 'late' = 'fresh') => ({
  endpoint_id,
  account_id: 'acme',
  lane,
})

it('keeps some slots for each lane, and never gives more than there are', () => {
  const slots = createSlots(limits)
  assert.equal(slots.free('fresh'), 17)
  for (let n = 0; n < 17; n++) slots.take(flight(`e${n}`))
  assert.deepEqual([slots.free('fresh'), slots.free('late')], [0, 3])
  for (let n = 0; n < 3; n++) slots.take(flight(`f${n}`, 'late'))
  assert.deepEqual([slots.free('fresh'), slots.free('late')], [0, 0])
  slots.release(flight('f0', 'late'), 'answered')
  assert.deepEqual(
    [slots.free('fresh'), slots.free('late')],
    [0, 1],
    'the reserve of the late is theirs',
  )
})

it('tells what endpoints and accounts have left, and forgets who has nothing in flight', () => {
  const slots = createSlots(limits)
  slots.take(flight('a'))
  slots.take(flight('a'))
  slots.take(flight('b'))
  assert.deepEqual(slots.endpointRoom(), { ids: ['a', 'b'], left: [2, 3] })
  assert.deepEqual(slots.accountRoom(), { ids: ['acme'], left: [7] })
  for (const id of ['a', 'a', 'b']) slots.release(flight(id), 'answered')
  assert.deepEqual([slots.endpointRoom().ids, slots.accountRoom().ids, slots.total()], [[], [], 0])
})

it('gives an endpoint that nobody reaches one attempt at a time, until one is answered', () => {
  const slots = createSlots(limits)
  const go = (sign: 'answered' | 'unreachable' | 'none') => {
    slots.take(flight('a'))
    slots.release(flight('a'), sign)
  }
  for (const sign of ['unreachable', 'unreachable', 'none'] as const) go(sign)
  assert.deepEqual(slots.tripped(), [], 'an attempt that was not made says nothing')
  go('unreachable')
  assert.deepEqual([slots.tripped(), slots.endpointRoom()], [['a'], { ids: ['a'], left: [1] }])
  slots.take(flight('a'))
  assert.deepEqual(slots.endpointRoom().left, [0])
  slots.release(flight('a'), 'answered')
  assert.deepEqual([slots.tripped(), slots.endpointRoom().ids], [[], []])
})
