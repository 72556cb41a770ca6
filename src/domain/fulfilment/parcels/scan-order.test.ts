import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { EventType } from '#contract'
import { type State, transitions } from '#gifting'
import { sizeOfRun } from '#test/run-size'
import { type ScanState, scanStates } from '../carriers/carrier.ts'
import { deriveGiftState, type ParcelState, type ParcelSummary } from './parcel-states.ts'
import { findPath } from './state-path.ts'
import { deriveStates, hasLeft, missingTransitions, type ObservedScan } from './tracking-history.ts'

const carrier = { carrier: 'easypost' }

/*
 * Tests which events a gift request emits when the scans of its parcels arrive in any order. Covers the
 * pure part of `recordTracking`, without a database, so that thousands of orders can be tested.
 */

type TransitionRow = readonly [from: State | null, to: State, ...events: EventType[]]
const rows = transitions as readonly TransitionRow[]

interface Arrival {
  parcel: number
  scan: ObservedScan
}

interface GiftHistory {
  state: State
  events: EventType[]
}

function applyArrivals(parcels: number, arrivals: readonly Arrival[]): GiftHistory {
  const known: ObservedScan[][] = Array.from({ length: parcels }, () => [])
  const now: ParcelSummary[] = known.map(() => ({
    state: 'ordered',
    has_left: false,
    is_replacement: false,
  }))
  let state: State = 'ordered'
  const events: EventType[] = []
  const syncState = () => {
    for (const to of findPath(state, deriveGiftState(now)) ?? []) {
      const row = rows.find(([from, after]) => from === state && after === to)
      assert.ok(row, `${state} → ${to} is in the state table`)
      const [, , ...rowEvents] = row
      events.push(...rowEvents.filter((type) => type !== delivered || !events.includes(delivered)))
      state = to
    }
  }
  for (const { parcel, scan } of arrivals) {
    const scansOfParcel = known[parcel] ?? []
    if (scansOfParcel.some(({ message_id }) => message_id === scan.message_id)) continue
    const before = deriveStates(scansOfParcel, carrier)
    scansOfParcel.push(scan)
    if (now[parcel]?.state === 'delivered') continue // final
    for (const step of missingTransitions(before, deriveStates(scansOfParcel, carrier))) {
      const left = (now[parcel]?.has_left ?? false) || hasLeft([step])
      now[parcel] = { state: step, has_left: left, is_replacement: false }
      syncState()
    }
    const end: ParcelState = deriveStates(scansOfParcel, carrier).at(-1) ?? 'ordered'
    assert.equal(now[parcel]?.state, end)
  }
  return { state, events }
}

const delivered = 'gift_request_delivered'
const dispatched = 'gift_request_dispatched'
const cancelled = 'gift_request_cancelled'

const arrival = (states: readonly ScanState[], parcels: number): fc.Arbitrary<Arrival> =>
  fc.record({
    parcel: fc.nat(parcels - 1),
    scan: fc
      .record({ state: fc.constantFrom(...states), minute: fc.nat(10) })
      .map(({ state, minute }) => ({
        state,
        occurred_at: new Date(minute * 60_000),
        message_id: `${state} ${minute}`,
      })),
  })

const sortByOccurrence = (arrivals: readonly Arrival[]) =>
  arrivals.toSorted(
    (a, b) =>
      a.scan.occurred_at.getTime() - b.scan.occurred_at.getTime() ||
      scanStates.indexOf(a.scan.state) - scanStates.indexOf(b.scan.state),
  )

const deliveredArrival = (parcel: number): Arrival => ({
  parcel,
  scan: { state: 'delivered', occurred_at: new Date(99 * 60_000), message_id: 'final' },
})

it('emits the same events for any arrival order and repetition of scans in transit', () => {
  const movingArrival = arrival(['in_transit', 'out_for_delivery', 'delivery_attempt_failed'], 1)
  fc.assert(
    fc.property(fc.array(movingArrival, { maxLength: 8 }), (arrivals) => {
      const ordered = applyArrivals(1, [...sortByOccurrence(arrivals), deliveredArrival(0)])
      const unordered = applyArrivals(1, [...arrivals, ...arrivals, deliveredArrival(0)])
      assert.deepEqual(unordered, ordered)
      assert.equal(ordered.events.filter((type) => type === delivered).length, 1)
    }),
    { numRuns: sizeOfRun(4_000, 1_000) },
  )
})

it('emits at most one delivery and reverses no event, for any number of parcels', () => {
  const cases = fc.integer({ min: 1, max: 3 }).chain((parcels) =>
    fc.record({
      parcels: fc.constant(parcels),
      arrivals: fc.array(arrival(scanStates, parcels), { maxLength: 14 }),
    }),
  )
  fc.assert(
    fc.property(cases, ({ parcels, arrivals }) => {
      const { events, state } = applyArrivals(parcels, arrivals)
      const count = (type: EventType) => events.filter((each) => each === type).length
      assert.ok(count(delivered) <= 1)
      assert.ok(count(cancelled) <= 1)
      assert.ok(count(delivered) + count(cancelled) <= 1)
      assert.equal(count(cancelled) === 1, state === 'shipment_cancelled')
      if (count(cancelled) === 1) assert.equal(events.at(-1), cancelled)
      const all = arrivals.filter(({ scan }) => scan.state === 'delivered')
      if (new Set(all.map(({ parcel }) => parcel)).size === parcels && count(cancelled) === 0)
        assert.equal(count(delivered), 1)
      // Every emitted departure is a real one: between two of them the parcel was at an address or
      // failed.
      assert.ok(count(dispatched) <= arrivals.length)
    }),
    { numRuns: sizeOfRun(4_000, 1_000) },
  )
})
