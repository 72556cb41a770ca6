import type { Budget } from '#accounts'
import * as catalogue from '#catalogue'
import type { Sender } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'

/** What one gift of a bulk send can cost, without shipping. */
export interface SendEstimate {
  /** By currency. Currencies are not added. */
  most_per_gift: spend.Amount[]
  /** Whether a gift has some of the items: the recipient chooses, or each row names its item. */
  is_choice: boolean
  items_without_cost: number
  /** Null without a budget. `left_minor` is negative when the budget is exceeded. */
  budget: BudgetLeft | null
  /** That of the team. */
  team_budget: BudgetLeft | null
}

type BudgetLeft = Budget & { left_minor: number }

/** Estimates the cost of a bulk send. Unknown campaigns and items count as nothing. */
export async function estimate(
  ctx: TxContext,
  options: gifting.SendOptions,
  sender: Sender,
): Promise<SendEstimate> {
  const { campaign, offering } = await gifting.resolveOptions(ctx, options, sender)
  if (campaign === undefined || offering === undefined) return noEstimate
  const { line_items, item_per_row = false } = options
  const lines =
    line_items ?? [...offering.variants.keys()].map((variant_id) => ({ variant_id, quantity: 1 }))
  const isChoice = line_items === undefined && campaign.selection_mode === 'one'
  const costs = await catalogue.itemCostsById(
    ctx,
    [...new Set(lines.map(({ variant_id }) => variant_id))].filter((id) =>
      offering.variants.has(id),
    ),
  )
  return {
    most_per_gift:
      item_per_row && !isChoice
        ? findDearest(
            lines.flatMap((line) => gifting.maxGiftCost(campaign, offering, costs, [line])),
          )
        : gifting.maxGiftCost(campaign, offering, costs, line_items),
    is_choice: isChoice || item_per_row,
    items_without_cost: [...costs.values()].filter(({ cost }) => cost === null).length,
    budget: await findBudget(ctx, 'campaign', campaign),
    team_budget: await findBudget(ctx, 'team', campaign.team),
  }
}

/** Returns the highest amount of each currency. */
const findDearest = (amounts: readonly spend.Amount[]): spend.Amount[] =>
  [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    amount_minor: Math.max(...group.map(({ amount_minor }) => amount_minor)),
  }))

const noEstimate: SendEstimate = {
  most_per_gift: [],
  is_choice: false,
  items_without_cost: 0,
  budget: null,
  team_budget: null,
}

async function findBudget(
  ctx: TxContext,
  kind: spend.BudgetKind,
  owner: { id: string | null; budget: Budget | null } | null,
): Promise<BudgetLeft | null> {
  if (owner?.id == null || owner.budget === null) return null
  const { id, budget } = owner
  const used = await spend.usageByOwner(ctx, kind, [{ id, budget }])
  return { ...budget, left_minor: budget.amount_minor - (used.get(id) ?? 0) }
}
