import { isId } from '#platform/lib/ids'
import type { ListedOrder, Money } from '../suppliers/code-supplier.ts'
import type { DifferenceKind, PurchaseRow } from '../tables.ts'

/** A purchase as the comparison reads it. */
export type ComparedPurchase = Pick<
  PurchaseRow,
  | 'id'
  | 'connection_id'
  | 'state'
  | 'order_ref'
  | 'price_minor'
  | 'price_currency'
  | 'created_at'
  | 'settled_at'
>

export interface Difference {
  kind: DifferenceKind
  order_ref: string
  purchase_id: string | null
  here: Money | null
  there: Money | null
  ordered_at: Date
}

export interface Comparison {
  connection_id: string
  /** The purchases of the connection since `since`, and those of the account with a key of the list. */
  purchases: readonly ComparedPurchase[]
  /** All orders since `since`, and perhaps older ones. */
  orders: readonly ListedOrder[]
  since: Date
  /** Purchases that were settled later may be missing in the list. */
  until: Date
}

/**
 * Compares the orders of a supplier with the purchases here, to the smallest unit of the currency. Orders without a key of
 * this service are those of other systems. An open purchase is no difference: it is looked up until it is settled.
 */
export function findDifferences(comparison: Comparison): Difference[] {
  const { purchases, orders } = comparison
  const byKey = new Map(purchases.map((each) => [each.id, each]))
  const byRef = new Map(purchases.map((each) => [each.order_ref, each]))
  const findPurchase = ({ key, order_ref }: ListedOrder) =>
    (key === null ? undefined : byKey.get(key)) ?? byRef.get(order_ref)
  const ordersOf = new Map<string, ListedOrder[]>()
  const differences: Difference[] = []
  for (const order of orders) {
    const purchase = findPurchase(order)
    if (purchase === undefined) differences.push(...findUnknown(order))
    else ordersOf.set(purchase.id, [...(ordersOf.get(purchase.id) ?? []), order])
  }
  for (const purchase of purchases)
    differences.push(...comparePurchase(comparison, purchase, ordersOf.get(purchase.id) ?? []))
  const recent = differences.filter(({ ordered_at }) => ordered_at >= comparison.since)
  return [...new Map(recent.map((each) => [`${each.kind} ${each.order_ref}`, each])).values()]
}

/** Returns whether a key can be that of a purchase: they are UUIDs of version 7. */
const isOwnKey = (key: string | null): boolean => key !== null && isId(key) && key[14] === '7'

const findUnknown = ({ order_ref, key, state, price, ordered_at }: ListedOrder): Difference[] =>
  state === 'paid' && isOwnKey(key)
    ? [
        {
          kind: 'paid_there_only',
          order_ref,
          purchase_id: null,
          here: null,
          there: price,
          ordered_at,
        },
      ]
    : []

function comparePurchase(
  { connection_id, until }: Comparison,
  purchase: ComparedPurchase,
  orders: readonly ListedOrder[],
): Difference[] {
  const { id: purchase_id, state, created_at: ordered_at, settled_at } = purchase
  if (state === 'open') return []
  const paid = orders.filter((each) => each.state === 'paid')
  const toDifference = (kind: DifferenceKind, order_ref: string, money: PaidMoney): Difference => ({
    ...{ kind, order_ref, purchase_id, ordered_at },
    ...money,
  })
  if (!isPaid(purchase))
    return paid.map(({ order_ref, price: there }) =>
      toDifference('paid_there_only', order_ref, { here: null, there }),
    )
  const here = readPrice(purchase)
  const own = paid.find(({ order_ref }) => order_ref === purchase.order_ref) ?? paid[0]
  const others = paid
    .filter((each) => each !== own)
    .map(({ order_ref, price: there }) =>
      toDifference('paid_twice', order_ref, { here: null, there }),
    )
  if (purchase.connection_id !== connection_id) return others
  if (own !== undefined) {
    const kind = comparePrices(here, own.price)
    const money = { here, there: own.price }
    return kind === undefined ? others : [...others, toDifference(kind, own.order_ref, money)]
  }
  const isMissing = orders.every((each) => each.state === 'failed')
  const isListed = settled_at !== null && settled_at <= until
  const ref = purchase.order_ref ?? purchase_id
  return isMissing && (isListed || orders.length > 0)
    ? [toDifference('paid_here_only', ref, { here, there: null })]
    : []
}

type PaidMoney = Pick<Difference, 'here' | 'there'>

/** Returns whether a purchase is paid. An order whose code is unusable is paid, too. */
const isPaid = ({ state, order_ref }: ComparedPurchase): boolean =>
  state === 'bought' || (state === 'failed' && order_ref !== null)

const readPrice = ({ price_minor, price_currency }: ComparedPurchase): Money | null =>
  price_minor === null || price_currency === null
    ? null
    : { amount_minor: price_minor, currency: price_currency }

/** Returns how two prices differ. A list that states no price says nothing. */
function comparePrices(here: Money | null, there: Money | null): DifferenceKind | undefined {
  if (there === null) return undefined
  if (here !== null && here.currency !== there.currency) return 'other_currency'
  return here?.amount_minor === there.amount_minor ? undefined : 'other_amount'
}
