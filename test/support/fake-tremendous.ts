import { randomBytes } from 'node:crypto'
import type { CodeSupplierService } from './code-supplier-kit.ts'
import {
  addOrder,
  listPage,
  type StubOrder,
  type StubReply,
  type StubServer,
  type StubState,
  startStub,
  statePrice,
} from './code-supplier-stub.ts'

/* A stub of Tremendous: orders, rewards, products and funding sources of version 2 of its published API. */

export const tremendousKey = 'TEST_the-key-of-the-account'
export const tremendousProduct = 'OKMHM2X2OHYV'
/** A product that the stub does not sell. */
export const refusedProduct = 'UNKNOWN00000'

const product = {
  id: tremendousProduct,
  name: 'Larkfield Books',
  category: 'merchant_card',
  currency_codes: ['EUR'],
  countries: [{ abbr: 'DE' }, { abbr: 'AT' }],
  skus: [{ min: 5, max: 500 }],
}

const reject = (status: number, message: string): StubReply => ({
  status,
  body: { errors: { message } },
})

export const startFakeTremendous = (): Promise<StubServer> =>
  startStub((request, state) => {
    const { method, url, headers, body } = request
    if (headers.authorization !== `Bearer ${tremendousKey}`) return reject(401, 'Unauthorized')
    const path = `${method} ${url.pathname.replace('/api/v2', '')}`
    if (path === 'POST /orders')
      return request.refuses ? reject(422, 'Insufficient funds') : createOrder(body, state)
    if (path === 'GET /orders') return listOrders(url, state)
    if (path === 'GET /products') {
      const country = url.searchParams.get('country')
      const isSold = country === null || product.countries.some(({ abbr }) => abbr === country)
      return { status: 200, body: { products: isSold ? [product] : [] } }
    }
    const available = state.balance_minor
    const source = {
      ...{ id: 'F1', method: 'balance' },
      meta: available === null ? {} : { available_cents: available },
    }
    // The list has the balance of some time ago.
    const cached = { ...source, meta: available === null ? {} : { available_cents: 1 } }
    if (path === 'GET /funding_sources') return { status: 200, body: { funding_sources: [cached] } }
    if (path === 'GET /funding_sources/F1') return { status: 200, body: { funding_source: source } }
    const reward = /^POST \/rewards\/reward-(\w+)\/generate_link$/.exec(path)?.[1]
    const sold = [...state.orders.values()].find(({ ref }) => ref === reward)
    if (sold === undefined) return reject(404, 'Not found')
    const view = { id: `reward-${sold.ref}`, order_id: sold.ref, link: sold.text }
    return { status: 200, body: { reward: view } }
  })

/** Lists orders, which have no links here. */
function listOrders({ searchParams }: URL, state: StubState): StubReply {
  const key = searchParams.get('external_id')
  if (key !== null) {
    const order = state.orders.get(key)
    const orders = order === undefined ? [] : [toView(order, state, false)]
    return { status: 200, body: { orders, total_count: orders.length } }
  }
  const { page, total } = listPage(state, {
    since: searchParams.get('created_at[gte]'),
    start: Number(searchParams.get('offset')),
    limit: Math.min(500, Number(searchParams.get('limit') ?? 10)),
  })
  const orders = page.map((each) => toView(each, state, false))
  return { status: 200, body: { orders, total_count: total } }
}

interface OrderBody {
  external_id: string
  reward: { value: { denomination: number; currency_code: string }; products: string[] }
}

function createOrder(body: unknown, state: StubState): StubReply {
  const { external_id, reward } = body as OrderBody
  const isKnown = state.orders.has(external_id)
  const product_id = reward.products[0] ?? ''
  if (product_id !== tremendousProduct) return reject(400, 'Invalid products')
  const order = addOrder(state, {
    key: external_id,
    product_id,
    amount_minor: Math.round(reward.value.denomination * 100),
    currency: reward.value.currency_code,
    text: `https://testflight.tremendous.com/rewards/payout/${randomBytes(12).toString('hex')}`,
  })
  return { status: isKnown ? 201 : 200, body: { order: toView(order, state, true) } }
}

const statuses = { paid: 'EXECUTED', waiting: 'PENDING APPROVAL', cancelled: 'CANCELED' }

function toView(order: StubOrder, { lie }: StubState, hasLink: boolean) {
  const value = order.amount_minor / 100
  return {
    id: order.ref,
    external_id: lie === 'another order' ? '00000000-0000-4000-8000-000000000000' : order.key,
    created_at: lie === 'the year 9999' ? '9999-12-31T23:59:59Z' : order.at.toISOString(),
    status: statuses[order.state],
    ...(order.state === 'paid' && {
      payment: {
        ...{ subtotal: value, fees: 0.5, total: statePrice(value + 0.5, lie) },
        ...(order.refunded !== undefined && { refund: { total: order.refunded } }),
      },
    }),
    rewards: [
      {
        id: `reward-${order.ref}`,
        order_id: order.ref,
        value: {
          denomination: lie === 'another value' ? value / 5 : value,
          currency_code: lie === 'another currency' ? 'TRY' : order.currency,
        },
        delivery: {
          method: 'LINK',
          status: 'SUCCEEDED',
          ...(hasLink && order.state === 'paid' && { link: order.text }),
        },
      },
    ],
  }
}

/** Returns a stub in the form that the kit needs. */
export async function startTremendousService(): Promise<CodeSupplierService> {
  const stub = await startFakeTremendous()
  return { ...stub, product: { id: tremendousProduct, ...price }, refused: refusedProduct }
}

const price = { name: product.name, amount_minor: 2_500, currency: 'EUR' }
