import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConcurrencyLimits } from './claim-capacity.ts'
import type { ClaimCapacity } from './claim-deliveries.ts'
import { createConcurrencyLimiter } from './concurrency-limits.ts'

const limits: ConcurrencyLimits = {
  slots: 20,
  maxPerEndpoint: 4,
  maxPerFastEndpoint: 4,
  fastMs: 50,
  maxPerAccount: 10,
  reservedPerLane: 3,
  initialWindow: 2,
  circuitOpensAfter: 3,
  suspectMs: 250,
  slowMs: 1_000,
  activeMs: { min: 100, max: 500 },
  maxWaiting: 100,
  maxBytes: 1_000_000,
}
type Limiter = ReturnType<typeof createConcurrencyLimiter>

const startAttempt = (limiter: Limiter, endpoint_id: string, more: { account_id?: string } = {}) =>
  limiter.acquire({ endpoint_id, account_id: 'acme', lane: 'fresh', bytes: 100, ...more })

/** Runs one attempt that ends after this many milliseconds. */
function attempt(
  limiter: Limiter,
  endpoint_id: string,
  signal: 'responded' | 'unreachable' | 'none',
  ms = 0,
) {
  const inFlight = startAttempt(limiter, endpoint_id)
  limiter.tick(ms)
  limiter.release(inFlight, signal)
}

const capacityOf = ({ endpoints, unlisted }: ClaimCapacity, id: string) =>
  endpoints.left[endpoints.ids.indexOf(id)] ?? unlisted

describe('slots', () => {
  it('are reserved for each lane, and are never exceeded', () => {
    const limiter = createConcurrencyLimiter(limits)
    const take = (endpoint_id: string, lane: 'fresh' | 'late') =>
      limiter.acquire({ endpoint_id, account_id: 'acme', lane, bytes: 100 })
    assert.equal(limiter.available('fresh'), 17)
    for (let n = 0; n < 17; n++) take(`e${n}`, 'fresh')
    assert.deepEqual([limiter.available('fresh'), limiter.available('late')], [0, 3])
    const late = [1, 2, 3].map((n) => take(`f${n}`, 'late'))
    assert.deepEqual([limiter.available('fresh'), limiter.available('late')], [0, 0])
    assert.equal(limiter.available('slow'), 5, 'the slow lane has additional slots')
    for (const inFlight of late.slice(2)) limiter.release(inFlight, 'responded')
    assert.deepEqual([limiter.available('fresh'), limiter.available('late')], [0, 1])
  })

  it('become free while attempts wait for their receivers, which have a limit of their own', () => {
    const limiter = createConcurrencyLimiter({ ...limits, maxWaiting: 10 })
    for (let n = 0; n < 17; n++) startAttempt(limiter, `e${n}`)
    assert.equal(limiter.tick(99), 0)
    assert.equal(limiter.tick(1), 17)
    assert.deepEqual([limiter.active(), limiter.waiting(), limiter.available('fresh')], [0, 17, 17])
    for (let n = 0; n < 17; n++) startAttempt(limiter, `f${n}`)
    limiter.tick(100)
    assert.equal(
      limiter.available('fresh'),
      6,
      'at most 20 slots and twice the 10 waiting attempts',
    )
  })

  it('are occupied for longer while the average response time is longer', () => {
    const limiter = createConcurrencyLimiter(limits)
    for (let n = 0; n < 400; n++) attempt(limiter, 'a', 'responded', 150)
    startAttempt(limiter, 'a')
    assert.equal(limiter.tick(300), 0)
    assert.equal(limiter.tick(150), 1)
  })

  it('are not used by attempts to slow endpoints, nor counted for their account', () => {
    const limiter = createConcurrencyLimiter(limits)
    for (let n = 0; n < 4; n++) attempt(limiter, 'a', 'responded', 1_500)
    for (let n = 0; n < 4; n++) startAttempt(limiter, 'a')
    assert.deepEqual([limiter.total(), limiter.active(), limiter.waiting()], [4, 0, 4])
    assert.deepEqual(limiter.capacity().accounts.left, [10])
    attempt(limiter, 'a', 'responded', 10)
    startAttempt(limiter, 'a')
    assert.equal(limiter.active(), 1)
  })

  it('are fewer while the bodies in flight are large', () => {
    const limiter = createConcurrencyLimiter({ ...limits, maxBytes: 50_000 })
    for (let n = 0; n < 40; n++)
      limiter.release(
        limiter.acquire({ endpoint_id: 'a', account_id: 'acme', lane: 'fresh', bytes: 10_000 }),
        'responded',
      )
    for (let n = 0; n < 4; n++)
      limiter.acquire({ endpoint_id: `e${n}`, account_id: 'acme', lane: 'fresh', bytes: 10_000 })
    assert.ok(limiter.available('fresh') <= 2, `${limiter.available('fresh')} more of about 9 kB`)
    limiter.acquire({ endpoint_id: 'e5', account_id: 'acme', lane: 'fresh', bytes: 10_000 })
    assert.equal(limiter.available('fresh'), 0)
    assert.equal(limiter.bytes(), 50_000)
  })
})

