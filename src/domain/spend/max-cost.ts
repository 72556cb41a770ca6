import type { Amount } from './tables.ts'

/** An item that a gift can contain, with the cost of one unit; null if it is unknown. */
export interface CostedItem {
  product_id: string
  quantity: number
  cost: Amount | null
}

/**
 * Returns the most that a gift can cost, by currency; shipping is not included. A recipient chooses at most `choices`
 * items, each of another product; undefined for a gift that contains all items. Items of unknown cost count as nothing.
 */
export function maxCost(items: readonly CostedItem[], choices: number | undefined): Amount[] {
  const costed = items.flatMap(({ product_id, quantity, cost }) =>
    cost === null
      ? []
      : [{ product_id, currency: cost.currency, amount: cost.amount_minor * quantity }],
  )
  return [...Map.groupBy(costed, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    amount_minor: sum(
      choices === undefined ? group.map(({ amount }) => amount) : dearestOf(group, choices),
    ),
  }))
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)

function dearestOf(
  items: readonly { product_id: string; amount: number }[],
  choices: number,
): number[] {
  const byProduct = Map.groupBy(items, ({ product_id }) => product_id)
  return [...byProduct.values()]
    .map((group) => Math.max(...group.map(({ amount }) => amount)))
    .toSorted((a, b) => b - a)
    .slice(0, choices)
}
