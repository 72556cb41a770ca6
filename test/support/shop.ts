import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { SelectionMode } from '#contract'
import * as gifting from '#gifting'
import { aGift, type World } from '#test/api-world'

/** A shelf of its own for a test: products whose variants are `left` this many times in one warehouse. */
export interface Ware {
  name: string
  kind?: 'physical' | 'digital'
  left: Readonly<Record<string, number>>
}

export interface Shop {
  campaign_id: string
  warehouse_id: string
  /** The variants' ids by their names. */
  ids: Readonly<Record<string, string>>
  id(variant: string): string
  /** How many of it may still be promised. */
  left(variant: string): Promise<number>
  /** A gift request that waits for its recipient. */
  gift(more?: object): Promise<string>
}

let shops = 0

/** Opens a shop, and a campaign that puts all of it in front of people. */
export async function openShop(
  world: World,
  wares: readonly Ware[],
  selection_mode: SelectionMode = 'one',
): Promise<Shop> {
  const number = ++shops
  const ids: Record<string, string> = {}
  const made = await world.run(async (ctx) => {
    const warehouse = await catalogue.createWarehouse(ctx, { name: 'Shed', country: 'DE' })
    for (const { name, kind = 'physical', left } of wares) {
      const variants = Object.keys(left).map((variant) => ({
        sku: `${variant} ${number}`,
        name: variant,
        images: [],
      }))
      const product = { name, description: `${name}, as one knows it.`, kind, images: [], variants }
      const { variants: kept } = await catalogue.createProduct(ctx, product)
      for (const [place, { name: variant }] of variants.entries())
        ids[variant] = kept[place]?.id ?? ''
      const levels = Object.entries(left).map(([variant, available]) => ({
        variant_id: ids[variant] ?? '',
        warehouse_id: warehouse.id,
        available,
      }))
      if (kind === 'physical') await catalogue.setStock(ctx, levels)
    }
    const model = world.campaign('email')
    const campaign_id = await campaigns.create(ctx, {
      ...model,
      name: `Shop ${number}`,
      selection_mode,
      sender_id: model.sender.id,
      variant_ids: Object.values(ids),
    })
    return { campaign_id, warehouse_id: warehouse.id }
  })
  const id = (variant: string) => ids[variant] ?? ''
  return {
    ...made,
    ids,
    id,
    left: (variant) => leftOf(world, id(variant)),
    gift: (more = {}) => giftFrom(world, made.campaign_id, more),
  }
}

async function leftOf(world: World, variant_id: string): Promise<number> {
  const levels = await world.run((ctx) => catalogue.stockBy(ctx, [variant_id]))
  return (levels.get(variant_id) ?? []).reduce((sum, { available }) => sum + available, 0)
}

async function giftFrom(world: World, campaign_id: string, more: object): Promise<string> {
  const { status, json } = await world.api.post(
    '/gift_requests',
    aGift(world, { campaign_id, ...more }),
  )
  if (status !== 201) throw new Error(`no gift was made: ${JSON.stringify(json)}`)
  await world.passTime()
  return json.id
}

/** Where a recipient lives. */
export const home = {
  name: 'Ada Larkin',
  line_1: 'Unter den Linden 1',
  city: 'Berlin',
  postal_code: '10117',
  country: 'DE',
}

export const redeem = (
  world: World,
  id: string,
  body: Parameters<typeof gifting.redeem>[2],
): Promise<gifting.Gift | undefined> => world.run((ctx) => gifting.redeem(ctx, id, body))
