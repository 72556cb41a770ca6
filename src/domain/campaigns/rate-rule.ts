import type { FieldError } from '#contract'
import { isId } from '#platform/lib/ids'
import { isCurrency } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import type { RateRule } from './tables.ts'

/** Gift requests without a campaign use this rule, and so do new campaigns. */
export const defaultRateRule: RateRule = { kind: 'cheapest' }

/** Returns the rule of a gift request's campaign. */
export async function findRateRule(ctx: TxContext, campaign_id: string | null): Promise<RateRule> {
  if (campaign_id === null || !isId(campaign_id)) return defaultRateRule
  return (await adminStore.findRateRule(ctx, campaign_id)) ?? defaultRateRule
}

/** A rule as a form sends it. */
export interface RateRuleInput {
  kind: RateRule['kind']
  max_amount_minor?: number
  currency?: string
}

/** The amount and its currency belong to the fastest rate and to no other rule. */
export function validateRateRule(input: RateRuleInput | undefined): FieldError[] {
  if (input === undefined) return []
  const { kind, max_amount_minor, currency } = input
  const invalid = (field: string, message: string): FieldError[] => [
    { code: 'invalid', param: `rate_rule.${field}`, message },
  ]
  if (kind !== 'fastest')
    return max_amount_minor === undefined && currency === undefined
      ? []
      : invalid('kind', 'must be fastest if there is an amount')
  return [
    ...(max_amount_minor === undefined ? invalid('max_amount_minor', 'is required') : []),
    ...(currency !== undefined && isCurrency(currency)
      ? []
      : invalid('currency', 'must be a currency code such as USD')),
  ]
}

/** Converts a valid input. */
export const toRateRule = ({
  kind,
  max_amount_minor = 0,
  currency = '',
}: RateRuleInput): RateRule =>
  kind === 'fastest' ? { kind, max_amount_minor, currency } : { kind }
