import { type FieldError, maxCostCentreLength } from '#contract'
import { isCurrency } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import type { CampaignBudget } from './tables.ts'

/** The cost centre and the budget of a campaign. Absent members do not change; null removes them. */
export interface CostSettingsUpdate {
  cost_centre?: string | null
  budget?: CampaignBudget | null
}

/** The budget of the campaign `c`, as a `CampaignBudget` or null. */
export const budgetSql = `case when c.budget_minor is not null then json_build_object(
    'amount_minor', c.budget_minor, 'currency', c.budget_currency, 'stops', c.budget_stops) end`

/** Returns the parameters for the columns `cost_centre`, `budget_minor`, `budget_currency` and `budget_stops`. */
export const toCostColumns = ({
  cost_centre = null,
  budget = null,
}: CostSettingsUpdate): unknown[] => [
  cost_centre,
  budget?.amount_minor ?? null,
  budget?.currency ?? null,
  budget?.stops ?? false,
]

/** An empty cost centre is none. The currency is in capital letters. */
export const normalizeCostSettings = <Settings extends CostSettingsUpdate>({
  cost_centre,
  budget,
}: Settings): CostSettingsUpdate => ({
  ...(cost_centre !== undefined && { cost_centre: cost_centre?.trim() || null }),
  ...(budget !== undefined && {
    budget: budget && { ...budget, currency: budget.currency.trim().toUpperCase() },
  }),
})

/** Returns the errors of normalized settings. */
export function validateCostSettings({ cost_centre, budget }: CostSettingsUpdate): FieldError[] {
  const errors: FieldError[] = []
  if (cost_centre != null && [...cost_centre].length > maxCostCentreLength)
    errors.push({
      code: 'too_long',
      param: 'cost_centre',
      message: `is too long (maximum ${maxCostCentreLength} characters)`,
    })
  if (cost_centre != null && /\p{Cc}/u.test(cost_centre))
    errors.push({
      code: 'invalid',
      param: 'cost_centre',
      message: 'contains a control character; remove it',
    })
  if (budget != null && !isCurrency(budget.currency))
    errors.push({
      code: 'invalid',
      param: 'budget.currency',
      message: 'must be a currency code such as EUR',
    })
  return errors
}

/** Saves the settings of a new campaign. */
export const insertCostSettings = (
  ctx: TxContext,
  id: string,
  settings: CostSettingsUpdate,
): Promise<unknown> =>
  ctx.query(
    `update campaigns.campaign
        set cost_centre = $3, budget_minor = $4, budget_currency = $5, budget_stops = $6
      where account_id = $1 and id = $2`,
    [ctx.account_id, id, ...toCostColumns(settings)],
  )
