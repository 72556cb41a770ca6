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

/* A stub of Runa: orders, products and balances of version 2024-02-05 of its published API. */

export const runaKey = 'the-key-of-the-account'

const product = {
  code: 'LARK-DE',
  name: 'Larkfield Books',
  currency: 'EUR',
  state: 'LIVE',
  is_orderable: true,
  payout_type: 'gift_card',
  countries_redeemable_in: ['DE', 'AT'],
  gift_card: { denominations: { type: 'open', minimum_value: '5', maximum_value: '500' } },
}

const reject = (status: number, type: string): StubReply => ({
  status,
  body: { type, message: 'An error', help: 'This is how you can fix it' },
})

export const startFakeRuna = (): Promise<StubServer> =>
  startStub((request, state) => {
    const { method, url, headers, body } = request
    if (headers['x-api-key'] !== runaKey) return reject(401, 'invalid_api_key')
    if (headers['x-api-version'] !== '2024-02-05') return reject(400, 'invalid_version')
    const path = `${method} ${url.pathname.replace('/v2', '')}`
    if (path === 'POST /order')
      return request.refuses
        ? reject(422, 'insufficient_funds')
        : createOrder(String(headers['x-idempotency-key']), body, state)
    if (path === 'GET /order') return listOrders(url, state)
    if (path === 'GET /product') {
      const country = url.searchParams.get('countries_redeemable_in')
      const isSold = country === null || product.countries_redeemable_in.includes(country)
      const isFirst = url.searchParams.get('after') === null
      const catalog = isSold && isFirst ? [product] : []
      return { status: 200, body: { catalog, ...cursors('end') } }
    }
    if (path === 'GET /balance')
      return {
        status: 200,
        body: {
          ...(state.balance_minor !== null && { balance: (state.balance_minor / 100).toFixed(2) }),
          currency: url.searchParams.get('currency'),
        },
      }
    const ref = /^GET \/order\/(\w+)$/.exec(path)?.[1]
    const sold = [...state.orders.values()].find((each) => each.ref === ref)
    return sold === undefined
      ? reject(404, 'not_found')
      : { status: 200, body: toView(sold, state, true) }
  })

const cursors = (after: string) => ({ pagination: { cursors: { after, before: 'start' } } })

/** Returns a page of the orders, the newest first. A list has neither items nor links, and the end is an empty page. */
function listOrders({ searchParams }: URL, state: StubState): StubReply {
  const limit = Math.min(100, Number(searchParams.get('limit') ?? 100))
  const start = Number(searchParams.get('after') ?? 0)
  const { page } = listPage(state, { since: null, start, limit })
  const items = page.map((each) => toView(each, state, false))
  return { status: 200, body: { items, ...cursors(String(start + page.length)) } }
}

interface OrderBody {
  description: string
  items: { face_value: number; products: { value: string } }[]
}

function createOrder(key: string, body: unknown, state: StubState): StubReply {
  const { description, items } = body as OrderBody
  const [item] = items
  const known = state.orders.get(key)
  const amount_minor = Math.round(Number(item?.face_value) * 100)
  if (known !== undefined && known.amount_minor !== amount_minor)
    return reject(422, 'idempotency_validation_error')
  if (item?.products.value !== product.code) return reject(422, 'validation_error')
  const text = `https://playground.runa.io/p/${randomBytes(12).toString('hex')}`
  const ordered = { product_id: product.code, amount_minor, currency: product.currency, text }
  const order = addOrder(state, { key: description === key ? key : 'lost', ...ordered })
  return { status: 200, body: toView(order, state, true) }
}

const statuses = { paid: 'COMPLETED', waiting: 'PROCESSING', cancelled: 'FAILED' }

function toView(order: StubOrder, { lie }: StubState, isWhole: boolean) {
  const value = order.amount_minor / 100
  const total = statePrice(value * 1.1, lie)
  return {
    id: order.ref,
    status: statuses[order.state],
    created_at: lie === 'the year 9999' ? '9999-12-31T23:59:59Z' : order.at.toISOString(),
    description: lie === 'another order' ? '00000000-0000-4000-8000-000000000000' : order.key,
    payment_method: { type: 'ACCOUNT_BALANCE', currency: 'USD' },
    currency: 'USD',
    ...(order.state === 'paid' && {
      total_price: typeof total === 'number' && total < 1e6 && total > 0 ? total.toFixed(2) : total,
    }),
    ...(isWhole &&
      order.state === 'paid' && {
        items: [
          {
            id: `E-${order.ref}`,
            products: { type: 'SINGLE', value: order.product_id },
            face_value: (lie === 'another value' ? value / 5 : value).toFixed(2),
            currency: lie === 'another currency' ? 'TRY' : order.currency,
            payout: {
              status: 'ACTIVE',
              url: order.text,
              expiry_date:
                lie === 'the year 9999' ? '9999-12-31T23:59:59Z' : '2027-05-04T00:00:00Z',
            },
          },
        ],
      }),
  }
}

/** Returns a stub in the form that the kit needs. */
export async function startRunaService(): Promise<CodeSupplierService> {
  const stub = await startFakeRuna()
  const price = { name: product.name, amount_minor: 2_500, currency: 'EUR' }
  return { ...stub, product: { id: product.code, ...price }, refused: 'UNKNOWN-DE' }
}