describe('the window of an endpoint', () => {
  it('starts small and grows with each response', () => {
    const limiter = createConcurrencyLimiter(limits)
    const first = startAttempt(limiter, 'a')
    assert.equal(capacityOf(limiter.capacity(), 'a'), 1)
    startAttempt(limiter, 'a')
    assert.equal(capacityOf(limiter.capacity(), 'a'), 0)
    limiter.release(first, 'responded')
    assert.equal(capacityOf(limiter.capacity(), 'a'), 2)
    for (let n = 0; n < 5; n++) attempt(limiter, 'a', 'responded')
    assert.equal(capacityOf(limiter.capacity(), 'a'), 3, 'a window of four with one open attempt')
  })

  it('stays as large while no attempt is open, until the last response is old', () => {
    const limiter = createConcurrencyLimiter(limits)
    for (let n = 0; n < 3; n++) attempt(limiter, 'a', 'responded')
    attempt(limiter, 'b', 'none')
    assert.deepEqual(limiter.capacity().endpoints, { ids: ['a'], left: [4] })
    limiter.tick(9_999)
    assert.deepEqual(limiter.capacity().endpoints.ids, ['a'])
    limiter.tick(1)
    assert.deepEqual(limiter.capacity().endpoints.ids, [], 'like a new endpoint')
  })

  it('is listed for at most 500 endpoints without open attempts', () => {
    const limiter = createConcurrencyLimiter(limits)
    for (let n = 0; n < 600; n++) for (let m = 0; m < 3; m++) attempt(limiter, `e${n}`, 'responded')
    startAttempt(limiter, 'e7')
    const { ids, left } = limiter.capacity().endpoints
    assert.deepEqual([ids.length, new Set(ids).size], [501, 501])
    assert.equal(left[ids.indexOf('e7')], 3)
  })

  it('is larger while the endpoint responds fast and uses more than half of it', () => {
    const limiter = createConcurrencyLimiter({ ...limits, maxPerFastEndpoint: 16 })
    const windowOf = (id: string) => {
      const inFlight = startAttempt(limiter, id)
      const window = capacityOf(limiter.capacity(), id) + 1
      limiter.release(inFlight, 'none')
      return window
    }
    for (let n = 0; n < 20; n++) attempt(limiter, 'a', 'responded', 10)
    assert.equal(windowOf('a'), 4, 'one attempt at a time needs no more')
    for (const expected of [6, 8, 11, 15, 16, 16]) {
      const open = Array.from({ length: windowOf('a') }, () => startAttempt(limiter, 'a'))
      limiter.tick(10)
      for (const inFlight of open) limiter.release(inFlight, 'responded')
      assert.equal(windowOf('a'), expected)
    }
    for (let n = 0; n < 3; n++) attempt(limiter, 'a', 'responded', 100)
    assert.equal(windowOf('a'), 4, 'its responses are no longer fast')
  })

  it('closes while an attempt is open for long, and allows one attempt at a time after a timeout', () => {
    const limiter = createConcurrencyLimiter(limits)
    attempt(limiter, 'a', 'responded')
    const inFlight = startAttempt(limiter, 'a')
    limiter.tick(249)
    assert.equal(capacityOf(limiter.capacity(), 'a'), 2)
    assert.deepEqual([limiter.blocked(), limiter.slow()], [[], []])
    limiter.tick(1)
    assert.equal(capacityOf(limiter.capacity(), 'a'), 0, 'suspect long before the timeout')
    assert.deepEqual([limiter.blocked(), limiter.slow()], [['a'], []])
    limiter.tick(750)
    assert.deepEqual(limiter.slow(), ['a'])
    limiter.release(inFlight, 'unreachable')
    assert.equal(capacityOf(limiter.capacity(), 'a'), 1)
    attempt(limiter, 'a', 'responded')
    assert.deepEqual(
      [limiter.slow(), capacityOf(limiter.capacity(), 'a')],
      [[], 2],
      'recovers with one response',
    )
  })

  it('depends on the average response time of the endpoint', () => {
    const limiter = createConcurrencyLimiter(limits)
    for (let n = 0; n < 20; n++) attempt(limiter, 'a', 'responded', 600)
    startAttempt(limiter, 'a')
    limiter.tick(900)
    assert.equal(capacityOf(limiter.capacity(), 'a'), 3)
    limiter.tick(300)
    assert.equal(capacityOf(limiter.capacity(), 'a'), 0)
  })

  it('does not close after one slow attempt while all responses are slow', () => {
    const limiter = createConcurrencyLimiter(limits)
    for (let n = 0; n < 300; n++) attempt(limiter, 'a', 'responded', 200)
    startAttempt(limiter, 'b')
    limiter.tick(700)
    assert.deepEqual(limiter.blocked(), [])
    limiter.tick(300)
    assert.deepEqual(limiter.blocked(), ['b'])
  })

  it('is zero for slow endpoints beyond their share, and their rows leave the way of other endpoints', () => {
    const limiter = createConcurrencyLimiter({ ...limits, maxWaiting: 8 })
    const ids = ['a', 'b', 'c', 'd']
    for (const id of ids) attempt(limiter, id, 'responded', 5_000)
    assert.deepEqual(limiter.blocked(), ['c', 'd'], 'one account gets half of a share of four')
    startAttempt(limiter, 'a')
    assert.deepEqual(limiter.blocked(), ['a', 'c', 'd'])
  })

  it('grows after slow responses too, within the share of slow endpoints', () => {
    const limiter = createConcurrencyLimiter(limits)
    for (let n = 0; n < 6; n++) attempt(limiter, 'a', 'responded', 5_000)
    assert.deepEqual([limiter.slow(), capacityOf(limiter.capacity(), 'a')], [['a'], 4])
  })

  it('is one after consecutive failures without a response, until a response arrives', () => {
    const limiter = createConcurrencyLimiter(limits)
    for (let n = 0; n < 2; n++) attempt(limiter, 'a', 'unreachable')
    limiter.release(startAttempt(limiter, 'a'), 'none')
    assert.deepEqual(limiter.openCircuits(), [], 'an attempt without a request has no effect')
    attempt(limiter, 'a', 'unreachable')
    assert.deepEqual(
      [limiter.openCircuits(), limiter.slow()],
      [['a'], []],
      'a rejected connection, which takes no time',
    )
    assert.equal(capacityOf(limiter.capacity(), 'a'), 1)
    attempt(limiter, 'a', 'responded')
    assert.deepEqual([limiter.openCircuits(), limiter.capacity().endpoints.ids], [[], []])
  })
})

