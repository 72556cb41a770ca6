import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import { homeAddress } from '#test/catalogue-fixture'
import { createPackingFixture } from '#test/packing-fixture'
import { sizeOfRun } from '#test/run-size'
import * as fulfilment from '../index.ts'
import { takeUnlocked } from './lease.ts'

const testApp = await createTestApp()
const fixture = await createPackingFixture(testApp, { stock: { Red: 5_000 } })
const { shipping } = fixture
const minuteMs = 60_000

const take = (user: string, parcel: string) =>
  testApp.run((ctx) => fulfilment.take(ctx, user, parcel, shipping))
const takeNext = (user: string, count = 1) =>
  fulfilment.takeNext(testApp.run, user, { count }, shipping)
const leasedIds = async (user: string) =>
  (await testApp.run((ctx) => fulfilment.listLeased(ctx, user))).map(({ id }) => id)
const release = (user: string, id: string) =>
  testApp.run((ctx) => fulfilment.release(ctx, user, id))
const isConflict = (pattern: RegExp) => (error: unknown) =>
  error instanceof ApiError && error.status === 409 && pattern.test(error.message)

/** Takes every free parcel away, so that a test has the queue for itself. */
async function emptyQueue(): Promise<void> {
  await testApp.run((ctx) =>
    ctx.query(`update fulfilment.parcel set has_left = true where state = 'ordered'`),
  )
}

describe('taking the next parcel', () => {
  it('leases the oldest free parcels, and the next packer gets the following ones', async () => {
    await emptyQueue()
    const first = await fixture.createParcel()
    const second = await fixture.createParcel()
    const third = await fixture.createParcel()
    const [ada, bob] = [await fixture.createPacker(), await fixture.createPacker()]
    assert.deepEqual(await takeNext(ada, 2), [first.id, second.id])
    assert.deepEqual(await takeNext(bob, 2), [third.id])
    assert.deepEqual(await takeNext(bob), [])
    assert.deepEqual(await leasedIds(ada), [first.id, second.id])
  })

  it('considers only the parcels of the warehouse', async () => {
    await emptyQueue()
    const other = await createPackingFixture(testApp)
    await fixture.createParcel()
    const wanted = await other.createParcel()
    const ada = await fixture.createPacker()
    const { warehouse_id } = other.shop
    const options = { count: 5, warehouse_id }
    const ids = await fulfilment.takeNext(testApp.run, ada, options, shipping)
    assert.deepEqual(ids, [wanted.id])
  })

  it('leases at most 50 parcels to one user, also with simultaneous requests', async () => {
    await emptyQueue()
    await fixture.createGifts(60)
    const ada = await fixture.createPacker()
    const results = await Promise.allSettled([1, 2, 3].map(() => takeNext(ada, 30)))
    const counts = results.map((result) =>
      result.status === 'fulfilled' ? result.value.length : 0,
    )
    assert.deepEqual(counts.sort(), [0, 20, 30])
    assert.equal((await leasedIds(ada)).length, 50)
    await assert.rejects(takeNext(ada), isConflict(/You have 50 parcels/))
  })

  it('waits for a locked gift when no other parcel is left', async () => {
    await emptyQueue()
    const { gift_request_id, id } = await fixture.createParcel()
    const ada = await fixture.createPacker()
    const locked = Promise.withResolvers<void>()
    const unlock = Promise.withResolvers<void>()
    const holding = testApp.run(async (ctx) => {
      await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
      locked.resolve()
      await unlock.promise
    })
    await locked.promise
    const taking = takeNext(ada)
    unlock.resolve()
    await holding
    assert.deepEqual(await taking, [id])
  })

  it('skips parcels of a cancelled gift before its cancellation is processed', async () => {
    await emptyQueue()
    const { gift_request_id } = await fixture.createParcel()
    const next = await fixture.createParcel()
    await testApp.run((ctx) => gifting.cancel(ctx, gift_request_id, 'test'))
    assert.deepEqual(await takeNext(await fixture.createPacker(), 2), [next.id])
  })

  it('gives no parcel to two of ten packers and loses none when a connection is killed', async () => {
    await emptyQueue()
    const count = sizeOfRun(200, 80)
    await fixture.createGifts(count)
    const packers = await Promise.all(Array.from({ length: 10 }, () => fixture.createPacker()))
    let killed = 0
    const packAll = async (user: string) => {
      for (let attempt = 1; ; attempt += 1) {
        if (attempt % 5 === 0 && (await isKilled(user))) killed += 1
        const [id] = await takeNext(user)
        if (id === undefined) return
        await testApp.run((ctx) => fulfilment.markPacked(ctx, user, id))
      }
    }
    await Promise.all(packers.map(packAll))
    assert.ok(killed >= 10, `${killed} connections were killed in the middle of a transaction`)
    const rows = await testApp.run((ctx) =>
      ctx.query<{ leased_by: string; packed_by: string | null }>(
        `select leased_by, packed_by from fulfilment.packing k join fulfilment.parcel p using (account_id)
          where p.id = k.parcel_id and not p.has_left`,
      ),
    )
    assert.equal(rows.length, count, 'every parcel is leased, once')
    assert.deepEqual(
      rows.filter(({ leased_by, packed_by }) => packed_by !== leased_by),
      [],
      'the holder of the lease has packed the parcel; a killed transaction leased none',
    )
  })
})

