import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { ALL_ACCOUNTS, readTransaction } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { findEmittedEvents, findStates } from '#test/fulfilment-fixture'
import {
  createPackingFixture,
  labelShipping,
  manualShipping,
  type PackingFixture,
} from '#test/packing-fixture'
import * as fulfilment from '../index.ts'

const testApp = await createTestApp()
const lastState = async (id: string) => (await findStates(testApp, id)).at(-1)
const isConflict = (pattern: RegExp) => (error: unknown) =>
  error instanceof ApiError && error.status === 409 && pattern.test(error.message)

const handOver = (user: string, id: string, input: fulfilment.HandOverInput = {}) =>
  testApp.run((ctx) => fulfilment.handOver(ctx, user, id, input))
const undo = (id: string) => testApp.run((ctx) => fulfilment.undoHandOver(ctx, id))
const recordScan = (id: string, scan: fulfilment.ManualScan) =>
  testApp.run((ctx) => fulfilment.recordScan(ctx, id, scan))
const listQueue = async (queue: 'to_pack' | 'packed' | 'handed_over', after?: string) => {
  const page = { limit: 100, order: 'desc', ...(after !== undefined && { after }) } as const
  return testApp.run((ctx) => fulfilment.listQueue(ctx, { queue }, page, shipping))
}
const shipping = fulfilment.createShippingConfig(
  [...manualShipping.carriers.values(), ...labelShipping().carriers.values()],
  { defaultCarrier: 'manual' },
)
const queuedIds = async (queue: 'to_pack' | 'packed' | 'handed_over') =>
  (await listQueue(queue)).data.map(({ id }) => id)

/** Creates a parcel that a new packer has packed and still leases. */
async function createPacked(fixture: PackingFixture) {
  const parcel = await fixture.createParcel()
  const user = await fixture.createPacker()
  await testApp.run((ctx) => fulfilment.take(ctx, user, parcel.id, fixture.shipping))
  await testApp.run((ctx) => fulfilment.markPacked(ctx, user, parcel.id))
  return { ...parcel, user }
}

async function createHandedOver(fixture: PackingFixture, input: fulfilment.HandOverInput = {}) {
  const parcel = await createPacked(fixture)
  await handOver(parcel.user, parcel.id, input)
  return parcel
}

const ups = { tracking_code: '1Z999AA10123456784' }

