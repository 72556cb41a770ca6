import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { type ScanState, scanStates } from '../carriers/carrier.ts'
import * as history from './tracking-history.ts'
import { hasLeft, missingTransitions, type ObservedScan } from './tracking-history.ts'

const deriveStates = (scans: readonly ObservedScan[]) =>
  history.deriveStates(scans, { carrier: 'easypost' })

const parseScans = (text: string): ObservedScan[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part, index) => {
      const [state = '', minute = String(index)] = part.split('@')
      const full = scanStates.find((each) => each.startsWith(state)) ?? 'ordered'
      return { state: full, occurred_at: new Date(Number(minute) * 60_000), message_id: part }
    })
const statesFor = (text: string) => deriveStates(parseScans(text))

it('orders scans by the time of the scan', () => {
  assert.deepEqual(statesFor('in delivered'), ['in_transit', 'delivered'])
  assert.deepEqual(statesFor('delivered@9 in@1'), ['in_transit', 'delivered'])
  assert.deepEqual(statesFor('out@5 in@5'), ['in_transit', 'out_for_delivery'])
})

it('infers in_transit before a delivery attempt', () => {
  assert.deepEqual(statesFor('out'), ['in_transit', 'out_for_delivery'])
  assert.deepEqual(statesFor('delivery_attempt_failed'), ['in_transit', 'delivery_attempt_failed'])
  assert.deepEqual(statesFor('delivered'), ['delivered'])
})

it('keeps delivered final for any clock', () => {
  assert.deepEqual(statesFor('delivered@1 in@2 out@3 lost@4'), ['delivered'])
  assert.deepEqual(statesFor('in@1 in@2 ordered@3'), ['in_transit'])
})

it('lets a lost parcel be found, and treats a refused scan during delivery as a failed attempt', () => {
  assert.deepEqual(statesFor('in lost delivered'), ['in_transit', 'lost', 'delivered'])
  assert.deepEqual(statesFor('in refused'), ['in_transit', 'refused'])
  assert.deepEqual(statesFor('out refused').at(-1), 'delivery_attempt_failed')
})

it('takes scans after a return for the way back, unless a person enters them', () => {
  for (const after of ['in', 'delivered', 'out delivered', 'in lost', 'cancelled'])
    assert.deepEqual(statesFor(`in returned ${after}`), ['in_transit', 'returned'], after)
  assert.deepEqual(statesFor('in@1 delivered@5 returned@5'), ['in_transit', 'returned'])
  const entered = history.deriveStates(parseScans('in returned in delivered'), {
    carrier: 'manual',
  })
  assert.deepEqual(entered, ['in_transit', 'returned', 'in_transit', 'delivered'])
})

it('never delivers a returned parcel, whatever the order, loss and repetition of messages', () => {
  const story = parseScans('ordered in@1 out@2 in@3 returned@4 in@5 out@6 delivered@7')
  const messages = fc.array(fc.subarray(story, { minLength: 1 }), { maxLength: 8 })
  fc.assert(
    fc.property(messages, (batches) => {
      const known = new Map<string, ObservedScan>()
      let departures = 0
      for (const batch of batches) {
        const before = deriveStates([...known.values()])
        for (const scan of batch) known.set(scan.message_id, scan)
        const steps = missingTransitions(before, deriveStates([...known.values()]))
        departures += steps.filter((step) => step === 'in_transit').length
        if (known.has('returned@4')) assert.ok(!steps.includes('delivered'))
      }
      assert.ok(departures <= 4, `${departures} departures`)
    }),
    { numRuns: 3_000 },
  )
})

it('reports whether the parcel was scanned outside the warehouse', () => {
  assert.equal(hasLeft(statesFor('refused')), false)
  assert.equal(hasLeft(statesFor('in cancelled')), true)
  assert.equal(hasLeft(statesFor('lost')), false)
})

it('includes a departure that arrives late', () => {
  const steps = (before: string, now: string) =>
    missingTransitions(statesFor(before), statesFor(now))
  assert.deepEqual(steps('', 'in@1'), ['in_transit'])
  assert.deepEqual(steps('in@1', 'in@1'), [])
  assert.deepEqual(steps('', 'out@2'), ['in_transit', 'out_for_delivery'])
  assert.deepEqual(steps('out@2', 'in@1 out@2'), [])
  assert.deepEqual(steps('in@1 in@3', 'in@1 out@2 in@3'), ['out_for_delivery', 'in_transit'])
  assert.deepEqual(steps('in@1 out@4', 'in@1 out@2 in@3 out@4'), ['in_transit', 'out_for_delivery'])
  assert.deepEqual(steps('', 'in@1 out@2 in@3'), ['in_transit', 'out_for_delivery', 'in_transit'])
  assert.deepEqual(steps('delivered@9', 'in@1 delivered@9'), [])
  assert.deepEqual(steps('in@1 in@5', 'in@1 lost@3 in@5'), [])
})

const scans = fc.uniqueArray(
  fc.record({
    state: fc.constantFrom(...scanStates),
    minute: fc.nat(12),
  }),
  { maxLength: 8, selector: ({ state, minute }) => `${state}@${minute}` },
)
const toScan = ({ state, minute }: { state: ScanState; minute: number }): ObservedScan => ({
  state,
  occurred_at: new Date(minute * 60_000),
  message_id: `${state}@${minute}`,
})

it('does not depend on the arrival order or repetition of scans', () => {
  fc.assert(
    fc.property(scans, fc.infiniteStream(fc.nat(1_000)), (records, dice) => {
      const all = records.map(toScan)
      const weights = new Map(all.map((each) => [each, dice.next().value ?? 0]))
      const shuffled = all.toSorted((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0))
      assert.deepEqual(deriveStates(shuffled), deriveStates(all))
    }),
    { numRuns: 2_000 },
  )
})

it('ends in the final state of the history, through distinct successive states', () => {
  fc.assert(
    fc.property(scans, (records) => {
      const known: ObservedScan[] = []
      let at = 'ordered'
      for (const scan of records.map(toScan)) {
        const before = deriveStates(known)
        known.push(scan)
        if (at === 'delivered') continue // final: a return that is reported later changes nothing
        const steps = missingTransitions(before, deriveStates(known))
        for (const step of steps) {
          assert.notEqual(step, at)
          at = step
        }
        assert.equal(at, deriveStates(known).at(-1) ?? 'ordered')
      }
    }),
    { numRuns: 2_000 },
  )
})
