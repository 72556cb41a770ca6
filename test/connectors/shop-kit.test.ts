import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Carrier, PaidGifts, Shop, ShopProduct, ShopReading } from '#fulfilment'
import { wooKeys, wooWebhookSecret } from '#test/fake-woocommerce'
import { failsShopCheck, type ShopOptions, type ShopSubject } from '#test/shop-kit'
import { startWooService } from '#test/shop-services'
import {
  createWooCommerce,
  testWooCommerce,
} from '../../packages/connectors/woocommerce/woocommerce.ts'

/* The conformance kit finds each defect that is planted into a correct shop. */

type Plant = (carrier: Carrier) => Carrier

const plantShop =
  (change: (shop: Shop) => Partial<Shop>): Plant =>
  (carrier) => {
    const shop = carrier.shop ?? assert.fail('no shop')
    return { ...carrier, shop: { ...shop, ...change(shop) } }
  }

const plantGifts = (change: (gifts: PaidGifts) => Partial<PaidGifts>): Plant =>
  plantShop(({ gifts = assert.fail('no gifts') }) => ({ gifts: { ...gifts, ...change(gifts) } }))

const plantPlace =
  (change: (place: Carrier['place']) => Carrier['place']): Plant =>
  (carrier) => ({ ...carrier, place: change(carrier.place) })

/** Changes what a reading has found. */
const alter = (change: (products: readonly ShopProduct[]) => readonly ShopProduct[]): Plant =>
  plantShop(({ read }) => ({
    async read(signal) {
      const reading = await read(signal)
      return reading.ok ? { ...reading, products: change(reading.products) } : reading
    },
  }))

const alterVariants = (change: object): Plant =>
  alter((products) =>
    products.map((each) => ({
      ...each,
      variants: each.variants.map((variant) => ({ ...variant, ...change })),
    })),
  )

/** Takes a failure for a shop without products. */
const takeFailures = (isTaken: (reason: string) => boolean): Plant =>
  plantShop(({ read }) => ({
    async read(signal): Promise<ShopReading> {
      const reading = await read(signal)
      const isEmpty = !reading.ok && isTaken(reading.reason)
      return isEmpty ? { ok: true, country: null, products: [] } : reading
    },
  }))

const readsAll = 'reads all products once, with SKUs, prices and stock'
const failsWell = 'fails after a response that is no answer'
const listsAll = 'lists the orders that name a recipient, in any state'
const ships = 'ships the paid order with its item and address, and creates none'
const endsSoon = 'ends without a response, and soon after its signal'
const holds = 'holds a paid order, and leaves one that is shipped or ended'
const waits = 'waits as long as the shop asks, and not without end'

