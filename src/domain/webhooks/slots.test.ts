import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Rooms } from './claim.ts'
import { createSlots, type SlotLimits } from './slots.ts'

const limits: SlotLimits = {
  slots: 20,
  perEndpoint: 4,
  perAccount: 10,
  reserved: 3,
  initialWindow: 2,
  tripsAfter: 3,
  suspectMs: 250,
  slowMs: 1_000,
  youngMs: { min: 100, max: 500 },
  waiting: 100,
  maxBytes: 1_000_000,
}
type Slots = ReturnType<typeof createSlots>

const begin = (slots: Slots, endpoint_id: string, more: { account_id?: string } = {}) =>
  slots.take({ endpoint_id, account_id: 'acme', lane: 'fresh', bytes: 100, ...more })

/** One attempt that ends after so many milliseconds. */
function attempt(slots: Slots, endpoint_id: string, sign: 'answered' | 'unreachable', ms = 0) {
  const flight = begin(slots, endpoint_id)
  slots.tick(ms)
  slots.release(flight, sign)
}

const roomOf = ({ endpoints, unlisted }: Rooms, id: string) =>
  endpoints.left[endpoints.ids.indexOf(id)] ?? unlisted

describe('slots', () => {
  it('reserves some for each lane, and never gives more than there are', () => {
    const slots = createSlots(limits)
    const take = (endpoint_id: string, lane: 'fresh' | 'late') =>
      slots.take({ endpoint_id, account_id: 'acme', lane, bytes: 100 })
    assert.equal(slots.free('fresh'), 17)
    for (let n = 0; n < 17; n++) take(`e${n}`, 'fresh')
    assert.deepEqual([slots.free('fresh'), slots.free('late')], [0, 3])
    const late = [1, 2, 3].map((n) => take(`f${n}`, 'late'))
    assert.deepEqual([slots.free('fresh'), slots.free('late')], [0, 0])
    assert.equal(slots.free('slow'), 5, 'the slow lane has slots of its own')
    for (const flight of late.slice(2)) slots.release(flight, 'answered')
    assert.deepEqual([slots.free('fresh'), slots.free('late')], [0, 1])
  })

  it('come free when attempts wait for their receivers, which are limited apart', () => {
    const slots = createSlots({ ...limits, waiting: 10 })
    for (let n = 0; n < 17; n++) begin(slots, `e${n}`)
    assert.equal(slots.tick(99), 0)
    assert.equal(slots.tick(1), 17)
    assert.deepEqual([slots.working(), slots.waiting(), slots.free('fresh')], [0, 17, 17])
    for (let n = 0; n < 17; n++) begin(slots, `f${n}`)
    slots.tick(100)
    assert.equal(slots.free('fresh'), 6, 'up to 20 slots and twice the 10 that may wait')
  })

  it('stay with attempts for longer while responses usually take longer', () => {
    const slots = createSlots(limits)
    for (let n = 0; n < 400; n++) attempt(slots, 'a', 'answered', 150)
    begin(slots, 'a')
    assert.equal(slots.tick(300), 0)
    assert.equal(slots.tick(150), 1)
  })

  it('are fewer while the bodies in flight are large', () => {
    const slots = createSlots({ ...limits, maxBytes: 50_000 })
    for (let n = 0; n < 40; n++)
      slots.release(
        slots.take({ endpoint_id: 'a', account_id: 'acme', lane: 'fresh', bytes: 10_000 }),
        'answered',
      )
    for (let n = 0; n < 4; n++)
      slots.take({ endpoint_id: `e${n}`, account_id: 'acme', lane: 'fresh', bytes: 10_000 })
    assert.ok(slots.free('fresh') <= 2, `${slots.free('fresh')} more of about 9 kB`)
    slots.take({ endpoint_id: 'e5', account_id: 'acme', lane: 'fresh', bytes: 10_000 })
    assert.equal(slots.free('fresh'), 0)
    assert.equal(slots.bytes(), 50_000)
  })
})