describe('the share of slow endpoints', () => {
  const hang = (limiter: Limiter, count: number, account_id: string) => {
    for (let n = 0; n < count; n++) startAttempt(limiter, `${account_id} ${n}`, { account_id })
  }
  const total = ({ endpoints }: ClaimCapacity, account_id: string) =>
    endpoints.ids.reduce(
      (sum, id, index) => sum + (id.startsWith(account_id) ? (endpoints.left[index] ?? 0) : 0),
      0,
    )
  /** Creates endpoints with one slow response each: a small window and no open attempts. */
  function createSlowEndpoints(limiter: Limiter, count: number, account_id: string) {
    for (let n = 0; n < count; n++) {
      const inFlight = startAttempt(limiter, `${account_id} ${n}`, { account_id })
      limiter.tick(1_000)
      limiter.release(inFlight, 'responded')
    }
  }

  it('is half of the waiting attempts; one account alone gets half of it, two accounts a third each', () => {
    const limiter = createConcurrencyLimiter({ ...limits, maxWaiting: 120 })
    createSlowEndpoints(limiter, 100, 'acme')
    const capacityAlone = total(limiter.capacity(), 'acme')
    assert.equal(capacityAlone, 30)
    hang(limiter, 30, 'acme')
    createSlowEndpoints(limiter, 100, 'other')
    const { length } = limiter.slow()
    assert.equal(length, 200)
    assert.equal(
      total(limiter.capacity(), 'acme'),
      0,
      'open attempts reduce the capacity of their account',
    )
    assert.equal(total(limiter.capacity(), 'other'), 15)
  })

  it('leaves the capacity of responding endpoints unchanged, in the same account too', () => {
    const limiter = createConcurrencyLimiter({ ...limits, maxWaiting: 40 })
    for (let n = 0; n < 5; n++) attempt(limiter, 'good', 'responded')
    const inFlight = startAttempt(limiter, 'busy')
    hang(limiter, 60, 'acme')
    limiter.tick(100)
    limiter.release(inFlight, 'responded')
    const capacity = limiter.capacity()
    assert.equal(capacity.unlisted, 0, 'no capacity for new endpoints')
    assert.deepEqual([capacityOf(capacity, 'good'), capacityOf(capacity, 'busy')], [4, 3])
    assert.ok(limiter.available('fresh') > 0)
  })

  it('limits new endpoints to one attempt, first in the same account', () => {
    const limiter = createConcurrencyLimiter(limits)
    hang(limiter, 5, 'acme')
    startAttempt(limiter, 'another', { account_id: 'another' })
    assert.equal(limiter.capacity().unlisted, 2)
    limiter.tick(100)
    const { unlisted, accounts } = limiter.capacity()
    assert.equal(unlisted, 1)
    hang(limiter, 60, 'acme')
    limiter.tick(100)
    const later = limiter.capacity()
    assert.deepEqual(accounts.ids, ['acme', 'another'])
    assert.deepEqual([later.accounts.unlisted, later.unlisted], [[0, 1], 1])
  })
})

describe('reserved room', () => {
  /** Creates a limiter that knows healthy endpoints of two accounts. */
  function createWithEndpoints() {
    const limiter = createConcurrencyLimiter(limits)
    for (let n = 0; n < 40; n++)
      for (const account_id of ['acme', 'other'])
        limiter.release(startAttempt(limiter, `${account_id} ${n}`, { account_id }), 'responded')
    return limiter
  }
  const reserveAll = (limiter: Limiter, account_id: string) =>
    Array.from(
      { length: 40 },
      (_, n) => limiter.reserve(`${account_id} ${n}`, account_id) ?? [],
    ).flat()

  it('of an account counts before its attempts start, so that another account gets some', () => {
    const limiter = createWithEndpoints()
    const ofOne = reserveAll(limiter, 'acme')
    assert.equal(ofOne.length, 5)
    assert.equal(reserveAll(limiter, 'other').length, 5)
    for (const free of ofOne) free()
    assert.equal(reserveAll(limiter, 'acme').length, 5)
  })
})