describe('handing over', async () => {
  const fixture = await createPackingFixture(testApp)

  it('requires a packed parcel, and dispatches the gift once, after the time to undo', async () => {
    const { id, gift_request_id } = await fixture.createParcel()
    const user = await fixture.createPacker()
    await testApp.run((ctx) => fulfilment.take(ctx, user, id, shipping))
    await assert.rejects(handOver(user, id), isConflict(/Mark the parcel as packed first/))
    await testApp.run((ctx) => fulfilment.markPacked(ctx, user, id))
    assert.ok((await queuedIds('packed')).includes(id))
    assert.ok(!(await queuedIds('to_pack')).includes(id))
    assert.equal(await lastState(gift_request_id), 'ordered')
    const results = await Promise.all([handOver(user, id, ups), handOver(user, id, ups)])
    assert.deepEqual(results.sort(), [false, true])
    const at = testApp.db.clock()
    await testApp.advanceTime(fulfilment.undoMs - 1000)
    await fixture.shipper.run()
    assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed')
    const [waiting] = await fixture.shipper.parcels(gift_request_id)
    assert.deepEqual([waiting?.state, waiting?.tracking_code], ['ordered', null])
    await fixture.passUndo()
    assert.equal(await lastState(gift_request_id), 'in_transit')
    assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed dispatched')
    const history = await testApp.run((ctx) => gifting.history(ctx, gift_request_id))
    assert.deepEqual(
      history?.slice(-2).map(({ cause }) => cause),
      ['parcel 1 waits to be packed', 'parcel 1 was marked as in transit'],
    )
    const [parcel] = await fixture.shipper.parcels(gift_request_id)
    assert.equal(parcel?.carrier, 'UPS', 'guessed from the number')
    assert.match(parcel?.tracking_url ?? '', /ups\.com/)
    assert.equal(parcel?.steps.length, 1)
    const leftAt = parcel?.steps[0]?.at.getTime() ?? 0
    assert.ok(Math.abs(leftAt - at.getTime()) < 60_000, 'the scan has the time of the hand-over')
    assert.ok(!(await queuedIds('packed')).includes(id))
    await assert.rejects(
      handOver(user, id, { tracking_code: 'ANOTHER' }),
      isConflict(/handed over already/),
    )
  })

  it('prefers the carrier that the packer names, and accepts mail without tracking', async () => {
    const named = await createPacked(fixture)
    await handOver(named.user, named.id, {
      carrier_name: 'Bike courier',
      tracking_code: '1Z999AA10123456784',
    })
    await fixture.passUndo()
    const [parcel] = await fixture.shipper.parcels(named.gift_request_id)
    assert.deepEqual([parcel?.carrier, parcel?.tracking_url], ['Bike courier', null])

    const untracked = await createPacked(fixture)
    await handOver(untracked.user, untracked.id, { carrier_name: 'Post' })
    await fixture.passUndo()
    const [letter] = await fixture.shipper.parcels(untracked.gift_request_id)
    assert.deepEqual([letter?.carrier, letter?.tracking_code], ['Post', null])
    assert.equal(await lastState(untracked.gift_request_id), 'in_transit')
  })

  it('rejects the barcode of a parcel as its tracking number', async () => {
    const { id, user, gift_request_id } = await createPacked(fixture)
    const gift = await testApp.run((ctx) => gifting.find(ctx, gift_request_id))
    await assert.rejects(
      handOver(user, id, { tracking_code: `${gift?.reference}-1` }),
      (error: unknown) =>
        error instanceof ApiError &&
        error.fieldErrors.some(
          ({ param, message }) => param === 'tracking_code' && /barcode of a parcel/.test(message),
        ),
    )
    assert.equal(await lastState(gift_request_id), 'ordered')
  })

  it('is possible for another packer after the release, and not during the lease', async () => {
    const { user, id } = await createPacked(fixture)
    const other = await fixture.createPacker()
    await assert.rejects(handOver(other, id), isConflict(/Another person/))
    await testApp.run((ctx) => fulfilment.release(ctx, user, id))
    assert.equal(await handOver(other, id), true)
  })

  it('is not possible after the parcel was marked as not packed', async () => {
    const { user, id } = await createPacked(fixture)
    await testApp.run((ctx) => fulfilment.unpack(ctx, user, id))
    await assert.rejects(handOver(user, id), isConflict(/packed first/))
    assert.ok((await queuedIds('to_pack')).includes(id))
  })

  it('uses the bought label of a carrier', async () => {
    const labelled = await createPackingFixture(testApp, { shipping: labelShipping() })
    const parcel = await createHandedOver(labelled, { tracking_code: 'IGNORED' })
    await labelled.passUndo()
    const [shown] = await labelled.shipper.parcels(parcel.gift_request_id)
    assert.deepEqual(
      [shown?.carrier, shown?.tracking_code, shown?.state],
      ['Test Post', 'TP1', 'in_transit'],
    )
    const [stored] = await labelled.shipper.parcels(parcel.gift_request_id)
    await testApp.run((ctx) =>
      fulfilment.recordScan(ctx, stored?.id ?? '', { state: 'in_transit', message_id: 'own scan' }),
    )
    assert.equal(
      await findEmittedEvents(testApp, parcel.gift_request_id),
      'created redeemed dispatched',
    )
  })
})

