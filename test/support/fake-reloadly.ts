import { randomInt } from 'node:crypto'
import { fromMinorUnits } from '#platform/lib/minor-units'
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

/* A stub of Reloadly: access tokens, and orders, cards, products and reports of its published gift card API, version 1. */

export const reloadlyKeys = { client_id: 'the-client', client_secret: 'the-secret-of-the-client' }
const token = 'the-access-token'

const product = {
  productId: 4,
  productName: 'Larkfield Books Spain',
  global: false,
  denominationType: 'RANGE',
  recipientCurrencyCode: 'EUR',
  minRecipientDenomination: 5,
  maxRecipientDenomination: 500,
  senderCurrencyCode: 'USD',
  country: { isoName: 'ES', name: 'Spain' },
}

const reject = (status: number, message: string): StubReply => ({ status, body: { message } })

interface OrderBody {
  productId: number
  unitPrice: number
  customIdentifier: string
}

/** Starts the stub. Its report ignores the filter by identifier, so it lists all orders. */
export const startFakeReloadly = (): Promise<StubServer> =>
  startStub(({ method, url, headers, body, refuses }, state) => {
    const path = `${method} ${url.pathname}`
    if (path === 'POST /oauth/token') {
      const { client_secret } = body as { client_secret?: string }
      return client_secret === reloadlyKeys.client_secret
        ? { status: 200, body: { access_token: token, expires_in: 5_184_000 } }
        : reject(401, 'Access Denied')
    }
    if (headers.authorization !== `Bearer ${token}`)
      return reject(401, 'Full authentication is required to access this resource')
    if (path === 'POST /orders')
      return refuses ? reject(400, 'Insufficient wallet balance') : createOrder(body, state)
    if (path === 'GET /accounts/balance') return { status: 200, body: toBalance(state) }
    if (path === 'GET /reports/transactions') {
      const size = Number(url.searchParams.get('size'))
      const start = (Number(url.searchParams.get('page')) - 1) * size
      const since = url.searchParams.get('startDate')
      const { page, total } = listPage(state, { since: since && `${since}Z`, start, limit: size })
      const content = page.map((order) => toView(order, state))
      return { status: 200, body: { content, totalElements: total } }
    }
    if (path === 'GET /products') {
      const name = url.searchParams.get('productName')?.toLowerCase() ?? ''
      const country = url.searchParams.get('countryCode') ?? product.country.isoName
      const isFound =
        product.productName.toLowerCase().includes(name) && country === product.country.isoName
      return { status: 200, body: { content: isFound ? [product] : [] } }
    }
    const id = /^GET \/orders\/transactions\/(\d+)\/cards$/.exec(path)?.[1]
    const order = [...state.orders.values()].find(({ ref }) => ref === `R${id}`)
    return order === undefined
      ? reject(404, 'Invalid transaction id')
      : { status: 200, body: [{ cardNumber: order.text, pinCode: 5821 }] }
  })

const toBalance = ({ balance_minor, wallet }: StubState) => ({
  balance: fromMinorUnits(balance_minor ?? 0, wallet),
  currencyCode: balance_minor === null ? null : wallet,
})

function createOrder(body: unknown, state: StubState): StubReply {
  const { productId, unitPrice, customIdentifier } = body as OrderBody
  if (productId !== product.productId) return reject(404, 'Product not found')
  const digits = () => String(randomInt(1e9, 1e10 - 1)).slice(0, 9)
  const order = addOrder(state, {
    key: customIdentifier,
    product_id: String(productId),
    amount_minor: Math.round(unitPrice * 100),
    currency: 'EUR',
    text: `6${digits()}${digits()}`,
  })
  return { status: 200, body: toView(order, state) }
}

const statuses = { paid: 'SUCCESSFUL', waiting: 'PENDING', cancelled: 'REFUNDED' }

function toView(order: StubOrder, { lie, wallet }: StubState) {
  const value = order.amount_minor / 100
  const unitPrice = lie === 'another value' ? value / 5 : value
  return {
    transactionId: Number(order.ref.slice(1)),
    amount: statePrice(value * 1.08 + 0.5, lie),
    currencyCode: wallet,
    fee: 0.5,
    customIdentifier: lie === 'another order' ? '00000000-0000-4000-8000-000000000000' : order.key,
    status: statuses[order.state],
    product: {
      productId: product.productId,
      quantity: 1,
      unitPrice,
      totalPrice: unitPrice,
      currencyCode: lie === 'another currency' ? 'TRY' : order.currency,
    },
    transactionCreatedTime:
      lie === 'the year 9999'
        ? '9999-12-31 23:59:59'
        : order.at.toISOString().replace('T', ' ').slice(0, 19),
  }
}

/** Returns a stub in the form that the kit needs. */
export async function startReloadlyService(): Promise<CodeSupplierService> {
  const stub = await startFakeReloadly()
  const { productId, productName: name } = product
  return {
    ...stub,
    product: { id: String(productId), name, amount_minor: 2_500, currency: 'EUR' },
    refused: '999',
  }
}
