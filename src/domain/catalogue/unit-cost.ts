import type { FieldError } from '#contract'
import { isCurrency } from '#platform/lib/minor-units'
import type { ProductKind } from './product-kind.ts'

/**
 * What one unit of a variant costs the sender. Both null: unknown. Recipients and webhooks never get it. A donation has
 * no unit cost, because its amount is what it costs.
 */
export interface UnitCost {
  /** In the smallest unit of the currency: 1250 is 12.50 EUR. */
  unit_cost_minor: number | null
  /** ISO 4217. */
  unit_cost_currency: string | null
}

export const noUnitCost: UnitCost = { unit_cost_minor: null, unit_cost_currency: null }

export const unitCostNames = Object.keys(noUnitCost) as readonly (keyof UnitCost)[]

/** Applies a change. Returns the cost in its stored form, with the currency in capital letters. */
export function mergeUnitCost(was: UnitCost, change: Partial<UnitCost>): UnitCost {
  const { unit_cost_minor = was.unit_cost_minor, unit_cost_currency = was.unit_cost_currency } =
    change
  return { unit_cost_minor, unit_cost_currency: unit_cost_currency?.trim().toUpperCase() ?? null }
}

/** Returns the errors of a merged cost. `path` precedes the field names in `param`. */
export function validateUnitCost(kind: ProductKind, cost: UnitCost, path = ''): FieldError[] {
  const { unit_cost_minor: amount, unit_cost_currency: currency } = cost
  if (kind === 'donation')
    return unitCostNames.flatMap((field) =>
      cost[field] === null
        ? []
        : [{ code: 'not_allowed', param: `${path}${field}`, message: notForDonations }],
    )
  const errors: FieldError[] = []
  const addError = (field: keyof UnitCost, message: string) =>
    errors.push({ code: 'invalid', param: `${path}${field}`, message })
  if (currency !== null && !isCurrency(currency))
    addError('unit_cost_currency', 'must be a currency code such as EUR')
  if (amount !== null && currency === null)
    addError('unit_cost_currency', 'is needed for a unit cost, such as EUR')
  if (amount === null && currency !== null)
    addError('unit_cost_minor', 'is needed with a currency; enter 0 for no cost')
  return errors
}

const notForDonations = 'is not for donations: a donation costs its amount'
