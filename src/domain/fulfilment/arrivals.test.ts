import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { EventType } from '#contract'
import { type State, transitions } from '#gifting'
import { type ScanState, scanStates } from './carriers/carrier.ts'
import { hasLeft, journeyOf, type Seen, stepsBetween } from './journey.ts'
import { type ParcelState, type Standing, stateOf } from './parcel-states.ts'
import { wayTo } from './way.ts'

/*
 * What is told of a gift request when the scans of its parcels arrive in some order: the pure half of
 * `track`, without a database, so that very many orders can be tried.
 */

type Row = readonly [from: State | null, to: State, ...tells: EventType[]]
const rows = transitions as readonly Row[]

interface Arrival {
  parcel: number
  scan: Seen
}

interface Life {
  state: State
  told: EventType[]
}

function live(parcels: number, arrivals: readonly Arrival[]): Life {
  const known: Seen[][] = Array.from({ length: parcels }, () => [])
  const now: Standing[] = known.map(() => ({ state: 'ordered', has_left: false, is_again: false }))
  let state: State = 'ordered'
  const told: EventType[] = []
  const follow = () => {
    for (const to of wayTo(state, stateOf(now)) ?? []) {
      const row = rows.find(([from, after]) => from === state && after === to)
      assert.ok(row, `${state} → ${to} is in the table`)
      const [, , ...tells] = row
      told.push(...tells.filter((type) => type !== delivered || !told.includes(delivered)))
      state = to
    }
  }
  for (const { parcel, scan } of arrivals) {
    const seen = known[parcel] ?? []
    if (seen.some(({ message_id }) => message_id === scan.message_id)) continue
    const before = journeyOf(seen)
    seen.push(scan)
    for (const step of stepsBetween(before, journeyOf(seen))) {
      const left = (now[parcel]?.has_left ?? false) || hasLeft([step])
      now[parcel] = { state: step, has_left: left, is_again: false }
      follow()
    }
    const end: ParcelState = journeyOf(seen).at(-1) ?? 'ordered'
    assert.equal(now[parcel]?.state, end)
  }
  return { state, told }
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

const inOrder = (arrivals: readonly Arrival[]) =>
  arrivals.toSorted(
    (a, b) =>
      a.scan.occurred_at.getTime() - b.scan.occurred_at.getTime() ||
      scanStates.indexOf(a.scan.state) - scanStates.indexOf(b.scan.state),
  )

const end = (parcel: number): Arrival => ({
  parcel,
  scan: { state: 'delivered', occurred_at: new Date(99 * 60_000), message_id: 'the end' },
})

it('tells the same of a parcel on its way, in whatever order and however often its scans arrive', () => {
  const onTheWay = arrival(['in_transit', 'out_for_delivery', 'delivery_attempt_failed'], 1)
  fc.assert(
    fc.property(fc.array(onTheWay, { maxLength: 8 }), (arrivals) => {
      const ordered = live(1, [...inOrder(arrivals), end(0)])
      const asTheyCame = live(1, [...arrivals, ...arrivals, end(0)])
      assert.deepEqual(asTheyCame, ordered)
      assert.equal(ordered.told.filter((type) => type === delivered).length, 1)
    }),
    { numRuns: 4_000 },
  )
})

it('tells of a delivery once and takes nothing back, whatever any number of parcels say', () => {
  const world = fc.integer({ min: 1, max: 3 }).chain((parcels) =>
    fc.record({
      parcels: fc.constant(parcels),
      arrivals: fc.array(arrival(scanStates, parcels), { maxLength: 14 }),
    }),
  )
  fc.assert(
    fc.property(world, ({ parcels, arrivals }) => {
      const { told, state } = live(parcels, arrivals)
      const count = (type: EventType) => told.filter((each) => each === type).length
      assert.ok(count(delivered) <= 1)
      assert.ok(count(cancelled) <= 1)
      assert.ok(count(delivered) + count(cancelled) <= 1)
      assert.equal(count(cancelled) === 1, state === 'shipment_cancelled')
      if (count(cancelled) === 1) assert.equal(told.at(-1), cancelled)
      const all = arrivals.filter(({ scan }) => scan.state === 'delivered')
      if (new Set(all.map(({ parcel }) => parcel)).size === parcels && count(cancelled) === 0)
        assert.equal(count(delivered), 1)
      // Each departure that is told was one: between two of them something was at a door, or failed.
      assert.ok(count(dispatched) <= arrivals.length)
    }),
    { numRuns: 4_000 },
  )
})
