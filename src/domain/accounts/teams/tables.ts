/** How much the gifts of a campaign or a team may cost, without shipping. */
export interface Budget {
  /** In the smallest unit of the currency: 2500 is 25.00 EUR. */
  amount_minor: number
  /** ISO 4217. */
  currency: string
  /** Whether new gifts are rejected when they could exceed the budget. */
  stops: boolean
}

/** Returns the SQL of the budget of a campaign or a team, as a `Budget` or null. `row` is the alias of its table. */
export const budgetSql = (row: string): string =>
  `case when ${row}.budget_minor is not null then json_build_object(
    'amount_minor', ${row}.budget_minor, 'currency', ${row}.budget_currency, 'stops', ${row}.budget_stops) end`

/** Returns the columns of a budget; none for a budget that does not change. */
export const toBudgetColumns = (budget: Budget | null | undefined): object =>
  budget === undefined
    ? {}
    : {
        budget_minor: budget?.amount_minor ?? null,
        budget_currency: budget?.currency ?? null,
        budget_stops: budget?.stops ?? false,
      }

/** What new gift requests take from an account where they, their campaign and their team have no values of their own. */
export interface CostDefaults {
  cost_centre: string | null
  purchase_order_number: string | null
  /** False if the account never had a team. */
  has_teams: boolean
}

/** The members of a team that its gift requests need. */
export interface SendingTeam {
  id: string
  name: string
  cost_centre: string | null
  purchase_order_number: string | null
  budget: Budget | null
  suspended_at: Date | null
}

export interface Team extends SendingTeam {
  /** The user who answers for the team, one of its members; null for none. */
  lead_id: string | null
  /** In the order of their names. */
  members: readonly { id: string; name: string }[]
}
