import type { Budget } from '#accounts'
import type { TxContext } from '#platform/postgres/database'
import * as budgetStore from './budget-store.ts'
import type { BudgetKind, UsageKey } from './tables.ts'

/** What a new gift request can cost at most, in the currency of a budget of its campaign or its team. */
export interface BudgetRequest {
  kind: BudgetKind
  owner_id: string
  budget: Budget
  amount_minor: number
}

/** What is left of the budget is less than the gift request can cost. */
export interface BudgetShortage {
  request: BudgetRequest
  left_minor: number
}

/**
 * Reserves parts of budgets for new gift requests, in their order. Each names its budgets, and all of them must have enough.
 * Returns the shortage of each gift request that does not fit into a budget that stops; nothing is reserved for it. Concurrent
 * calls wait for each other, so they do not exceed a budget. Without requests, there is no statement.
 */
export async function reserve(
  ctx: TxContext,
  gifts: readonly (readonly BudgetRequest[])[],
): Promise<(BudgetShortage | undefined)[]> {
  const keys = new Map(gifts.flat().map((request) => [toText(request), toKey(request)]))
  const before = new Map<string, number>()
  // In the order in which all transactions lock budgets.
  for (const [text, key] of [...keys].sort(([one], [other]) => (one < other ? -1 : 1)))
    before.set(text, await budgetStore.lockUsage(ctx, key))
  const committed = new Map(before)
  const leftOf = (request: BudgetRequest) =>
    request.budget.amount_minor - (committed.get(toText(request)) ?? 0)
  const shortages = gifts.map((requests): BudgetShortage | undefined => {
    const request = requests.find((each) => each.budget.stops && each.amount_minor > leftOf(each))
    if (request !== undefined) return { request, left_minor: Math.max(0, leftOf(request)) }
    for (const each of requests)
      committed.set(toText(each), (committed.get(toText(each)) ?? 0) + each.amount_minor)
    return undefined
  })
  for (const [text, key] of keys) {
    const added = (committed.get(text) ?? 0) - (before.get(text) ?? 0)
    if (added > 0) budgetStore.addToUsage(ctx, key, added)
  }
  return shortages
}

/** Returns reserved parts of budgets of gift requests that are not inserted. The statements are not awaited. */
export function unreserve(ctx: TxContext, requests: readonly BudgetRequest[]): void {
  for (const request of requests)
    if (request.amount_minor > 0) budgetStore.addToUsage(ctx, toKey(request), -request.amount_minor)
}

const toKey = ({ kind, owner_id, budget: { currency } }: BudgetRequest): UsageKey => ({
  kind,
  owner_id,
  currency,
})
const toText = ({ kind, owner_id, budget: { currency } }: BudgetRequest) =>
  `${kind} ${owner_id} ${currency}`

/**
 * Returns what the gifts of campaigns or teams have cost and can still cost, by the id of the owner. An owner without gifts or
 * without a budget is absent.
 */
export async function usageByOwner(
  ctx: TxContext,
  kind: BudgetKind,
  owners: readonly { id: string; budget: Budget | null }[],
): Promise<ReadonlyMap<string, number>> {
  const keys = owners.flatMap(({ id: owner_id, budget }) =>
    budget === null ? [] : [{ owner_id, currency: budget.currency }],
  )
  if (keys.length === 0) return new Map()
  const rows = await budgetStore.findUsage(ctx, kind, keys)
  return new Map(rows.map(({ owner_id, committed_minor }) => [owner_id, committed_minor]))
}
