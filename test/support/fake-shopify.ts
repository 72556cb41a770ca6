import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGift, executeGifts, type ShopifyGift } from './fake-shopify-gifts.ts'

/*
 * A stub of a shop at Shopify: the requests of the connector to the GraphQL Admin API, after its published reference. It knows
 * the queries by their root fields. No request reaches a shop.
 */

export const shopifyKeys = { client_id: 'the-client', client_secret: 'shpss_the_secret_of_the_app' }
export const shopifyWebhookSecret = 'the webhook secret of the shop'

interface ShopifyVariant {
  id: number
  product_id: number
  sku: string
  title?: string
  price?: string
  quantity?: number
  isTracked?: boolean
  isShipped?: boolean
}

interface ShopifyOrder extends Partial<ShopifyGift> {
  id: string
  tags: string[]
  cancelledAt: string | null
  fulfillments: object[]
  input: { lineItems: { variantId: string; quantity: number }[]; shippingAddress: object }
}

export interface FakeShopify {
  url: string
  products: Map<number, { title: string; tag?: string; description?: string; picture?: string }>
  variants: Map<number, ShopifyVariant>
  orders: Map<string, ShopifyOrder>
  edits: Map<
    string,
    {
      order: string
      lines: { id: string; sku: string; currentQuantity: number; quantity: number }[]
    }
  >
  /** Creates an order that a buyer has paid at the checkout, and returns the last part of its id. */
  buy(attributes: Record<string, unknown>, skus: readonly string[]): string
  requests: string[]
  /** How many results a page of a list has. */
  pageSize: number
  /** Handles a request in another way; returns whether it did. */
  trick: (request: IncomingMessage, response: ServerResponse, body: string) => boolean | undefined
  close(): Promise<void>
}

export const signShopify = (body: string, topic: string, secret = shopifyWebhookSecret) => ({
  'x-shopify-topic': topic,
  'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
})

/** A response to a query that costs more points than the shop has left. */
export const throttled = {
  errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
  extensions: {
    cost: {
      ...{ requestedQueryCost: 101, actualQueryCost: null },
      throttleStatus: { maximumAvailable: 1_000, currentlyAvailable: 100, restoreRate: 100 },
    },
  },
}

