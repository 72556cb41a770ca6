import type { Budget } from '#accounts'
import * as catalogue from '#catalogue'
import type { FieldError } from '#contract'
import { formatAmount } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import type { OfferingSnapshot } from '../lifecycle/offering-snapshot.ts'
import type { Gift } from '../lifecycle/tables.ts'
import type { GiftTerms, ValidatedGift } from './validate.ts'

/** The amounts that new gift requests reserve from the budgets of their campaigns and teams, by gift id. */
export interface ReservedBudgets {
  requests: ReadonlyMap<string, readonly spend.BudgetRequest[]>
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
  const requests = new Map<string, readonly spend.BudgetRequest[]>()
  const errors = new Map(refused)
  if (!gifts.some(({ has_budget }) => has_budget)) return { requests, errors }
  const found = await findRequests(ctx, rows)
  const wanted = found.map((request, index) => (refused.has(gifts[index]?.id ?? '') ? [] : request))
  const shortages = await spend.reserve(ctx, wanted)
  for (const [index, { id }] of gifts.entries()) {
    const { campaign } = rows[index] ?? {}
    const shortage = shortages[index]
    if (campaign !== undefined && shortage !== undefined)
      errors.set(id, budgetError(campaign, shortage))
    else requests.set(id, wanted[index] ?? [])
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
  spend.insertReservations(
    ctx,
    [...requests].flatMap(([id, each]) => (ids.has(id) ? toReservations(id, each) : [])),
  )
  spend.unreserve(
    ctx,
    [...requests].flatMap(([id, each]) => (ids.has(id) ? [] : each)),
  )
}

export const toReservations = (
  gift_request_id: string,
  requests: readonly spend.BudgetRequest[],
): spend.NewReservation[] =>
  requests.map(({ kind, owner_id, budget: { currency }, amount_minor }) => ({
    ...{ gift_request_id, kind, owner_id, currency, amount_minor },
  }))

/** Returns the error of a gift that could exceed the budget of its campaign or its team. */
export function budgetError(
  { name, team }: Pick<GiftTerms, 'name' | 'team'>,
  { request: { kind, budget, amount_minor }, left_minor }: spend.BudgetShortage,
): FieldError {
  const format = (amount: number) => formatAmount(amount, budget.currency)
  const owner = kind === 'campaign' ? `“${name}”` : `the team “${team?.name}”`
  return {
    code: 'not_allowed',
    param: `${kind}_id`,
    message: `names ${owner}, whose budget of ${format(budget.amount_minor)} has ${format(left_minor)} left, and this costs up to ${format(amount_minor)}; raise the budget, or choose another ${kind}`,
  }
}

async function findRequests(
  ctx: TxContext,
  rows: readonly ValidatedGift[],
): Promise<spend.BudgetRequest[][]> {
  const ids = rows.flatMap(({ campaign, offering }) => [
    ...offering.variants.keys(),
    ...(campaign.fallback_variant_id === null ? [] : [campaign.fallback_variant_id]),
  ])
  const costs = await catalogue.itemCostsById(ctx, [...new Set(ids)])
  return rows.map(({ campaign, offering, body }) =>
    toBudgetRequests(campaign, offering, costs, body.line_items),
  )
}

/** Returns the maximum amounts that a gift takes from the budgets of its campaign and its team. */
export function toBudgetRequests(
  { id, budget, team, ...campaign }: GiftTerms,
  offering: OfferingSnapshot,
  costs: ReadonlyMap<string, catalogue.ItemCost>,
  line_items?: readonly { variant_id: string; quantity: number }[],
): spend.BudgetRequest[] {
  const amounts = maxGiftCost(campaign, offering, costs, line_items)
  // A gift sent by direct-send does not expire, so nothing replaces it.
  const fallback =
    line_items === undefined ? costs.get(campaign.fallback_variant_id ?? '')?.cost : undefined
  const toRequest = (kind: spend.BudgetKind, owner_id: string, limit: Budget) => {
    const inBudget = amounts.find(({ currency }) => currency === limit.currency)
    const replaced = fallback?.currency === limit.currency ? fallback.amount_minor : 0
    const amount_minor = Math.max(inBudget?.amount_minor ?? 0, replaced)
    return { kind, owner_id, budget: limit, amount_minor }
  }
  return [
    ...(budget === null || id === null ? [] : [toRequest('campaign', id, budget)]),
    ...(team?.budget == null ? [] : [toRequest('team', team.id, team.budget)]),
  ]
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
