import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { createFulfilmentRunner, testShipping } from '#test/fulfilment-fixture'
import * as fulfilment from './index.ts'

const testApp = await createTestApp()
const runner = createFulfilmentRunner(testApp)

const restrict = (variant_id: string, change: Partial<catalogue.ProductRules>) =>
  testApp.run(async (ctx) => {
    const variant = (await catalogue.variantsById(ctx, [variant_id])).get(variant_id)
    const product = await catalogue.findProduct(ctx, variant?.product.id ?? '')
    if (product === undefined) throw new Error('no product')
    await catalogue.updateProduct(ctx, product.id, { ...product, ...change })
  })

const createWine = () =>
  createCatalogueFixture(testApp, [
    { name: 'Wine', stock: { Wine: 9 } },
    { name: 'Cup', stock: { Cup: 9 } },
  ])

it('marks a parcel for an adult signature with the age as of its creation', async () => {
  const shop = await createWine()
  await restrict(shop.id('Wine'), { minimum_age: 18 })
  const [wine, cup] = [await shop.createGift(), await shop.createGift()]
  const order = (variant: string) => ({
    variant_ids: [shop.id(variant)],
    shipping_address: homeAddress,
    age_confirmed: 21,
  })
  await redeem(testApp, wine, order('Wine'))
  await redeem(testApp, cup, order('Cup'))
  await runner.run()
  await restrict(shop.id('Wine'), { minimum_age: null })
  const ages = async (id: string) =>
    (await runner.parcels(id)).map(({ adult_signature_age }) => adult_signature_age)
  assert.deepEqual([await ages(wine), await ages(cup)], [[18], [null]])
})

it('rejects a correction of the address to another country, not one within the country', async () => {
  const shop = await createWine()
  await restrict(shop.id('Wine'), { destination_mode: 'allow', destinations: ['DE'] })
  const id = await shop.createGift()
  const wine = { variant_ids: [shop.id('Wine')], shipping_address: homeAddress }
  await redeem(testApp, id, wine)
  const correct = (address: typeof homeAddress) =>
    testApp.run((ctx) => fulfilment.correctAddress(ctx, id, address, testShipping))
  const paris = { ...homeAddress, city: 'Paris', postal_code: '75001', country: 'FR' }
  await assert.rejects(
    correct(paris),
    (error) =>
      error instanceof ApiError &&
      error.fieldErrors[0]?.param === 'shipping_address.country' &&
      error.fieldErrors[0].code === 'not_allowed',
  )
  await restrict(shop.id('Wine'), { destination_mode: 'deny', destinations: ['DE'] })
  const corrected = await correct({ ...homeAddress, line_1: 'Unter den Linden 2' })
  assert.notEqual(corrected, undefined)
})
