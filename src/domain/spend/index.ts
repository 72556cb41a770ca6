/**
 * Spend: what gifts cost the sender, and the budgets of campaigns and teams.
 *
 * - cost          an amount of a gift request: its items, the label of a parcel, or a donation
 * - items cost    the unit costs of the items at the redemption; later changes of unit costs do not change it
 * - cost centre   a text that gift requests copy when they are created: of the send, the campaign, the team or the account
 * - budget        how much the gifts of a campaign or a team may cost, without shipping; can stop new gifts. Both must have enough
 * - reservation   the part of a budget that a gift request takes: the most that it can cost, then what it costs
 * - usage         the sum of the reservations of a campaign or a team in one currency
 * - void          a cost that no longer counts, because the gift or the label was cancelled
 *
 * Amounts are integers in the smallest unit of their currency. Amounts of several currencies are never added. Recipients
 * and webhooks get none of them. Triggers copy donations and label prices. A transaction locks a budget after the
 * gift request, parcels and stock.
 */

export { type BudgetState, budgetStates, type OwnerWithBudget } from './budget-report.ts'
export { insertReservations, settleReservations } from './budget-store.ts'
export {
  type BudgetRequest,
  type BudgetShortage,
  reserve,
  unreserve,
  usageByOwner,
} from './budgets.ts'
export {
  findByGift,
  findTotalsByGifts,
  type GiftCostTotal,
  saveItemCosts,
  voidItemCosts,
} from './cost-store.ts'
export { type CostedItem, maxCost } from './max-cost.ts'
export { addMonths, getReport, type ReportMonths, toPeriod } from './report.ts'
export {
  type CostCursor,
  type CostRow,
  findCosts,
  type ReportGroup,
  type ReportRow,
} from './report-store.ts'
export type { Amount, BudgetKind, CostKind, GiftCost, NewReservation } from './tables.ts'
