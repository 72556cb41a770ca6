import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { createTestApp, type TestApp } from '#test/api-harness'
import { type CatalogueFixture, homeAddress } from '#test/catalogue-fixture'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  setAvailable,
  testShipping,
} from '#test/fulfilment-fixture'
import { sizeOfRun } from '#test/run-size'
import * as fulfilment from './index.ts'
import { parcelStates } from './parcels/parcel-states.ts'

/*
 * Applies random operations to a gift request in shipping, in any order, on a real database. The operations
 * are scans of its parcels, background loops, timers, stock changes, cancellations, and corrections by an
 * admin.
 */

const testApp = await createTestApp()
const shipper = createFulfilmentRunner(testApp)
const minute = 60_000

type Operation =
  | { do: 'scan'; parcel: number; state: fulfilment.ScanState; minute: number }
  | { do: 'reship' | 'abandon'; parcel: number }
  | { do: 'ship' | 'cancel' | 'retry' | 'correctAddress' | 'wait' | 'empty' | 'fill' | 'close' }

const parcel = fc.integer({ min: 1, max: 4 })
const moving = ['in_transit', 'out_for_delivery', 'delivery_attempt_failed', 'delivered'] as const
const scanOperation = fc.record({
  do: fc.constant('scan' as const),
  parcel,
  state: fc.oneof(fc.constantFrom(...moving), fc.constantFrom(...fulfilment.scanStates)),
  minute: fc.nat(8),
})
const parcelOperation = fc.record({
  do: fc.constantFrom('reship' as const, 'abandon' as const),
  parcel,
})
const otherOperation = fc.record({
  do: fc.constantFrom(
    ...([
      'ship',
      'ship',
      'retry',
      'correctAddress',
      'wait',
      'empty',
      'fill',
      'close',
      'cancel',
    ] as const),
  ),
})
const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: scanOperation },
    { weight: 2, arbitrary: parcelOperation },
    { weight: 3, arbitrary: otherOperation },
  ),
  { maxLength: 16 },
)
const initialCase = fc.record({
  cups: fc.constantFrom(['Red'], ['Red', 'Blue'], ['Red', 'Blue', 'Green']),
  simulator: fc.constantFrom('split', 'good', 'refused', 'unreachable'),
})

/**
 * Performs an operation and ignores a rejection. The service rejects an operation that is too late or too
 * early, and changes nothing.
 */