describe('the window of an endpoint', () => {
  it('starts small and grows with each response', () => {
    const slots = createSlots(limits)
    const first = begin(slots, 'a')
    assert.equal(roomOf(slots.rooms(), 'a'), 1)
    begin(slots, 'a')
    assert.equal(roomOf(slots.rooms(), 'a'), 0)
    slots.release(first, 'answered')
    assert.equal(roomOf(slots.rooms(), 'a'), 2)
    for (let n = 0; n < 5; n++) attempt(slots, 'a', 'answered')
    assert.equal(roomOf(slots.rooms(), 'a'), 3, 'four at most, one of them open')
  })

  it('takes nothing while an attempt is open for long, and one at a time after a timeout', () => {
    const slots = createSlots(limits)
    attempt(slots, 'a', 'answered')
    const flight = begin(slots, 'a')
    slots.tick(249)
    assert.equal(roomOf(slots.rooms(), 'a'), 2)
    assert.deepEqual([slots.blocked(), slots.slow()], [[], []])
    slots.tick(1)
    assert.equal(roomOf(slots.rooms(), 'a'), 0, 'suspected long before the timeout')
    assert.deepEqual([slots.blocked(), slots.slow()], [['a'], []])
    slots.tick(750)
    assert.deepEqual(slots.slow(), ['a'])
    slots.release(flight, 'unreachable')
    assert.equal(roomOf(slots.rooms(), 'a'), 1)
    attempt(slots, 'a', 'answered')
    assert.deepEqual([slots.slow(), roomOf(slots.rooms(), 'a')], [[], 2], 'and back at once')
  })

  it('is measured against what the endpoint usually takes', () => {
    const slots = createSlots(limits)
    for (let n = 0; n < 20; n++) attempt(slots, 'a', 'answered', 600)
    begin(slots, 'a')
    slots.tick(900)
    assert.equal(roomOf(slots.rooms(), 'a'), 3)
    slots.tick(300)
    assert.equal(roomOf(slots.rooms(), 'a'), 0)
  })

  it('grows too when the responses are slow, among those that are slow', () => {
    const slots = createSlots(limits)
    for (let n = 0; n < 6; n++) attempt(slots, 'a', 'answered', 5_000)
    assert.deepEqual([slots.slow(), roomOf(slots.rooms(), 'a')], [['a'], 4])
  })

  it('is one after some failures in a row without a response, until there is one', () => {
    const slots = createSlots(limits)
    for (let n = 0; n < 2; n++) attempt(slots, 'a', 'unreachable')
    slots.release(begin(slots, 'a'), 'none')
    assert.deepEqual(slots.tripped(), [], 'an attempt that was not made says nothing')
    attempt(slots, 'a', 'unreachable')
    assert.deepEqual([slots.tripped(), slots.slow()], [['a'], []], 'refused, which costs no time')
    assert.equal(roomOf(slots.rooms(), 'a'), 1)
    attempt(slots, 'a', 'answered')
    assert.deepEqual([slots.tripped(), slots.rooms().endpoints.ids], [[], []])
  })
})

describe('the share of slow endpoints', () => {
  const hang = (slots: Slots, count: number, account_id: string) => {
    for (let n = 0; n < count; n++) begin(slots, `${account_id} ${n}`, { account_id })
  }
  const total = ({ endpoints }: Rooms, account_id: string) =>
    endpoints.ids.reduce(
      (sum, id, at) => sum + (id.startsWith(account_id) ? (endpoints.left[at] ?? 0) : 0),
      0,
    )
  /** Endpoints whose last attempt was slow and answered: they have some window and nothing open. */
  function slowOnes(slots: Slots, count: number, account_id: string) {
    for (let n = 0; n < count; n++) {
      const flight = begin(slots, `${account_id} ${n}`, { account_id })
      slots.tick(1_000)
      slots.release(flight, 'answered')
    }
  }

  it('is half of what may wait; one account alone gets half of it, two a third each', () => {
    const slots = createSlots({ ...limits, waiting: 120 })
    slowOnes(slots, 100, 'acme')
    const alone = total(slots.rooms(), 'acme')
    assert.equal(alone, 30)
    hang(slots, 30, 'acme')
    slowOnes(slots, 100, 'other')
    const { length } = slots.slow()
    assert.equal(length, 200)
    assert.equal(total(slots.rooms(), 'acme'), 0, 'what the account has open counts against it')
    assert.equal(total(slots.rooms(), 'other'), 15)
  })

  it('leaves endpoints that respond what they had, in the same account too', () => {
    const slots = createSlots({ ...limits, waiting: 40 })
    for (let n = 0; n < 5; n++) attempt(slots, 'good', 'answered')
    const flight = begin(slots, 'busy')
    hang(slots, 60, 'acme')
    slots.tick(100)
    slots.release(flight, 'answered')
    const rooms = slots.rooms()
    assert.equal(rooms.unlisted, 0, 'none for endpoints without a record')
    assert.deepEqual([roomOf(rooms, 'good'), roomOf(rooms, 'busy')], [4, 3])
    assert.ok(slots.free('fresh') > 0)
  })

  it('makes endpoints without a record begin with one attempt, first those of the same account', () => {
    const slots = createSlots(limits)
    hang(slots, 5, 'acme')
    begin(slots, 'another', { account_id: 'another' })
    assert.equal(slots.rooms().unlisted, 2)
    slots.tick(100)
    const { unlisted, accounts } = slots.rooms()
    assert.equal(unlisted, 1)
    hang(slots, 60, 'acme')
    slots.tick(100)
    const later = slots.rooms()
    assert.deepEqual(accounts.ids, ['acme', 'another'])
    assert.deepEqual([later.accounts.unlisted, later.unlisted], [[0, 1], 1])
  })
})
