import { type FieldError, maxCostCentreLength } from '#contract'
import { isCurrency } from '#platform/lib/minor-units'
import type { CampaignBudget } from './tables.ts'

/** The cost centre and the budget of a campaign. A missing member does not change; null removes the value. */
export interface CostSettingsUpdate {
  cost_centre?: string | null
  budget?: CampaignBudget | null
}

/** Converts an empty cost centre to null, and the currency to capital letters. */
export const normalizeCostSettings = <Settings extends CostSettingsUpdate>({
  cost_centre,
  budget,
}: Settings): CostSettingsUpdate => ({
  ...(cost_centre !== undefined && { cost_centre: cost_centre?.trim() || null }),
  ...(budget !== undefined && {
    budget: budget && { ...budget, currency: budget.currency.trim().toUpperCase() },
  }),
})

/** Returns the errors of settings that `normalizeCostSettings` has normalized. */
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
