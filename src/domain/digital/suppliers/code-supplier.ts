import { definer, type OpeningConnector, type Values } from '#connections'

/**
 * The port of services that sell codes, such as gift cards. `docs/connectors/code-suppliers.md` states what a supplier
 * guarantees, and the kit in test/support/code-supplier-kit.ts attacks it. No function throws, waits longer than its
 * limit, or returns a credential.
 */
export interface CodeSupplier {
  /**
   * Buys one code. Repeated calls with one key buy one code, as far as the service guarantees it. The caller looks an order up
   * before it repeats it.
   */
  order(order: CodeOrder): Promise<OrderResult>
  /** Looks an order up by its key. Only a service that says so makes an order `absent`. */
  find(order: CodeOrder): Promise<OrderResult | { kind: 'absent' }>
  /** Searches the products by a part of their names, at most fifty. */
  search(query: ProductQuery): Promise<ProductResult>
  /**
   * Lists all orders since a time, also those that no account here has made, each once. It may list older ones, too. Waits when
   * the service limits requests. A list that is not complete is a failure.
   */
  list(period: OrderPeriod): Promise<OrderListResult>
  /** Reads what is left to pay for orders, in the smallest unit; null if the service does not say. */
  readBalance(): Promise<BalanceResult>
}

export interface CodeOrder {
  /** Identifies the order at the supplier: a UUID. */
  key: string
  /** When the order was stored: the supplier has none that is older. */
  ordered_at: Date
  /** The supplier's id of the product. */
  product_id: string
  /** The value of the code, in the smallest unit of the currency: 2500 is 25.00 EUR. */
  amount_minor: number
  currency: string
}

export type OrderResult =
  | { kind: 'bought'; code: BoughtCode }
  /** The order exists, and has no code yet. */
  | { kind: 'pending' }
  /**
   * The supplier has bought nothing, or has cancelled the order. `isAccount` if other orders would fail, too; `isUnfunded` if
   * there is no money for it.
   */
  | { kind: 'failed'; reason: string; isAccount?: boolean; isUnfunded?: boolean }
  /** The order may exist: the response was lost, late or unreadable. */
  | { kind: 'unknown'; reason: string }

export interface BoughtCode {
  /** The supplier's id of the order. */
  order_ref: string
  /** The code, or an https link if the connector gives links. */
  text: string
  pin: string | null
  /** The last day on which the code works, as YYYY-MM-DD. */
  expires_on: string | null
  /** What the order costs, with fees; null if the supplier does not say, or says what no price can be. */
  price: Money | null
}

export interface Money {
  amount_minor: number
  currency: string
}

export interface OrderPeriod {
  since: Date
  /** Ends the reading. */
  signal: AbortSignal
}

export type OrderListResult =
  | { ok: true; orders: readonly ListedOrder[] }
  | { ok: false; reason: string }

export interface ListedOrder {
  /** The supplier's id of the order. */
  order_ref: string
  /** The key with which it was made; null if it has none. */
  key: string | null
  /** An order that has failed, was cancelled or was refunded costs nothing. */
  state: 'paid' | 'pending' | 'failed'
  /** What it costs, with fees and without what was refunded; null if the supplier does not say, or says what no price can be. */
  price: Money | null
  /** In UTC if the supplier does not say. */
  ordered_at: Date
}

export type BalanceResult = { ok: true; balance: Money | null } | { ok: false; reason: string }

export interface ProductQuery {
  text: string
  /** ISO 3166-1 alpha-2; undefined for all countries. */
  country?: string | undefined
}

export type ProductResult =
  | { ok: true; products: readonly SupplierProduct[] }
  | { ok: false; reason: string }

export interface SupplierProduct {
  id: string
  name: string
  currencies: readonly string[]
  /** The countries in which the code works; empty if the supplier does not say. */
  countries: readonly string[]
  /** The smallest and largest value, in the smallest unit of the only currency; null if it is not known. */
  min_minor: number | null
  max_minor: number | null
}

/** A connector of the port `code_supplier`. */
export interface CodeSupplierConnector extends OpeningConnector<'code_supplier', CodeSupplier> {
  /** What its orders give. */
  gives: 'code' | 'link'
  /** Returns whether the orders of a connection cost nothing and give nothing of value. */
  isSandbox(values: Values): boolean
}

/** Declares a connector of the port `code_supplier`. */
export const defineCodeSupplier = definer<CodeSupplierConnector>('code_supplier')
