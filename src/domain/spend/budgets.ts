import type { TxContext } from '#platform/postgres/database'
import * as budgetStore from './budget-store.ts'
import type { Budget } from './tables.ts'

/** What a new gift request can cost at most, in the currency of the budget of its campaign. */
export interface BudgetRequest {
  campaign_id: string
  budget: Budget
  amount_minor: number
}

/** What is left of the budget is less than the gift request can cost. */
export interface BudgetShortage {
  left_minor: number
}

/**
 * Reserves parts of budgets for new gift requests, in their order. Returns a shortage for each one that does not fit into
 * a budget that stops; nothing is reserved for it. Concurrent calls wait for each other, so they do not exceed a budget.
 * Without requests, there is no statement.
 */
export async function reserve(
  ctx: TxContext,
  requests: readonly (BudgetRequest | undefined)[],
): Promise<(BudgetShortage | undefined)[]> {
  const shortages: (BudgetShortage | undefined)[] = requests.map(() => undefined)
  const indexed = requests.flatMap((request, index) => (request ? [{ request, index }] : []))
  const groups = Map.groupBy(indexed, ({ request }) => toKey(request))
  // In the order in which all transactions lock budgets.
  for (const key of [...groups.keys()].sort()) {
    const group = groups.get(key) ?? []
    const [first] = group
    if (first === undefined) continue
    const { campaign_id, budget } = first.request
    const usage = { campaign_id, currency: budget.currency }
    const before = await budgetStore.lockUsage(ctx, usage)
    let committed = before
    for (const { request, index } of group) {
      const left_minor = budget.amount_minor - committed
      if (budget.stops && request.amount_minor > left_minor)
        shortages[index] = { left_minor: Math.max(0, left_minor) }
      else committed += request.amount_minor
    }
    if (committed > before) budgetStore.addToUsage(ctx, usage, committed - before)
  }
  return shortages
}

/** Returns reserved parts of budgets of gift requests that are not inserted. The statements are not awaited. */
export function unreserve(ctx: TxContext, requests: readonly (BudgetRequest | undefined)[]): void {
  for (const request of requests)
    if (request !== undefined && request.amount_minor > 0)
      budgetStore.addToUsage(
        ctx,
        { campaign_id: request.campaign_id, currency: request.budget.currency },
        -request.amount_minor,
      )
}

const toKey = ({ campaign_id, budget }: BudgetRequest) => `${campaign_id} ${budget.currency}`

/** Returns what the gifts of campaigns have cost and can still cost, by campaign; 0 without gifts. */
export async function usageByCampaign(
  ctx: TxContext,
  budgets: readonly { campaign_id: string; currency: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (budgets.length === 0) return new Map()
  const rows = await budgetStore.findUsage(ctx, budgets)
  return new Map(rows.map(({ campaign_id, committed_minor }) => [campaign_id, committed_minor]))
}