describe('the undo of a hand-over', async () => {
  const fixture = await createPackingFixture(testApp)

  it('leaves the parcel packed, without the number, and no event was sent', async () => {
    const { id, gift_request_id, user } = await createHandedOver(fixture, ups)
    const [row] = (await listQueue('handed_over')).data
    assert.deepEqual(
      [row?.id, row?.hand_over?.carrier, row?.hand_over?.is_cancelled],
      [id, 'UPS', false],
    )
    const leftMs = (row?.hand_over?.undo_until?.getTime() ?? 0) - testApp.db.clock().getTime()
    assert.ok(leftMs > 0 && leftMs <= fulfilment.undoMs)
    assert.equal(await undo(id), true)
    assert.ok((await queuedIds('packed')).includes(id))
    assert.ok(!(await queuedIds('handed_over')).includes(id))
    await fixture.passUndo()
    assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed')
    const shown = await testApp.run((ctx) => fulfilment.findPackingParcel(ctx, id))
    assert.deepEqual(
      [shown?.tracking_code, shown?.handed_over_at, shown?.undo_until, shown?.ended],
      [null, null, null, null],
    )
    assert.equal(await handOver(user, id, { tracking_code: '1Z5R89390357567127' }), true)
    await fixture.passUndo()
    const [parcel] = await fixture.shipper.parcels(gift_request_id)
    assert.equal(parcel?.tracking_code, '1Z5R89390357567127')
    assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed dispatched')
  })

  it('gives a parcel that is handed over again its own time to undo', async () => {
    const { id, gift_request_id, user } = await createHandedOver(fixture)
    await testApp.advanceTime(fulfilment.undoMs / 2)
    await undo(id)
    await handOver(user, id)
    await testApp.advanceTime(fulfilment.undoMs / 2 + 1000)
    await fixture.shipper.run()
    assert.equal(await lastState(gift_request_id), 'ordered')
    assert.equal(await undo(id), true)
  })

  it('is refused after the hand-over has taken effect, and does nothing without one', async () => {
    const { id } = await createHandedOver(fixture)
    await fixture.passUndo()
    await assert.rejects(undo(id), isConflict(/for 10 minutes/))
    const packed = await createPacked(fixture)
    assert.equal(await undo(packed.id), false)
    await assert.rejects(
      undo('00000000-0000-7000-8000-000000000000'),
      (error) => error instanceof ApiError && error.status === 404,
    )
  })

  it('finds no number after the data of the gift was erased', async () => {
    const { id, gift_request_id } = await createHandedOver(fixture, ups)
    await testApp.run(async (ctx) => fulfilment.eraseTracking(ctx, [gift_request_id]))
    const [row] = (await listQueue('handed_over')).data
    assert.deepEqual([row?.id, row?.hand_over?.tracking_code], [id, null])
    await undo(id)
  })

  it('leaves the number that a sender has entered since', async () => {
    const untracked = await createHandedOver(fixture)
    const corrected = await createHandedOver(fixture, { tracking_code: 'WRONG-1' })
    const undone = await createHandedOver(fixture, ups)
    for (const { id } of [untracked, corrected, undone])
      await testApp.run((ctx) =>
        fulfilment.enterTracking(ctx, id, { carrier_name: 'DHL', tracking_code: 'RIGHT-1' }),
      )
    const { data } = await listQueue('handed_over')
    assert.equal(data.find((row) => row.id === corrected.id)?.hand_over?.tracking_code, 'RIGHT-1')
    assert.equal(await undo(undone.id), true)
    await fixture.passUndo()
    for (const { gift_request_id } of [untracked, corrected, undone]) {
      const [parcel] = await fixture.shipper.parcels(gift_request_id)
      assert.deepEqual([parcel?.carrier, parcel?.tracking_code], ['DHL', 'RIGHT-1'])
    }
  })

  it('gives the number to a sender who reports the parcel in transit before', async () => {
    const { id, gift_request_id } = await createHandedOver(fixture, ups)
    await recordScan(id, { state: 'in_transit' })
    const read = async () => (await fixture.shipper.parcels(gift_request_id))[0]
    assert.equal((await read())?.tracking_code, ups.tracking_code, 'the dispatch has the number')
    await fixture.passUndo()
    assert.equal((await read())?.tracking_code, ups.tracking_code)
    assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed dispatched')
  })

  it('happens once for two packers at the same instant', async () => {
    const { id } = await createHandedOver(fixture)
    assert.deepEqual((await Promise.all([undo(id), undo(id)])).sort(), [false, true])
  })

  it('keeps the gift cancelled, and an undone parcel does not leave', async () => {
    const { shop } = fixture
    const before = await shop.available('Red')
    const [taken, left] = [await createHandedOver(fixture), await createHandedOver(fixture, ups)]
    for (const { gift_request_id } of [taken, left])
      await testApp.run((ctx) => gifting.cancel(ctx, gift_request_id, 'test'))
    await fixture.shipper.run()
    const rows = (await listQueue('handed_over')).data
    for (const { id } of [taken, left])
      assert.equal(rows.find((row) => row.id === id)?.hand_over?.is_cancelled, true)
    const summary = await testApp.run((ctx) => fulfilment.summarizeQueue(ctx, undefined, shipping))
    assert.equal(summary.handed_over, rows.length)
    assert.equal(
      summary.handed_over_cancelled,
      rows.filter(({ hand_over }) => hand_over?.is_cancelled).length,
    )
    assert.equal(await undo(taken.id), true)
    await fixture.passUndo()
    for (const { gift_request_id } of [taken, left])
      assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed cancelled')
    const states = []
    for (const { gift_request_id } of [taken, left])
      states.push((await fixture.shipper.parcels(gift_request_id))[0]?.state)
    assert.deepEqual(states, ['cancelled', 'in_transit'])
    assert.equal(await shop.available('Red'), before - 1, 'what left counts as shipped')
  })
})

