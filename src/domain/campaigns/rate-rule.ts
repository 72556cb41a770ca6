import type { FieldError } from '#contract'
import { isId } from '#platform/lib/ids'
import { isCurrency } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import type { RateRule } from './tables.ts'

/** The rate rule of gift requests without a campaign, and of new campaigns. */
export const defaultRateRule: RateRule = { kind: 'cheapest' }

/** Returns the rate rule of the campaign that a gift request belongs to. */
export async function findRateRule(ctx: TxContext, campaign_id: string | null): Promise<RateRule> {
  if (campaign_id === null || !isId(campaign_id)) return defaultRateRule
  return (await adminStore.findRateRule(ctx, campaign_id)) ?? defaultRateRule
}

/** A rate rule in the form in which the admin area sends it. */
export interface RateRuleInput {
  kind: RateRule['kind']
  max_amount_minor?: number
  currency?: string
}

/** Returns the errors of a rate rule. Only the rule `fastest` has an amount and a currency. */
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

/** Converts a valid input to a rate rule. */
export const toRateRule = ({
  kind,
  max_amount_minor = 0,
  currency = '',
}: RateRuleInput): RateRule =>
  kind === 'fastest' ? { kind, max_amount_minor, currency } : { kind }
