import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { SelectionMode } from '#contract'
import * as gifting from '#gifting'
import { giftBody, type TestApp } from '#test/api-harness'

/** A product of a test, with the stock of each variant in one warehouse. */
export interface ProductFixture {
  name: string
  kind?: catalogue.ProductKind
  /**
   * The number of items in stock. For a donation it is the cap of the variant, and 0 means
   * no cap. Donations give 25 EUR.
   */
  stock: Readonly<Record<string, number>>
}

export interface CatalogueFixture {
  campaign_id: string
  warehouse_id: string
  /** The ids of the variants by their names. */
  ids: Readonly<Record<string, string>>
  id(variant: string): string
  /** Returns how many items of the variant are available to reserve. */
  available(variant: string): Promise<number>
  /** Creates a gift request that waits for its recipient. */
  createGift(overrides?: object): Promise<string>
}

let fixtureCount = 0

/** Creates a warehouse, the given products, and a campaign that offers all of them. */
export async function createCatalogueFixture(
  testApp: TestApp,
  products: readonly ProductFixture[],
  selection_mode: SelectionMode = 'one',
  max_choices = 1,
): Promise<CatalogueFixture> {
  const number = ++fixtureCount
  const ids: Record<string, string> = {}
  const created = await testApp.run(async (ctx) => {
    const warehouse = await catalogue.createWarehouse(ctx, { name: 'Shed', country: 'DE' })
    for (const { name, kind = 'physical', stock } of products) {
      const variants = Object.entries(stock).map(([variant, count]) => ({
        sku: `${variant} ${number}`,
        name: variant,
        images: [],
        ...(kind === 'donation' && {
          donation_amount_minor: 2_500,
          donation_currency: 'EUR',
          donation_cap: count === 0 ? null : count,
        }),
      }))
      const product = { name, description: `${name}, as usual.`, kind, images: [], variants }
      const { variants: savedVariants } = await catalogue.createProduct(ctx, product)
      for (const [index, { name: variant }] of variants.entries())
        ids[variant] = savedVariants[index]?.id ?? ''
      const levels = Object.entries(stock).map(([variant, available]) => ({
        variant_id: ids[variant] ?? '',
        warehouse_id: warehouse.id,
        available,
      }))
      if (kind === 'physical') await catalogue.setStock(ctx, levels)
    }
    const template = testApp.campaign('email')
    const campaign_id = await campaigns.create(ctx, {
      ...template,
      name: `Shop ${number}`,
      selection_mode,
      max_choices,
      sender_id: template.sender.id,
      variant_ids: Object.values(ids),
    })
    return { campaign_id, warehouse_id: warehouse.id }
  })
  const id = (variant: string) => ids[variant] ?? ''
  return {
    ...created,
    ids,
    id,
    available: (variant) => countAvailable(testApp, id(variant)),
    createGift: (overrides = {}) => createGift(testApp, created.campaign_id, overrides),
  }
}

async function countAvailable(testApp: TestApp, variant_id: string): Promise<number> {
  const levels = await testApp.run((ctx) => catalogue.stockByVariant(ctx, [variant_id]))
  return (levels.get(variant_id) ?? []).reduce((sum, { available }) => sum + available, 0)
}

async function createGift(
  testApp: TestApp,
  campaign_id: string,
  overrides: object,
): Promise<string> {
  const { status, json } = await testApp.api.post(
    '/gift_requests',
    giftBody(testApp, { campaign_id, ...overrides }),
  )
  if (status !== 201) throw new Error(`no gift was created: ${JSON.stringify(json)}`)
  await testApp.advanceTime()
  return json.id
}

/** The home address of a test recipient. */
export const homeAddress = {
  name: 'Ada Larkin',
  line_1: 'Unter den Linden 1',
  city: 'Berlin',
  postal_code: '10117',
  country: 'DE',
}

export const redeem = (
  testApp: TestApp,
  id: string,
  body: Parameters<typeof gifting.redeem>[2],
): Promise<gifting.Gift | undefined> => testApp.run((ctx) => gifting.redeem(ctx, id, body))