describe('a hand-over and the carrier', async () => {
  const fixture = await createPackingFixture(testApp, { shipping: labelShipping() })

  it('does not wait for the scan of the carrier, and the undo is then refused', async () => {
    const { id, gift_request_id } = await createHandedOver(fixture)
    await recordScan(id, { state: 'in_transit', message_id: 'depot' })
    assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed dispatched')
    assert.ok(!(await queuedIds('handed_over')).includes(id))
    await assert.rejects(undo(id), isConflict(/This parcel has left/))
    await fixture.passUndo()
    assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed dispatched')
  })

  it('ends either undone or dispatched once when the undo and the carrier come together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, gift_request_id } = await createHandedOver(fixture)
      const [undone] = await Promise.allSettled([
        undo(id),
        recordScan(id, { state: 'in_transit', message_id: `depot ${round}` }),
      ])
      await fixture.passUndo()
      const shown = await testApp.run((ctx) => fulfilment.findPackingParcel(ctx, id))
      assert.equal(shown?.handed_over_at === null, undone.status === 'fulfilled')
      assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed dispatched')
    }
  })

  it('is undone or takes effect, not both, at the end of the time to undo', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, gift_request_id } = await createHandedOver(fixture)
      await testApp.advanceTime(fulfilment.undoMs)
      const [undone] = await Promise.allSettled([
        undo(id),
        fixture.shipper.run(),
        fixture.shipper.run(),
      ])
      await fixture.shipper.run()
      assert.equal(
        await findEmittedEvents(testApp, gift_request_id),
        undone.status === 'fulfilled' ? 'created redeemed' : 'created redeemed dispatched',
      )
    }
  })

  it('takes effect later if its transaction fails, and others do not wait for it', async () => {
    const [broken, other] = [await createHandedOver(fixture), await createHandedOver(fixture)]
    await testApp.run((ctx) =>
      ctx.query(`update fulfilment.parcel set carrier_ref = null where id = $1`, [broken.id]),
    )
    await testApp.advanceTime(fulfilment.undoMs)
    await assert.rejects(fixture.shipper.run(), /hand-over of .* is undefined/)
    await fixture.shipper.run()
    assert.equal(await lastState(other.gift_request_id), 'in_transit')
    assert.equal(await lastState(broken.gift_request_id), 'ordered')
    await testApp.run((ctx) =>
      ctx.query(`update fulfilment.parcel set carrier_ref = 'restored' where id = $1`, [broken.id]),
    )
    await testApp.advanceTime(60_000)
    await fixture.shipper.run()
    assert.equal(await lastState(broken.gift_request_id), 'in_transit')
  })

  it('is listed newest first, page by page', async () => {
    for (let count = 0; count < 3; count += 1) {
      await createHandedOver(fixture)
      await testApp.advanceTime(1000)
    }
    const all = (await listQueue('handed_over')).data
    const times = all.map(({ hand_over }) => hand_over?.at.getTime() ?? 0)
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    )
    const rest = await listQueue('handed_over', all[0]?.id)
    assert.deepEqual(
      rest.data.map(({ id }) => id),
      all.slice(1).map(({ id }) => id),
    )
  })
})

it('waits while its account is suspended, and is then no overdue work', async () => {
  const fixture = await createPackingFixture(testApp)
  const { gift_request_id } = await createHandedOver(fixture)
  const suspend = (at: Date | null) =>
    testApp.run((ctx) =>
      ctx.query(
        `update access.account set suspended_at = $1, suspension_reason = $2 where id = $3`,
        [at, at && 'Unpaid', ctx.account_id],
      ),
    )
  const findDue = () => readTransaction(testApp.db, ALL_ACCOUNTS, fulfilment.oldestDue)
  await testApp.advanceTime(fulfilment.undoMs)
  assert.ok((await findDue()).hand_overs)
  await suspend(testApp.db.clock())
  assert.equal((await findDue()).hand_overs, undefined)
  await fixture.shipper.run()
  assert.equal(await lastState(gift_request_id), 'ordered')
  await suspend(null)
  await fixture.shipper.run()
  assert.equal(await lastState(gift_request_id), 'in_transit')
})

it('takes effect when the test clock passes the time to undo', async () => {
  const fixture = await createPackingFixture(testApp)
  const { id, gift_request_id } = await createHandedOver(fixture, ups)
  const advance = async (by: string) => {
    const { status, text } = await testApp.api.post('/test_helpers/clock/advance', { by })
    assert.equal(status, 200, text)
  }
  await advance('9m')
  assert.equal(await lastState(gift_request_id), 'ordered')
  await advance('1m')
  assert.equal(await lastState(gift_request_id), 'in_transit')
  await assert.rejects(undo(id), isConflict(/This parcel has left/))
})
