import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { ApiError } from '#contract'
import { createTestApp } from '#test/api-harness'
import { createPackingFixture, manualShipping, type PackingFixture } from '#test/packing-fixture'
import * as fulfilment from '../index.ts'

const testApp = await createTestApp()

/** Creates a parcel that a new packer has leased. */
async function createTaken(fixture: PackingFixture) {
  const parcel = await fixture.createParcel()
  const user = await fixture.createPacker()
  await testApp.run((ctx) => fulfilment.take(ctx, user, parcel.id, manualShipping))
  return { ...parcel, user }
}

it('writes a damaged item off once when its report is retried, also at the same instant', async () => {
  const fixture = await createPackingFixture(testApp, { stock: { Red: 10 } })
  const { user, id } = await createTaken(fixture)
  const variant_id = fixture.shop.id('Red')
  const item = { parcel_id: id, variant_id, report_id: randomUUID() }
  const retry = () =>
    testApp.run((ctx) => fulfilment.reportDamaged(ctx, user, item, manualShipping))
  assert.deepEqual(await Promise.all([retry(), retry(), retry()]), Array(3).fill('unchanged'))
  assert.equal(await retry(), 'unchanged')
  assert.equal(await fixture.shop.available('Red'), 8)
  const other = await createTaken(fixture)
  await assert.rejects(
    testApp.run((ctx) =>
      fulfilment.reportDamaged(ctx, other.user, { ...item, parcel_id: other.id }, manualShipping),
    ),
    (error: unknown) => error instanceof ApiError && error.fieldErrors[0]?.param === 'report_id',
  )
})

it('returns the first outcome to a retry whose parcel was planned again', async () => {
  const fixture = await createPackingFixture(testApp, { stock: { Red: 1 } })
  const { user, id } = await createTaken(fixture)
  const item = { parcel_id: id, variant_id: fixture.shop.id('Red'), report_id: randomUUID() }
  for (const _ of [1, 2])
    assert.equal(
      await testApp.run((ctx) => fulfilment.reportDamaged(ctx, user, item, manualShipping)),
      'replanned',
    )
  assert.equal(await fixture.shop.available('Red'), 0)
})

it('keeps the outcome of a report for a day', async () => {
  const fixture = await createPackingFixture(testApp, { stock: { Red: 3 } })
  const { user, id } = await createTaken(fixture)
  const item = { parcel_id: id, variant_id: fixture.shop.id('Red'), report_id: randomUUID() }
  await testApp.run((ctx) => fulfilment.reportDamaged(ctx, user, item, manualShipping))
  const purge = (hours: number) =>
    testApp.run((ctx) =>
      fulfilment.purgeItemReports({
        ...ctx,
        real_now: new Date(ctx.real_now.getTime() + hours * 60 * 60 * 1000),
      }),
    )
  await purge(23)
  assert.equal(
    await testApp.run((ctx) => fulfilment.findReportOutcome(ctx, { ...item, problem: 'damaged' })),
    'unchanged',
  )
  assert.ok((await purge(25)) > 0)
})