async function ignoreRejection(perform: () => Promise<unknown>): Promise<void> {
  await perform().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

async function applyOperation(
  id: string,
  shop: CatalogueFixture,
  operation: Operation,
): Promise<void> {
  const findParcel = async () =>
    (await shipper.parcels(id)).find(
      ({ number }) => 'parcel' in operation && number === operation.parcel,
    )
  switch (operation.do) {
    case 'scan': {
      const { state } = operation
      const occurred_at = new Date(start + operation.minute * minute)
      await shipper.recordScan(
        id,
        { state, occurred_at, message_id: `${state} ${operation.minute}` },
        operation.parcel,
      )
      return
    }
    case 'reship': {
      const failed = (await findParcel())?.id ?? ''
      return ignoreRejection(() =>
        testApp.run((ctx) => fulfilment.reshipLines(ctx, id, failed, shipper.shipping)),
      )
    }
    case 'abandon': {
      const abandoned = (await findParcel())?.id ?? ''
      return ignoreRejection(() =>
        testApp.run((ctx) => fulfilment.abandonParcel(ctx, id, abandoned)),
      )
    }
    case 'ship':
      return shipper.run()
    case 'cancel':
      return ignoreRejection(() =>
        testApp.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a test')),
      )
    case 'retry':
      return ignoreRejection(() => testApp.run((ctx) => fulfilment.retryRefused(ctx, id)))
    case 'correctAddress':
      return ignoreRejection(() =>
        testApp.run((ctx) => fulfilment.correctAddress(ctx, id, homeAddress, testShipping)),
      )
    case 'close':
      return ignoreRejection(() => testApp.run((ctx) => fulfilment.closeDelivered(ctx, id)))
    case 'wait':
      await testApp.advanceTime(10 * minute)
      return shipper.run()
    default:
      await setStockOfAll(testApp, shop, operation.do === 'fill' ? 9 : 0)
      await shipper.fillBackorders()
  }
}

/** The earliest time of a scan: one hour before the test case began. */
let start = 0
const startCase = async () => {
  start = (await testApp.run(async ({ now }) => now)).getTime() - 60 * minute
}

async function setStockOfAll(
  target: TestApp,
  shop: CatalogueFixture,
  available: number,
): Promise<void> {
  for (const id of Object.values(shop.ids)) await setAvailable(target, shop, id, available)
}

const allowedTransitions = new Set(gifting.transitions.map(([from, to]) => `${from} ${to}`))

/** Checks invariants that are true after any sequence of operations. */
async function checkHistory(id: string): Promise<void> {
  const moves = (await testApp.run((ctx) => gifting.history(ctx, id))) ?? []
  let before: gifting.State | null = null
  for (const { from_state, to_state } of moves) {
    assert.equal(from_state, before, 'each transition begins in the state where the last one ended')
    assert.ok(allowedTransitions.has(`${from_state} ${to_state}`), `${from_state} → ${to_state}`)
    before = to_state
  }
  const emitted = moves.flatMap((move) => move.events)
  const count = (type: string) => emitted.filter((each) => each === type).length
  assert.equal(count('gift_request_created'), 1)
  assert.equal(count('gift_request_redeemed'), 1)
  assert.ok(count('gift_request_delivered') <= 1)
  assert.ok(count('gift_request_cancelled') <= 1)
  if (count('gift_request_cancelled') === 1)
    assert.equal(emitted.at(-1), 'gift_request_cancelled', 'no event follows the end')
  assert.equal(
    count('gift_request_dispatched'),
    moves.filter(({ to_state }) => to_state === 'in_transit').length,
  )
  const events = await testApp.run((ctx) =>
    ctx.query<{ type: string }>('select type from webhooks.event where subject_id = $1', [id]),
  )
  assert.deepEqual(
    events.map(({ type }) => type).sort(),
    emitted.toSorted(),
    'stored events match the emitted events',
  )
  await checkParcels(id, before)
}

const finalStates = ['cancelled', 'expired', 'shipment_cancelled', 'complete']

async function checkParcels(id: string, state: gifting.State | null): Promise<void> {
  const rows = await testApp.run((ctx) =>
    ctx.query<fulfilment.ParcelSummary & { replaces: string | null }>(
      'select state, has_left, replaces from fulfilment.parcel where gift_request_id = $1',
      [id],
    ),
  )
  const parcels = rows.map((row) => ({ ...row, is_replacement: row.replaces !== null }))
  if (parcels.length > 0 && !finalStates.includes(state ?? ''))
    assert.equal(fulfilment.deriveGiftState(parcels), state, JSON.stringify(parcels))
  if (state === 'cancelled')
    for (const each of parcels)
      assert.notEqual(parcelStates[each.state], 'unshipped', 'nothing ships after the cancellation')
}

const rejectedAfterEnd: Operation[] = [
  { do: 'cancel' },
  { do: 'ship' },
  { do: 'scan', parcel: 1, state: 'refused', minute: 0 },
]

it('never loses, duplicates or reverses an event, and never leaves the state table', async () => {
  await fc.assert(
    fc.asyncProperty(initialCase, operations, async ({ cups, simulator }, steps) => {
      await startCase()
      const shop = await createCups(testApp, Object.fromEntries(cups.map((name) => [name, 5])))
      const id = await createRedeemedGift(testApp, shop, { metadata: { simulator } })
      await shipper.run()
      for (const step of steps) await applyOperation(id, shop, step)
      await shipper.run()
      await testApp.advanceTime(24 * 60 * minute)
      await shipper.run()
      await checkHistory(id)
    }),
    {
      numRuns: sizeOfRun(60, 20),
      examples: [[{ cups: ['Red'], simulator: 'split' }, rejectedAfterEnd]],
    },
  )
})

it('emits the same events when several processes receive the same scans concurrently', async () => {
  const states = ['in_transit', 'out_for_delivery', 'in_transit', 'delivered'] as const
  for (let round = 0; round < 5; round++) {
    await startCase()
    const id = await createRedeemedGift(testApp, await createCups(testApp))
    await shipper.run()
    const [createdParcel] = await shipper.parcels(id)
    const scans = states.map((state, index) => ({
      state,
      occurred_at: new Date(start + index * minute),
      message_id: `scan ${index}`,
    }))
    // The final scan comes last. Each of the earlier scans comes three times, in any order.
    const early = [...scans.slice(0, 3), ...scans.slice(0, 3), ...scans.slice(0, 3)]
    const recordScan = (scan: fulfilment.ManualScan) =>
      testApp.run((ctx) => fulfilment.recordScan(ctx, createdParcel?.id ?? '', scan))
    await Promise.all(early.toSorted(() => (round % 2) - 0.5).map(recordScan))
    await Promise.all(scans.slice(3).flatMap((scan) => [recordScan(scan), recordScan(scan)]))
    await checkHistory(id)
    const moves = (await testApp.run((ctx) => gifting.history(ctx, id))) ?? []
    assert.deepEqual(
      moves.flatMap(({ events }) => events),
      ['created', 'redeemed', 'dispatched', 'dispatched', 'delivered'].map(
        (scan) => `gift_request_${scan}`,
      ),
    )
  }
})
