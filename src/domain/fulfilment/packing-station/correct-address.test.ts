import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { createTestApp } from '#test/api-harness'
import { homeAddress } from '#test/catalogue-fixture'
import { findEmittedEvents, findStates } from '#test/fulfilment-fixture'
import { createPackingFixture, manualShipping } from '#test/packing-fixture'
import * as fulfilment from '../index.ts'

const testApp = await createTestApp()
const fixture = await createPackingFixture(testApp)
const newAddress = { ...homeAddress, line_1: 'Neue Str. 3' }

const correctAddress = (id: string, shipping = manualShipping) =>
  testApp.run((ctx) => fulfilment.correctAddress(ctx, id, newAddress, shipping))
const isRefused = (pattern: RegExp) => (error: unknown) =>
  error instanceof ApiError && error.code === 'invalid_transition' && pattern.test(error.message)

/** Returns why the address cannot be changed, in the words of the gift's page and the API. */
const findBlocker = (id: string, shipping = manualShipping) =>
  testApp.run(async (ctx) => {
    const gift = await gifting.find(ctx, id)
    if (gift === undefined) throw new Error('no gift')
    return (await fulfilment.findActionBlockers(ctx, gift, shipping)).change_address
  })

async function findAddress(id: string): Promise<string | undefined> {
  return testApp.run(async (ctx) => {
    const gift = await gifting.find(ctx, id)
    return gift && gifting.decryptAddress(ctx.deployment, gift)?.line_1
  })
}

/** Returns the address that the packer sees. */
const findShownAddress = (user: string, id: string) =>
  testApp.run(async (ctx) => (await fulfilment.showAddress(ctx, user, id)).shipping_address.line_1)

it('changes the address of a parcel that waits to be packed, which the packer then sees', async () => {
  const { gift_request_id, id } = await fixture.createParcel()
  assert.equal(await findBlocker(gift_request_id), undefined)
  await correctAddress(gift_request_id)
  assert.equal(await findAddress(gift_request_id), 'Neue Str. 3')
  await fixture.shipper.run()
  assert.equal((await findStates(testApp, gift_request_id)).at(-1), 'ordered')
  assert.equal(await findEmittedEvents(testApp, gift_request_id), 'created redeemed')
  const user = await fixture.createPacker()
  await testApp.run((ctx) => fulfilment.take(ctx, user, id, manualShipping))
  assert.equal(await findShownAddress(user, id), 'Neue Str. 3')
})

it('refuses while a packer has the parcel, and after it is packed or gone', async () => {
  const { gift_request_id, id } = await fixture.createParcel()
  const user = await fixture.createPacker()
  await testApp.run((ctx) => fulfilment.take(ctx, user, id, manualShipping))
  await assert.rejects(correctAddress(gift_request_id), isRefused(/it is being packed; retry/))
  await testApp.run((ctx) => fulfilment.markPacked(ctx, user, id))
  await assert.rejects(correctAddress(gift_request_id), isRefused(/it is packed; take it out/))
  assert.match((await findBlocker(gift_request_id)) ?? '', /^it is packed/)
  await testApp.run((ctx) => fulfilment.handOver(ctx, user, id, {}))
  await assert.rejects(correctAddress(gift_request_id), isRefused(/it is packed; take it out/))
  await fixture.passUndo()
  await assert.rejects(correctAddress(gift_request_id), isRefused(/in transit or delivered/))
  assert.equal(await findAddress(gift_request_id), homeAddress.line_1)
})

it('changes the address or gives the parcel to the packer, not both at the same instant', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { gift_request_id, id } = await fixture.createParcel()
    const user = await fixture.createPacker()
    const [corrected, taken] = await Promise.allSettled([
      correctAddress(gift_request_id),
      testApp.run((ctx) => fulfilment.take(ctx, user, id, manualShipping)),
    ])
    const isCorrected = corrected.status === 'fulfilled'
    assert.equal(
      await findAddress(gift_request_id),
      isCorrected ? 'Neue Str. 3' : homeAddress.line_1,
    )
    if (!isCorrected || taken.status === 'rejected') continue
    assert.equal(await findShownAddress(user, id), 'Neue Str. 3')
  }
})

it('refuses a parcel with a label of another system, and says who can change it', async () => {
  const { cancelsLocally: _, ...remote } = fulfilment.simulator
  const shipping = fulfilment.createShippingConfig([remote])
  const labelled = await createPackingFixture(testApp, { shipping })
  const { gift_request_id } = await labelled.createParcel()
  await assert.rejects(
    correctAddress(gift_request_id, shipping),
    isRefused(/its label shows the address; the recipient can change it/),
  )
})