export async function startFakeShopify(): Promise<FakeShopify> {
  const token = `shpat_${randomBytes(16).toString('hex')}`
  const shop: FakeShopify = {
    ...{ url: '', products: new Map(), variants: new Map(), orders: new Map(), requests: [] },
    ...{ pageSize: 100, trick: () => false, edits: new Map() },
    buy(attributes, skus) {
      const key = String(100 + shop.orders.size)
      const id = gid('Order', key)
      const empty = { tags: [], cancelledAt: null, fulfillments: [] }
      const input = { lineItems: [], shippingAddress: {} }
      shop.orders.set(id, { id, ...empty, input, ...createGift(attributes, skus) })
      return key
    },
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
    const reply = answer(shop, token, request, JSON.parse(body))
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(reply.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return shop
}

interface GraphRequest {
  query: string
  variables: {
    id?: string
    query?: string
    after?: string | null
    order?: ShopifyOrder['input'] & { tags: string[] }
  }
}

function answer(
  shop: FakeShopify,
  token: string,
  { url = '', headers }: IncomingMessage,
  input: GraphRequest & Record<string, unknown>,
): { status?: number; body: unknown } {
  if (url === '/admin/oauth/access_token') {
    const { client_id, client_secret } = input
    const isValid =
      client_id === shopifyKeys.client_id && client_secret === shopifyKeys.client_secret
    if (!isValid) return { status: 401, body: { error: 'invalid_client' } }
    return { body: { access_token: token, scope: 'read_products', expires_in: 86_399 } }
  }
  if (!/^\/admin\/api\/\d{4}-\d\d\/graphql\.json$/.test(url)) return { status: 404, body: {} }
  if (headers['x-shopify-access-token'] !== token) return { status: 401, body: {} }
  return { body: { data: execute(shop, input) } }
}

const gid = (type: string, id: number | string) => `gid://shopify/${type}/${id}`

function execute(shop: FakeShopify, { query, variables }: GraphRequest): object {
  const done = executeGifts(shop, { query, variables })
  if (done !== undefined) return done
  if (query.includes('orderCreate(')) return createOrder(shop, variables.order)
  if (query.includes('orderCancel(')) {
    const order = shop.orders.get(variables.id ?? '')
    if (order !== undefined) order.cancelledAt = new Date().toISOString()
    return { orderCancel: { job: { id: gid('Job', 1) }, orderCancelUserErrors: [] } }
  }
  if (query.includes('order(id:')) return { order: shop.orders.get(variables.id ?? '') ?? null }
  if (query.includes('tagged:')) {
    const tag = /^tag:"(.*)"$/.exec(variables.query ?? '')?.[1] ?? ''
    const all = [...shop.orders.values()]
    return {
      tagged: { nodes: all.filter(({ tags }) => tags.includes(tag)) },
      newest: { nodes: all.toReversed().slice(0, 50) },
    }
  }
  if (query.includes('list: productVariants(')) {
    const nodes = [...shop.variants.values()].filter((each) => isListed(shop, each, variables))
    return { list: page(shop, nodes.map(toVariantNode), variables.after) }
  }
  if (query.includes('list: products(')) {
    const nodes = [...shop.products].flatMap(([id, product]) =>
      isListed(shop, { product_id: id }, variables)
        ? [{ id: gid('Product', id), ...product, media: toMedia(product.picture) }]
        : [],
    )
    return { list: page(shop, nodes, variables.after) }
  }
  if (query.includes('name }')) return { shop: { name: 'Larkfield' }, orders: { nodes: [] } }
  if (query.includes('productVariants(')) {
    const sku = /^sku:"(.*)"$/.exec(variables.query ?? '')?.[1]
    const found = [...shop.variants.values()].filter((each) => each.sku === sku)
    return { productVariants: { nodes: found.map(toVariantNode) } }
  }
  return { shop: { currencyCode: 'EUR', shopAddress: { countryCodeV2: 'DE' } } }
}

const toMedia = (url: string | undefined) => ({
  nodes: url === undefined ? [] : [{ image: { url } }],
})

const isListed = (
  shop: FakeShopify,
  { product_id }: { product_id: number },
  { query = '' }: GraphRequest['variables'],
): boolean => {
  const tag = /tag:"(.*)"/.exec(query)?.[1]
  return tag === undefined || shop.products.get(product_id)?.tag === tag
}

/** Returns the page after the last item of the page before, as cursors do that are stable while items come and go. */
function page({ pageSize }: FakeShopify, all: readonly object[], after: string | null = null) {
  const numberOf = (item: object | undefined) =>
    Number(/\d+$/.exec((item as { id?: string } | undefined)?.id ?? '')?.[0] ?? 0)
  const rest = all.filter((each) => numberOf(each) > Number(after ?? 0))
  const nodes = rest.slice(0, pageSize)
  const pageInfo = {
    hasNextPage: rest.length > pageSize,
    endCursor: String(numberOf(nodes.at(-1))),
  }
  return { pageInfo, nodes }
}

const toVariantNode = (variant: ShopifyVariant) => ({
  id: gid('ProductVariant', variant.id),
  ...{ sku: variant.sku, title: variant.title ?? 'Default Title', price: variant.price ?? '10.00' },
  ...{ inventoryQuantity: variant.quantity ?? 10, inventoryPolicy: 'DENY' },
  inventoryItem: {
    tracked: variant.isTracked ?? true,
    requiresShipping: variant.isShipped ?? true,
  },
  media: toMedia(undefined),
  product: { id: gid('Product', variant.product_id), status: 'ACTIVE' },
})

function createOrder(shop: FakeShopify, input: GraphRequest['variables']['order']): object {
  if (input === undefined) return { orderCreate: { order: null, userErrors: [] } }
  for (const { variantId, quantity } of input.lineItems) {
    const variant = [...shop.variants.values()].find(
      ({ id }) => gid('ProductVariant', id) === variantId,
    )
    if (variant?.quantity !== undefined) variant.quantity -= quantity
  }
  const id = gid('Order', 100 + shop.orders.size)
  const order = { id, tags: input.tags, cancelledAt: null, fulfillments: [], input }
  shop.orders.set(id, order)
  return { orderCreate: { order, userErrors: [] } }
}
