import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as connections from '#connections'
import * as fulfilment from '#fulfilment'
import * as products from '#products'
import * as shops from '#shops'
import { giftBody, type TestApp } from '#test/api-harness'

/** A shop in memory, whose products and answers a test sets. */
export interface MemoryShop {
  products: Map<string, fulfilment.ShopProduct>
  country: string | null
  fail: string
  onRead: () => Promise<void>
  placed: fulfilment.ShipmentRequest[]
  tracking: Map<string, fulfilment.Scan[]>
}

export const createMemoryShop = (): MemoryShop => ({
  ...{ products: new Map(), country: 'DE', fail: '', placed: [], tracking: new Map() },
  onRead: async () => {},
})

/** Declares a shop of a test. */
export const declareShop = (shop: MemoryShop) =>
  fulfilment.defineCarrier({
    kind: 'memory-shop',
    carrierName: 'memory-shop',
    ...{ packedHere: false, hasRates: false, isShop: true },
    title: { en: 'Shop' },
    about: { en: 'A shop of a test' },
    settings: {},
    open: () => ({
      name: 'memory-shop',
      packedHere: false,
      async place(request) {
        shop.placed.push(request)
        const carrier_ref = String(shop.placed.length)
        const none = { carrier_name: null, tracking_code: null, tracking_url: null }
        return {
          kind: 'placed',
          label: { carrier_ref, ...none, label_url: null, estimated_at: null },
        }
      },
      cancel: async () => ({ kind: 'cancelled' }),
      shop: {
        async read() {
          const found = [...shop.products.values()]
          await shop.onRead()
          if (shop.fail !== '') return { ok: false, reason: shop.fail }
          return { ok: true, country: shop.country, products: found }
        },
        async track(carrier_ref) {
          const scans = shop.tracking.get(carrier_ref) ?? []
          return { kind: 'tracking', tracking: { carrier: '', carrier_ref, scans } }
        },
      },
    }),
    test: async () => ({ ok: true, tried: 'GET /', answer: 'ok' }),
  })

export const sold = (
  sku: string | null,
  overrides: Partial<fulfilment.ShopVariant> = {},
): fulfilment.ShopVariant => ({
  ...{ key: `v-${sku}`, sku, name: sku ?? 'Nameless', picture: null, available: 10 },
  price: { amount_minor: 1_000, currency: 'EUR' },
  ...overrides,
})

export interface ShopRunner {
  id: string
  run(): Promise<number>
  runAgain(accepts_removals?: boolean): Promise<connections.RunState>
  state(): Promise<connections.RunState>
  find(name: string): Promise<products.ProductDetail | undefined>
  available(sku: string): Promise<number>
  /** Creates a campaign that offers all items of these SKUs, and a gift of it that waits for its recipient. */
  createGift(...skus: string[]): Promise<string>
}

let count = 0

/** Connects a shop, and returns what runs and shows it. */
export async function connectShop(
  testApp: TestApp,
  registry: connections.ConnectorRegistry,
  input: Partial<connections.NewConnection> = {},
): Promise<ShopRunner> {
  count += 1
  const { run } = testApp
  const { id } = await run(async (ctx) => {
    const given = { kind: 'memory-shop', name: `Shop ${count}`, settings: {}, ...input }
    const row = await connections.create(ctx, given, registry)
    await shops.addShop(ctx, row, registry)
    return row
  })
  const owner = (sku: string) =>
    run(async (ctx) => (await catalogue.findSkuOwners(ctx, [sku])).get(sku)?.variant_id ?? '')
  const runner: ShopRunner = {
    id,
    run: () => shops.runDueShop(testApp.db, testApp.account.id, registry),
    async runAgain(accepts_removals = false) {
      await run((ctx) => shops.requestShopRun(ctx, id, accepts_removals))
      await runner.run()
      return runner.state()
    },
    async state() {
      const state = (await run(shops.listShops)).get(id)
      if (state === undefined) throw new Error('the shop has no state')
      return state
    },
    find: (name) =>
      run(async (ctx) => {
        const { data } = await products.list(ctx, { search: name }, { limit: 10, order: 'asc' })
        return data.find((each) => each.name === name)
      }),
    async available(sku) {
      const variant_id = await owner(sku)
      const levels = await run((ctx) => catalogue.stockByVariant(ctx, [variant_id]))
      return (levels.get(variant_id) ?? []).reduce((sum, { available }) => sum + available, 0)
    },
    async createGift(...skus) {
      const variant_ids = await Promise.all(skus.map(owner))
      const template = testApp.campaign('email')
      count += 1
      const campaign_id = await run((ctx) =>
        campaigns.create(ctx, {
          ...{ ...template, name: `Gifts ${count}`, selection_mode: 'all', max_choices: 1 },
          ...{ sender_id: template.sender.id, variant_ids },
        }),
      )
      const { status, json } = await testApp.api.post(
        '/gift_requests',
        giftBody(testApp, { campaign_id }),
      )
      if (status !== 201) throw new Error(`no gift was created: ${JSON.stringify(json)}`)
      await testApp.advanceTime()
      return json.id
    },
  }
  return runner
}
