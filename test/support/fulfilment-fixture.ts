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

/** Somebody who ships for a world of tests, when told to and not before. */
export interface FulfilmentRunner {
  shipping: fulfilment.ShippingConfig
  /** Everything that is to be done now, until nothing is. */
  run(): Promise<void>
  /** Looks whether there is stock again. */
  fillBackorders(): Promise<number>
  parcels(gift_request_id: string): Promise<fulfilment.Parcel[]>
  /** Lets the carrier say something of the parcel with that number. */
  recordScan(
    gift_request_id: string,
    scan: fulfilment.ManualScan,
    number?: number,
  ): Promise<string | undefined>
}

export function createFulfilmentRunner(
  testApp: TestApp,
  shipping: fulfilment.ShippingConfig = fulfilment.createShippingConfig([fulfilment.simulator]),
): FulfilmentRunner {
  const parcels = (id: string) => testApp.run((ctx) => fulfilment.listGiftParcels(ctx, id))
  return {
    shipping,
    async run() {
      while ((await fulfilment.runOnce(testApp.db, shipping)) > 0);
    },
    fillBackorders: () => fulfilment.fillBackorders(testApp.db, shipping),
    parcels,
    async recordScan(id, scan, number = 1) {
      const parcel = (await parcels(id)).find((each) => each.number === number)
      return testApp.run((ctx) => fulfilment.recordScan(ctx, parcel?.id ?? '', scan))
    },
  }
}

/** Every state a gift request entered, in order. */
export async function findStates(testApp: TestApp, id: string): Promise<gifting.State[]> {
  const transitions = (await testApp.run((ctx) => gifting.history(ctx, id))) ?? []
  return transitions.map(({ to_state }) => to_state)
}

/** What was told of it, in order, in short: `created redeemed`. */
export async function findEmittedEvents(testApp: TestApp, id: string): Promise<string> {
  const transitions = (await testApp.run((ctx) => gifting.history(ctx, id))) ?? []
  return transitions
    .flatMap(({ events }) => events)
    .map((type) => type.replace('gift_request_', ''))
    .join(' ')
}

/** A shop with cups in one warehouse, from which a recipient gets one of each. */
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

/** A gift request of everything in a shop, redeemed. */
export async function createRedeemedGift(
  testApp: TestApp,
  fixture: CatalogueFixture,
  overrides: object = {},
): Promise<string> {
  const id = await fixture.createGift(overrides)
  await redeem(testApp, id, { shipping_address: homeAddress })
  return id
}

/** Says how many of a variant a warehouse has. */
export const setAvailable = (
  testApp: TestApp,
  { warehouse_id }: CatalogueFixture,
  variant_id: string,
  available: number,
) => testApp.run((ctx) => catalogue.setStock(ctx, [{ variant_id, warehouse_id, available }]))
