import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { type ScanState, scanStates } from './carriers/carrier.ts'
import { hasLeft, journeyOf, type Seen, stepsBetween } from './journey.ts'

const seen = (text: string): Seen[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part, place) => {
      const [state = '', minute = String(place)] = part.split('@')
      const full = scanStates.find((each) => each.startsWith(state)) ?? 'ordered'
      return { state: full, occurred_at: new Date(Number(minute) * 60_000), message_id: part }
    })
const journey = (text: string) => journeyOf(seen(text))

it('puts scans in the order in which they happened', () => {
  assert.deepEqual(journey('in delivered'), ['in_transit', 'delivered'])
  assert.deepEqual(journey('delivered@9 in@1'), ['in_transit', 'delivered'])
  assert.deepEqual(journey('out@5 in@5'), ['in_transit', 'out_for_delivery'])
})

it('knows that what is on a van has left the house', () => {
  assert.deepEqual(journey('out'), ['in_transit', 'out_for_delivery'])
  assert.deepEqual(journey('delivery_attempt_failed'), ['in_transit', 'delivery_attempt_failed'])
  assert.deepEqual(journey('delivered'), ['delivered'])
})

it('takes nothing back once it is delivered, whatever clocks say', () => {
  assert.deepEqual(journey('delivered@1 in@2 out@3 lost@4'), ['delivered'])
  assert.deepEqual(journey('in@1 in@2 ordered@3'), ['in_transit'])
})

it('lets what was lost be found, and hears no refusal at the door', () => {
  assert.deepEqual(journey('in lost delivered'), ['in_transit', 'lost', 'delivered'])
  assert.deepEqual(journey('in returned in'), ['in_transit', 'returned', 'in_transit'])
  assert.deepEqual(journey('in refused'), ['in_transit', 'refused'])
  assert.deepEqual(journey('out refused').at(-1), 'delivery_attempt_failed')
})

it('says whether anybody has seen it outside', () => {
  assert.equal(hasLeft(journey('refused')), false)
  assert.equal(hasLeft(journey('in cancelled')), true)
  assert.equal(hasLeft(journey('lost')), false)
})

it('catches up on a departure that was heard of late', () => {
  const steps = (before: string, now: string) => stepsBetween(journey(before), journey(now))
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
const asSeen = ({ state, minute }: { state: ScanState; minute: number }): Seen => ({
  state,
  occurred_at: new Date(minute * 60_000),
  message_id: `${state}@${minute}`,
})

it('does not depend on the order in which scans come, nor on how often', () => {
  fc.assert(
    fc.property(scans, fc.infiniteStream(fc.nat(1_000)), (made, dice) => {
      const all = made.map(asSeen)
      const weights = new Map(all.map((each) => [each, dice.next().value ?? 0]))
      const shuffled = all.toSorted((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0))
      assert.deepEqual(journeyOf(shuffled), journeyOf(all))
    }),
    { numRuns: 2_000 },
  )
})

it('ends where the journey ends, by steps that differ from each other, however it is heard of', () => {
  fc.assert(
    fc.property(scans, (made) => {
      const known: Seen[] = []
      let at = 'ordered'
      for (const one of made.map(asSeen)) {
        const before = journeyOf(known)
        known.push(one)
        const steps = stepsBetween(before, journeyOf(known))
        for (const step of steps) {
          assert.notEqual(step, at)
          at = step
        }
        assert.equal(at, journeyOf(known).at(-1) ?? 'ordered')
      }
    }),
    { numRuns: 2_000 },
  )
})
