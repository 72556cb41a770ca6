import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * A stub of a shop with WooCommerce: products, variations, orders, settings and webhooks of version 3 of its published REST
 * API. No request reaches a shop.
 */

export const wooKeys = { consumer_key: 'ck_of_the_shop', consumer_secret: 'cs_of_the_shop' }
export const wooWebhookSecret = 'a webhook secret of the shop'

interface WooItem {
  id: number
  name?: string
  sku: string
  type?: 'simple' | 'variable' | 'variation' | 'external'
  status?: string
  price?: string
  stock?: number | null
  parent_id?: number
  option?: string
  category?: string
  description?: string
  images?: string[]
  virtual?: boolean
}

interface WooOrder {
  id: number | string
  status: string
  meta_data: { key: string; value: unknown }[]
  billing: Record<string, string>
  shipping: Record<string, string>
  line_items: WooLine[]
  date_modified_gmt: string
  number?: string
  date_paid_gmt?: string | null
}

interface WooLine {
  id?: number
  sku?: string
  product_id: number
  variation_id?: number
  quantity: number
}

export interface FakeWoo {
  url: string
  items: Map<number, WooItem>
  orders: Map<string, WooOrder>
  /** The private notes of orders, by the id of the order. */
  notes: Map<string, string[]>
  requests: string[]
  /** Handles a request in another way; returns whether it did. */
  trick: (request: IncomingMessage, response: ServerResponse, body: string) => boolean | undefined
  countOrders(): number
  /** Creates an order that a buyer has paid at the checkout, and returns its id. */
  buy(attributes: Record<string, unknown>, skus: readonly string[]): string
  close(): Promise<void>
}

type Reply = { status?: number; body: unknown; headers?: Record<string, string> }

export const signWoo = (body: string, topic: string, secret = wooWebhookSecret) => ({
  'x-wc-webhook-topic': topic,
  'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
})

