import * as catalogue from '#catalogue'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TestApp } from '#test/api-harness'
import {
  type CatalogueFixture,
  createCatalogueFixture,
  homeAddress,
  redeem,
} from '#test/catalogue-fixture'
import { drain } from '#test/eventually'

/** Runs the fulfilment steps of a test app when a test asks for them. */
export interface FulfilmentRunner {
  shipping: fulfilment.ShippingConfig
  /** Runs all fulfilment steps that are due, until none is left. */
  run(): Promise<void>
  /** Checks whether backordered parcels can be filled from stock. */
  fillBackorders(): Promise<number>
  parcels(gift_request_id: string): Promise<fulfilment.Parcel[]>
  /** Records a scan of the carrier for the parcel with this number. */
  recordScan(
    gift_request_id: string,
    scan: fulfilment.ManualScan,
    number?: number,
  ): Promise<string | undefined>
}

/** The shipping configuration of tests, whose only carrier is the simulator. */
export const testShipping = fulfilment.createShippingConfig([fulfilment.simulator])

export function createFulfilmentRunner(
  testApp: TestApp,
  shipping: fulfilment.ShippingConfig = testShipping,
): FulfilmentRunner {
  const parcels = (id: string) => testApp.run((ctx) => fulfilment.listGiftParcels(ctx, id))
  return {
    shipping,
    async run() {
      await drain(() => fulfilment.runOnce(testApp.db, shipping))
    },
    fillBackorders: () => fulfilment.fillBackorders(testApp.db, shipping),
    parcels,
    async recordScan(id, scan, number = 1) {
      const parcel = (await parcels(id)).find((each) => each.number === number)
      return testApp.run((ctx) => fulfilment.recordScan(ctx, parcel?.id ?? '', scan))
    },
  }
}

/** Returns all states that a gift request entered, in order. */
export async function findStates(testApp: TestApp, id: string): Promise<gifting.State[]> {
  const transitions = (await testApp.run((ctx) => gifting.history(ctx, id))) ?? []
  return transitions.map(({ to_state }) => to_state)
}

/** Returns the emitted events of a gift request in order, in the form `created redeemed`. */
export async function findEmittedEvents(testApp: TestApp, id: string): Promise<string> {
  const transitions = (await testApp.run((ctx) => gifting.history(ctx, id))) ?? []
  return transitions
    .flatMap(({ events }) => events)
    .map((type) => type.replace('gift_request_', ''))
    .join(' ')
}

/**
 * Creates products with stock in one warehouse, and a campaign whose recipients get one item of each product.
 */
export const createCups = (
  testApp: TestApp,
  stock: Readonly<Record<string, number>> = { Red: 50 },
) =>
  createCatalogueFixture(
    testApp,
    Object.entries(stock).map(([name, count]) => ({
      name: `${name} cup`,
      stock: { [name]: count },
    })),
    'all',
  )

/** Creates a redeemed gift request with all items of the fixture. */
export async function createRedeemedGift(
  testApp: TestApp,
  fixture: CatalogueFixture,
  overrides: object = {},
): Promise<string> {
  const id = await fixture.createGift(overrides)
  await redeem(testApp, id, { shipping_address: homeAddress })
  return id
}

/** Sets the stock of a variant in the warehouse of the fixture. */
export const setAvailable = (
  testApp: TestApp,
  { warehouse_id }: CatalogueFixture,
  variant_id: string,
  available: number,
) => testApp.run((ctx) => catalogue.setStock(ctx, [{ variant_id, warehouse_id, available }]))