/** Takes a parcel, and loses the connection before the commit. Returns whether the transaction failed. */
const isKilled = (user: string): Promise<boolean> =>
  testApp
    .run(async (ctx) => {
      await takeUnlocked(ctx, user, { count: 1 }, shipping)
      await ctx.query('select pg_terminate_backend(pg_backend_pid())')
    })
    .then(
      () => false,
      () => true,
    )

describe('taking a certain parcel', () => {
  it('accepts its id and its barcode, in any case', async () => {
    const { id } = await fixture.createParcel()
    const ada = await fixture.createPacker()
    const parcel = await testApp.run((ctx) => fulfilment.findPackingParcel(ctx, id))
    assert.match(parcel?.barcode ?? '', /^GR-[0-9A-Z]{8}-1$/)
    assert.equal(await take(ada, parcel?.barcode.toLowerCase() ?? ''), id)
    assert.equal(await take(ada, id), id, 'the holder can take it again')
  })

  it('is rejected while another packer has the lease, and names that packer', async () => {
    const { id } = await fixture.createParcel()
    const ada = await fixture.createPacker('Ada Nguyen')
    const bob = await fixture.createPacker()
    await take(ada, id)
    await assert.rejects(take(bob, id), isConflict(/^Ada Nguyen is packing this parcel/))
    await release(bob, id)
    await assert.rejects(take(bob, id), isConflict(/Ada Nguyen/), 'only the holder can release it')
    await release(ada, id)
    assert.equal(await take(bob, id), id)
  })

  it('goes to exactly one of ten packers who scan the same barcode', async () => {
    const { id } = await fixture.createParcel()
    const packers = await Promise.all(Array.from({ length: 10 }, () => fixture.createPacker()))
    const results = await Promise.allSettled(packers.map((user) => take(user, id)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  it('is rejected for another account and for an unknown barcode', async () => {
    const { id } = await fixture.createParcel()
    const { account } = await testApp.createOtherAccount()
    const ada = await fixture.createPacker()
    await assert.rejects(
      testApp.run((ctx) => fulfilment.take(ctx, ada, id, shipping), account.id),
      (error: unknown) => error instanceof ApiError && error.code === 'not_found',
    )
    for (const text of ['GR-00000000-1', 'GR-', '4006381333931', "GR-X'; drop table x-1"])
      await assert.rejects(
        take(ada, text),
        (error: unknown) => error instanceof ApiError && error.code === 'not_found',
        text,
      )
  })
})

describe('a lease', () => {
  it('ends 20 minutes after the last activity', async () => {
    const { id } = await fixture.createParcel()
    const [ada, bob] = [await fixture.createPacker(), await fixture.createPacker()]
    await take(ada, id)
    await testApp.advanceTime(19 * minuteMs)
    await testApp.run((ctx) => fulfilment.renew(ctx, ada))
    await testApp.advanceTime(19 * minuteMs)
    await assert.rejects(take(bob, id), isConflict(/is packing/))
    await testApp.advanceTime(2 * minuteMs)
    await assert.rejects(
      testApp.run((ctx) => fulfilment.markPacked(ctx, ada, id)),
      isConflict(/your 20 minutes are over/),
    )
    await testApp.run((ctx) => fulfilment.renew(ctx, ada))
    assert.equal(await take(bob, id), id, 'an ended lease cannot be renewed')
    assert.deepEqual(await leasedIds(ada), [])
  })

  it('ends when the gift is cancelled, and nothing can be sent', async () => {
    const { gift_request_id, id } = await fixture.createParcel()
    const ada = await fixture.createPacker()
    await take(ada, id)
    await testApp.run((ctx) => fulfilment.markPacked(ctx, ada, id))
    await testApp.run((ctx) => gifting.cancel(ctx, gift_request_id, 'test'))
    const [leased] = await testApp.run((ctx) => fulfilment.listLeased(ctx, ada))
    assert.equal(leased?.ended, 'cancelled')
    const bob = await fixture.createPacker()
    for (const attempt of [
      () => testApp.run((ctx) => fulfilment.showAddress(ctx, ada, id)),
      () => testApp.run((ctx) => fulfilment.handOver(ctx, ada, id, {})),
      () => take(bob, id),
    ])
      await assert.rejects(attempt, isConflict(/cancelled. Do not send this parcel/))
    await fixture.shipper.run()
    const [after] = await testApp.run((ctx) => fulfilment.listLeased(ctx, ada))
    assert.equal(after?.ended, 'cancelled', 'also after the parcel is cancelled')
  })

  it('ends when the address changes, and a packed parcel is to pack again', async () => {
    const { gift_request_id, id } = await fixture.createParcel()
    const ada = await fixture.createPacker()
    await take(ada, id)
    await testApp.run((ctx) => fulfilment.markPacked(ctx, ada, id))
    await testApp.run(async (ctx) => {
      const gift = await gifting.findForUpdate(ctx, ctx.account_id, gift_request_id)
      assert.ok(gift)
      gifting.changeAddress(ctx, gift, { ...homeAddress, line_1: 'Elsewhere 2' })
    })
    const [leased] = await testApp.run((ctx) => fulfilment.listLeased(ctx, ada))
    assert.equal(leased?.ended, 'address_changed')
    for (const attempt of [
      () => testApp.run((ctx) => fulfilment.showAddress(ctx, ada, id)),
      () => testApp.run((ctx) => fulfilment.handOver(ctx, ada, id, {})),
    ])
      await assert.rejects(attempt, isConflict(/address has changed/))
    await take(ada, id)
    const { shipping_address } = await testApp.run((ctx) => fulfilment.showAddress(ctx, ada, id))
    assert.equal(shipping_address.line_1, 'Elsewhere 2')
    await assert.rejects(
      testApp.run((ctx) => fulfilment.handOver(ctx, ada, id, {})),
      isConflict(/Mark the parcel as packed first/),
    )
  })

  it('is required to see the address', async () => {
    const { id } = await fixture.createParcel()
    const [ada, bob] = [await fixture.createPacker(), await fixture.createPacker()]
    await take(ada, id)
    const { shipping_address } = await testApp.run((ctx) => fulfilment.showAddress(ctx, ada, id))
    assert.equal(shipping_address.city, 'Berlin')
    await assert.rejects(
      testApp.run((ctx) => fulfilment.showAddress(ctx, bob, id)),
      isConflict(/not packing this parcel/),
    )
  })
})