export async function startFakeWoo(): Promise<FakeWoo> {
  const items = new Map<number, WooItem>()
  const orders = new Map<string, WooOrder>()
  const shop: FakeWoo = {
    ...{ url: '', items, orders, requests: [], trick: () => false },
    notes: new Map(),
    countOrders: () => orders.size,
    buy: (attributes, skus) => buy(shop, attributes, skus),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    shop.requests.push(`${request.method} ${request.url}`)
    if (shop.trick(request, response, body)) return
    const { status = 200, body: content, headers = {} } = answer(shop, request, body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(content))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return shop
}

const expectedKey = `Basic ${Buffer.from(Object.values(wooKeys).join(':')).toString('base64')}`

function answer(shop: FakeWoo, request: IncomingMessage, body: string): Reply {
  const url = new URL(request.url ?? '/', 'http://stub')
  const path = `${request.method} ${url.pathname.replace('/wp-json/wc/v3', '')}`
  if (request.headers.authorization !== expectedKey)
    return { status: 401, body: { code: 'woocommerce_rest_cannot_view', message: 'Sorry.' } }
  const query = url.searchParams
  if (path === 'GET /settings/general')
    return {
      body: [
        { id: 'woocommerce_default_country', value: 'DE:BE' },
        { id: 'woocommerce_currency', value: 'EUR' },
      ],
    }
  if (path === 'GET /products/categories') {
    const slug = query.get('slug')
    return page(slug === 'gifts' ? [{ id: 7, slug }] : [], query)
  }
  if (path === 'GET /products') return page(findProducts(shop, query).map(toView), query)
  const parent = /^GET \/products\/(\d+)\/variations$/.exec(path)?.[1]
  if (parent !== undefined) {
    const of = [...shop.items.values()].filter((each) => each.parent_id === Number(parent))
    return page(of.map(toView), query)
  }
  if (path === 'GET /orders') {
    const text = query.get('search') ?? ''
    const after = query.get('modified_after') ?? ''
    const found = [...shop.orders.values()].filter(
      ({ billing, date_modified_gmt, status }) =>
        status !== 'trash' &&
        Object.values(billing).join(' ').includes(text) &&
        date_modified_gmt > after,
    )
    return page(found, query)
  }
  if (path === 'POST /orders') return createOrder(shop, JSON.parse(body))
  const id = decodeURIComponent(
    /^(?:GET|POST) \/orders\/([^/]+)(?:\/notes)?$/.exec(path)?.[1] ?? '',
  )
  const order = shop.orders.get(id)
  if (order === undefined)
    return {
      status: 404,
      body: { code: 'woocommerce_rest_shop_order_invalid_id', message: 'Invalid ID.' },
    }
  if (path.endsWith('/notes'))
    return answerNotes(shop, id, path.startsWith('POST') ? body : undefined)
  if (path.startsWith('POST')) update(shop, order, JSON.parse(body))
  return { body: order }
}

function answerNotes({ notes }: FakeWoo, id: string, body: string | undefined): Reply {
  const of = notes.get(id) ?? []
  if (body === undefined) return { body: of.map((note, at) => ({ id: at + 1, note })) }
  notes.set(id, [...of, JSON.parse(body).note])
  return { status: 201, body: { id: of.length + 1 } }
}

/** Returns whether the shop has taken the stock of an order with this status. */
const takesStock = (status: string) => ['processing', 'on-hold', 'completed'].includes(status)

/** Changes an order. As the shop does, it takes and returns stock only when the status changes. */
function update(shop: FakeWoo, order: WooOrder, changes: Partial<WooOrder>): void {
  const { line_items = [], ...others } = changes
  const wasTaken = takesStock(order.status)
  const before = structuredClone(order.line_items)
  Object.assign(order, others, { date_modified_gmt: now() })
  // a shop writes addresses in its own way
  if (others.shipping?.city) order.shipping.city = ` ${others.shipping.city.toUpperCase()}`
  for (const change of line_items) {
    const line = order.line_items.find(({ id }) => id === change.id)
    if (line === undefined) throw new Error('the order has no such line')
    Object.assign(line, change, {
      sku: shop.items.get(change.variation_id ?? change.product_id)?.sku ?? '',
    })
  }
  if (changes.status === undefined || wasTaken === takesStock(order.status)) return
  move(shop, wasTaken ? before : order.line_items, wasTaken ? 1 : -1)
}

function move({ items }: FakeWoo, lines: readonly WooLine[], direction: 1 | -1): void {
  for (const { product_id, variation_id, quantity } of lines) {
    const item = items.get(variation_id ?? product_id)
    if (typeof item?.stock === 'number') item.stock += direction * quantity
  }
}

function buy(shop: FakeWoo, attributes: Record<string, unknown>, skus: readonly string[]): string {
  const id = 100 + shop.orders.size
  const line_items = skus.map((sku, at): WooLine => {
    const item = [...shop.items.values()].find((each) => each.sku === sku)
    const ids = item?.parent_id
      ? { product_id: item.parent_id, variation_id: item.id }
      : { product_id: item?.id ?? 0 }
    return { id: 10 * id + at, sku, ...ids, quantity: 1 }
  })
  const order: WooOrder = {
    ...{ id, number: String(id), status: 'processing', line_items },
    meta_data: Object.entries(attributes).map(([key, value]) => ({ key, value })),
    billing: { first_name: 'Bea', last_name: 'Buyer', email: 'bea@buyer.example' },
    shipping: { address_1: '1 Buyer Street', city: 'Leipzig', postcode: '04109', country: 'DE' },
    ...{ date_modified_gmt: now(), date_paid_gmt: now() },
  }
  shop.orders.set(String(id), order)
  move(shop, line_items, -1)
  return String(id)
}

const now = () => new Date().toISOString().slice(0, 19)

function findProducts(shop: FakeWoo, query: URLSearchParams): WooItem[] {
  const all = [...shop.items.values()].toSorted((one, other) => one.id - other.id)
  const sku = query.get('sku')
  if (sku !== null) return all.filter((each) => sku.split(',').includes(each.sku))
  return all.filter(
    ({ type, status = 'publish', category }) =>
      type !== 'variation' &&
      status === (query.get('status') ?? status) &&
      (query.get('category') === null || category === 'gifts'),
  )
}

function page(all: readonly unknown[], query: URLSearchParams): Reply {
  const size = Number(query.get('per_page') ?? 10)
  const from = Number(query.get('offset') ?? 0)
  const headers = { 'x-wp-total': String(all.length) }
  const fields = query.get('_fields')?.split(',')
  const body = all.slice(from, from + size).map((each) => pickFields(each, fields))
  return { body, headers }
}

const pickFields = (item: unknown, fields: readonly string[] | undefined): unknown =>
  fields === undefined
    ? item
    : Object.fromEntries(Object.entries(item as object).filter(([name]) => fields.includes(name)))

const toView = (item: WooItem) => ({
  ...{ id: item.id, name: item.name ?? '', sku: item.sku, type: item.type ?? 'simple' },
  ...{ status: item.status ?? 'publish', parent_id: item.parent_id ?? 0 },
  ...{ price: item.price ?? '10.00', virtual: item.virtual ?? false },
  short_description: item.description ?? '',
  description: '<p>Long</p>',
  manage_stock: item.stock !== undefined && item.stock !== null,
  stock_quantity: item.stock ?? null,
  stock_status: item.stock === 0 ? 'outofstock' : 'instock',
  backorders_allowed: false,
  images: (item.images ?? []).map((src, id) => ({ id, src })),
  attributes: item.option === undefined ? [] : [{ name: 'Size', option: item.option }],
})

function createOrder(shop: FakeWoo, input: Omit<WooOrder, 'id'>): Reply {
  const id = 100 + shop.orders.size
  for (const { product_id, variation_id, quantity } of input.line_items) {
    const item = shop.items.get(variation_id ?? product_id)
    if (typeof item?.stock === 'number') item.stock -= quantity
  }
  const order = { ...input, id, date_modified_gmt: now() }
  shop.orders.set(String(id), order)
  return { status: 201, body: order }
}
