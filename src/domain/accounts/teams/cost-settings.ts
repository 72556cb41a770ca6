import { type FieldError, maxCostCentreLength } from '#contract'
import { isCurrency } from '#platform/lib/minor-units'
import type { Budget } from './tables.ts'

/** Where the gifts of a campaign or a team are charged. A missing member does not change; null removes the value. */
export interface CostSettingsUpdate {
  cost_centre?: string | null
  purchase_order_number?: string | null
  budget?: Budget | null
}

const texts = ['cost_centre', 'purchase_order_number'] as const

/** Converts empty texts to null, and the currency to capital letters. */
export const normalizeCostSettings = <Settings extends CostSettingsUpdate>(
  settings: Settings,
): CostSettingsUpdate => ({
  ...Object.fromEntries(
    texts.flatMap((name) => {
      const text = settings[name]
      return text === undefined ? [] : [[name, text?.trim() || null]]
    }),
  ),
  ...(settings.budget !== undefined && {
    budget: settings.budget && {
      ...settings.budget,
      currency: settings.budget.currency.trim().toUpperCase(),
    },
  }),
})

/** Returns the errors of settings that `normalizeCostSettings` has normalized. */
export function validateCostSettings(settings: CostSettingsUpdate): FieldError[] {
  const errors = texts.flatMap((param) => validateText(param, settings[param] ?? ''))
  if (settings.budget != null && !isCurrency(settings.budget.currency))
    errors.push({
      code: 'invalid',
      param: 'budget.currency',
      message: 'must be a currency code such as EUR',
    })
  return errors
}

function validateText(param: string, text: string): FieldError[] {
  const errors: FieldError[] = []
  if ([...text].length > maxCostCentreLength) {
    const message = `is too long (maximum ${maxCostCentreLength} characters)`
    errors.push({ code: 'too_long', param, message })
  }
  if (/\p{Cc}/u.test(text)) {
    const message = 'contains a control character; remove it'
    errors.push({ code: 'invalid', param, message })
  }
  return errors
}