/** The defects: the check that finds it, and what it does to a shop. */
const defects: Readonly<Record<string, readonly [check: string, plant: Plant]>> = {
  'leaves one product out': [readsAll, alter((products) => products.slice(1))],
  'reads a product twice': [readsAll, alter((products) => [...products, ...products.slice(0, 1)])],
  'has no prices': [readsAll, alterVariants({ price: null })],
  'counts no stock': [readsAll, alterVariants({ available: null })],
  'gives products new keys': [
    readsAll,
    alter((products) => products.map((each) => ({ ...each, key: `${Math.random()}` }))),
  ],
  'takes a failure for an empty shop': [failsWell, takeFailures(() => true)],
  'throws when a response is lost': [
    failsWell,
    plantShop(({ read }) => ({
      async read(signal) {
        const reading = await read(signal)
        if (!reading.ok) throw new Error(reading.reason)
        return reading
      },
    })),
  ],
  'takes a list for complete that has changed': [
    'takes no list for complete that changes while it is read',
    takeFailures((reason) => /changed|leaves out/.test(reason)),
  ],
  'ignores its signal': [
    endsSoon,
    plantShop(({ read }) => ({ read: () => read(new AbortController().signal) })),
  ],
  'asks again without end': [
    waits,
    plantShop(({ read }) => ({
      async read(signal) {
        let reading = await read(signal)
        for (let turn = 0; turn < 10 && !reading.ok; turn += 1) reading = await read(signal)
        return reading
      },
    })),
  ],
  'sends requests at the same time': [
    'sends one request at a time',
    plantShop(({ read }) => ({
      read: async (signal) => (await Promise.all([read(signal), read(signal)]))[0],
    })),
  ],
  'has no limit of products': [
    'does not read an endless response, nor more products than the limit',
    takeFailures((reason) => reason.includes('more than')),
  ],
  'quotes its key': [
    'reveals no credential, and tests without a change',
    plantShop(({ read }) => ({
      async read(signal) {
        const reading = await read(signal)
        return reading.ok ? reading : { ...reading, reason: wooKeys.consumer_key }
      },
    })),
  ],
  'believes a proxy that an order does not exist': [
    'believes only the shop that an order does not exist',
    plantShop(({ track }) => ({
      async track(key) {
        const message = await track(key)
        return message.kind === 'unreachable' ? { kind: 'other' } : message
      },
    })),
  ],
  'ignores a message that it cannot confirm': [
    'asks the shop about what a message says, and lets it send the message again',
    (carrier) => {
      const inbox = carrier.inbox ?? assert.fail('no inbox')
      const parse: typeof inbox.parse = async (message) => {
        const parsed = await inbox.parse(message)
        return parsed.kind === 'unreachable' ? { kind: 'other' } : parsed
      }
      return { ...carrier, inbox: { ...inbox, parse } }
    },
  ],
  'lists only orders that can ship': [
    listsAll,
    plantGifts(({ list }) => ({
      async list(since, signal) {
        const reading = await list(since, signal)
        if (!reading.ok) return reading
        return { ok: true, orders: reading.orders.filter(({ state }) => state === 'paid') }
      },
    })),
  ],
  'takes unpaid orders for paid': [
    listsAll,
    plantGifts(({ list }) => ({
      async list(since, signal) {
        const reading = await list(since, signal)
        if (!reading.ok) return reading
        const orders = reading.orders.map((order) => ({
          ...order,
          state: order.state === 'unpaid' ? ('paid' as const) : order.state,
        }))
        return { ok: true, orders }
      },
    })),
  ],
  'finds orders that do not exist': [
    listsAll,
    plantGifts(({ find }) => ({
      async find(key) {
        const found = await find(key)
        return found.kind === 'gone' ? { kind: 'unreachable', reason: 'gone' } : found
      },
    })),
  ],
  'takes a failure for no gifts': [
    'fails to list after a response that is no answer, and ends with its signal',
    plantGifts(({ list }) => ({
      async list(since, signal) {
        const reading = await list(since, signal)
        return reading.ok ? reading : { ok: true, orders: [] }
      },
    })),
  ],
  'holds nothing': [holds, plantGifts(() => ({ hold: async () => ({ kind: 'on_hold' }) }))],
  'holds what has shipped': [
    holds,
    plantGifts(({ hold }) => ({
      async hold(key) {
        const result = await hold(key)
        return result.kind === 'too_late' ? { kind: 'on_hold' } : result
      },
    })),
  ],
  'creates a second order': [
    ships,
    plantPlace((place) => (request) => place({ ...request, paid_order: null })),
  ],
  'ships nothing': [
    ships,
    plantPlace((place) => async (request) => {
      const placed = await place({ ...request, paid_order: '999999' })
      const label = {
        ...{ carrier_ref: request.paid_order ?? '', carrier_name: null, tracking_code: null },
        ...{ tracking_url: null, label_url: null, estimated_at: null },
      }
      return placed.kind === 'refused' ? { kind: 'placed', label } : placed
    }),
  ],
  'leaves the address of the buyer': [
    ships,
    plantPlace((place) => (request) => {
      const address = { ...request.address, line_1: '1 Buyer Street' }
      return place({ ...request, address })
    }),
  ],
  'ships what the buyer has ordered': [
    ships,
    plantPlace((place) => (request) => {
      const lines = request.lines.map((line) => ({ ...line, sku: 'ONE' }))
      return place({ ...request, lines })
    }),
  ],
  'gives up after a lost response': [
    'continues after each response that is lost, and with two calls at once',
    plantPlace((place) => {
      const failed = new Set<string>()
      return async (request) => {
        const key = request.paid_order ?? ''
        const reason = 'it has failed before'
        if (failed.has(key)) return { kind: 'unreachable', reason }
        const result = await place(request)
        if (result.kind === 'unreachable') failed.add(key)
        return result
      }
    }),
  ],
  'ships what it may not ship': [
    'changes no order that is unpaid, shipped or ended',
    plantPlace((place) => async (request) => {
      const result = await place(request)
      const reason = 'later'
      return result.kind === 'refused' ? { kind: 'unreachable', reason } : result
    }),
  ],
  'takes a failure for a hold': [
    'says that an order ships only when the shop has said so',
    plantGifts(({ hold }) => ({
      async hold(key) {
        const result = await hold(key)
        return result.kind === 'unreachable' ? { kind: 'on_hold' } : result
      },
    })),
  ],
  'writes a note each time': [
    'writes a note once, also when a response is lost',
    plantGifts(({ note }) => {
      let count = 0
      return {
        async note(key, text) {
          count += 1
          return note(key, count === 1 ? text : `${text}${' '.repeat(count)}`)
        },
      }
    }),
  ],
}

/** The defects of a request: the check that finds it, and the options with which it is sent. */
const careless: Readonly<Record<string, readonly [string, Partial<ShopOptions>]>> = {
  'ignores the address rules': [
    'follows no redirect, and reaches no private address without permission',
    { outbound: { allowPrivate: true } },
  ],
  'waits without a timeout': [endsSoon, { timeoutMs: 60_000 }],
  'does not wait': [waits, { maxWaitMs: 1 }],
}

function createSubject(plant: Plant, more: Partial<ShopOptions> = {}): ShopSubject {
  const values = { ...wooKeys, webhook_secret: wooWebhookSecret, category: '' }
  return {
    open: (options) => plant(createWooCommerce({ ...values, ...options, ...more })),
    test: (options) => testWooCommerce({ ...values, ...options }),
    start: startWooService,
    secrets: [wooKeys.consumer_key, wooKeys.consumer_secret, wooWebhookSecret],
  }
}

for (const [defect, [check, plant]] of Object.entries(defects))
  it(`finds a shop that ${defect}`, async () => {
    assert.ok(await failsShopCheck(createSubject(plant), check))
  })

for (const [defect, [check, options]] of Object.entries(careless))
  it(`finds a shop that ${defect}`, async () => {
    assert.ok(
      await failsShopCheck(
        createSubject((carrier) => carrier, options),
        check,
      ),
    )
  })
