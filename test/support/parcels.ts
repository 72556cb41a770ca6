import * as catalogue from '#catalogue'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { World } from '#test/api-world'
import { home, openShop, redeem, type Shop } from '#test/shop'

/** Somebody who ships for a world of tests, when told to and not before. */
export interface Shipper {
  shipping: fulfilment.Shipping
  /** Everything that is to be done now, until nothing is. */
  run(): Promise<void>
  /** Looks whether there is stock again. */
  supply(): Promise<number>
  parcels(gift_request_id: string): Promise<fulfilment.Parcel[]>
  /** Lets the carrier say something of the parcel with that number. */
  say(gift_request_id: string, word: fulfilment.Word, number?: number): Promise<string | undefined>
}

export function shipperOf(
  world: World,
  shipping: fulfilment.Shipping = fulfilment.createShipping([fulfilment.simulator]),
): Shipper {
  const parcels = (id: string) => world.run((ctx) => fulfilment.parcelsOf(ctx, id))
  return {
    shipping,
    async run() {
      while ((await fulfilment.runOnce(world.db, shipping)) > 0);
    },
    supply: () => fulfilment.supply(world.db, shipping),
    parcels,
    async say(id, word, number = 1) {
      const parcel = (await parcels(id)).find((each) => each.number === number)
      return world.run((ctx) => fulfilment.tell(ctx, parcel?.id ?? '', word))
    },
  }
}

/** Every state a gift request entered, in order. */
export async function statesOf(world: World, id: string): Promise<gifting.State[]> {
  const moves = (await world.run((ctx) => gifting.history(ctx, id))) ?? []
  return moves.map(({ to_state }) => to_state)
}

/** What was told of it, in order, in short: `created redeemed`. */
export async function toldOf(world: World, id: string): Promise<string> {
  const moves = (await world.run((ctx) => gifting.history(ctx, id))) ?? []
  return moves
    .flatMap(({ told }) => told)
    .map((type) => type.replace('gift_request_', ''))
    .join(' ')
}

/** A shop with cups in one warehouse, from which a recipient gets one of each. */
export const cupboard = (world: World, left: Readonly<Record<string, number>> = { Red: 50 }) =>
  openShop(
    world,
    Object.entries(left).map(([name, count]) => ({ name: `${name} cup`, left: { [name]: count } })),
    'all',
  )

/** A gift request of everything in a shop, redeemed. */
export async function redeemed(world: World, shop: Shop, more: object = {}): Promise<string> {
  const id = await shop.gift(more)
  await redeem(world, id, { shipping_address: home })
  return id
}

/** Says how many of a variant a warehouse has. */
export const restock = (
  world: World,
  { warehouse_id }: Shop,
  variant_id: string,
  available: number,
) => world.run((ctx) => catalogue.setStock(ctx, [{ variant_id, warehouse_id, available }]))
