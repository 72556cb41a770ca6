import * as catalogue from '#catalogue'
import type { FieldError } from '#contract'
import { formatAmount } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import type { OfferingSnapshot } from '../lifecycle/offering-snapshot.ts'
import type { Gift } from '../lifecycle/tables.ts'
import type { GiftTerms, ValidatedGift } from './validate.ts'

/** The amounts that new gift requests reserve from the budgets of their campaigns, by gift id. */
export interface ReservedBudgets {
  requests: ReadonlyMap<string, spend.BudgetRequest>
  /** The error of each gift that a limit does not allow, by gift id. */
  errors: ReadonlyMap<string, FieldError>
}

/**
 * Reserves the maximum cost of each gift. A gift with an error, also one in `refused`, reserves nothing, and
 * the caller does not insert it. Gifts without a budget need no statement.
 */
export async function reserveBudgets(
  ctx: TxContext,
  rows: readonly ValidatedGift[],
  gifts: readonly Gift[],
  refused: ReadonlyMap<string, FieldError> = new Map(),
): Promise<ReservedBudgets> {
  const requests = new Map<string, spend.BudgetRequest>()
  const errors = new Map(refused)
  if (!gifts.some(({ has_budget }) => has_budget)) return { requests, errors }
  const found = await findRequests(ctx, rows)
  const wanted = found.map((request, index) =>
    refused.has(gifts[index]?.id ?? '') ? undefined : request,
  )
  const shortages = await spend.reserve(ctx, wanted)
  for (const [index, { id, campaign_name }] of gifts.entries()) {
    const request = wanted[index]
    if (request === undefined) continue
    const shortage = shortages[index]
    if (shortage === undefined) requests.set(id, request)
    else errors.set(id, budgetError(campaign_name, request, shortage))
  }
  return { requests, errors }
}

/**
 * Saves the reservations of inserted gifts. Returns the reservations of gifts that another transaction
 * created in the meantime. The function does not wait for the statements.
 */
export function saveReservations(
  ctx: TxContext,
  { requests }: ReservedBudgets,
  inserted: readonly Gift[],
): void {
  if (requests.size === 0) return
  const ids = new Set(inserted.map(({ id }) => id))
  const isInserted = ([id]: [string, spend.BudgetRequest]) => ids.has(id)
  spend.insertReservations(
    ctx,
    [...requests].filter(isInserted).map(([id, request]) => toReservation(id, request)),
  )
  spend.unreserve(
    ctx,
    [...requests].filter((entry) => !isInserted(entry)).map(([, request]) => request),
  )
}

export const toReservation = (
  gift_request_id: string,
  { campaign_id, budget: { currency }, amount_minor }: spend.BudgetRequest,
) => ({ gift_request_id, campaign_id, currency, amount_minor })

/** Returns the error of a gift that could exceed the budget of its campaign. */
export const budgetError = (
  campaign_name: string | null,
  { budget, amount_minor }: spend.BudgetRequest,
  { left_minor }: spend.BudgetShortage,
): FieldError => {
  const format = (amount: number) => formatAmount(amount, budget.currency)
  return {
    code: 'not_allowed',
    param: 'campaign_id',
    message: `names “${campaign_name}”, whose budget of ${format(budget.amount_minor)} has ${format(left_minor)} left, and this costs up to ${format(amount_minor)}; raise the budget, or choose another campaign`,
  }
}

async function findRequests(
  ctx: TxContext,
  rows: readonly ValidatedGift[],
): Promise<(spend.BudgetRequest | undefined)[]> {
  const budgeted = rows.filter(({ campaign }) => campaign.budget !== null)
  const ids = budgeted.flatMap(({ campaign, offering }) => [
    ...offering.variants.keys(),
    ...(campaign.fallback_variant_id === null ? [] : [campaign.fallback_variant_id]),
  ])
  const costs = await catalogue.itemCostsById(ctx, [...new Set(ids)])
  return rows.map(({ campaign, offering, body }) =>
    toBudgetRequest(campaign, offering, costs, body.line_items),
  )
}

/**
 * Returns the maximum amount that a gift takes from the budget of its campaign. Returns undefined without a
 * budget.
 */
export function toBudgetRequest(
  { id, budget, ...campaign }: GiftTerms,
  offering: OfferingSnapshot,
  costs: ReadonlyMap<string, catalogue.ItemCost>,
  line_items?: readonly { variant_id: string; quantity: number }[],
): spend.BudgetRequest | undefined {
  if (budget === null || id === null) return undefined
  const amounts = maxGiftCost(campaign, offering, costs, line_items)
  const fallback = costs.get(campaign.fallback_variant_id ?? '')?.cost
  const inBudget = amounts.find(({ currency }) => currency === budget.currency)
  return {
    campaign_id: id,
    budget,
    amount_minor: Math.max(
      inBudget?.amount_minor ?? 0,
      // A gift sent by direct-send does not expire, so nothing replaces it.
      line_items === undefined && fallback?.currency === budget.currency
        ? fallback.amount_minor
        : 0,
    ),
  }
}

/** Returns the maximum cost of the items of a gift, by currency. */
export function maxGiftCost(
  { selection_mode, max_choices }: Pick<GiftTerms, 'selection_mode' | 'max_choices'>,
  offering: OfferingSnapshot,
  costs: ReadonlyMap<string, catalogue.ItemCost>,
  line_items?: readonly { variant_id: string; quantity: number }[],
): spend.Amount[] {
  const lines =
    line_items ?? [...offering.variants.keys()].map((variant_id) => ({ variant_id, quantity: 1 }))
  const items = lines.flatMap(({ variant_id, quantity }): spend.CostedItem[] => {
    const item = costs.get(variant_id)
    return item === undefined ? [] : [{ product_id: item.product_id, quantity, cost: item.cost }]
  })
  const isChoice = line_items === undefined && selection_mode === 'one'
  return spend.maxCost(items, isChoice ? max_choices : undefined)
}
