import type * as campaigns from '#campaigns'
import { ApiError, type CampaignSettingsChange } from '#contract'

/* Conversions between the settings of a campaign in the API and in the domain. */

export type Settings = Pick<
  campaigns.CampaignSettings,
  | 'id'
  | 'max_choices'
  | 'fallback_variant_id'
  | 'locale'
  | 'time_zone'
  | 'translations'
  | 'tone'
  | 'reminders'
  | 'rate_rule'
  | 'wrapping'
  | 'is_paused'
  | 'ends_at'
  | 'cost_centre'
  | 'budget'
  | 'updated_at'
>

export const toSettingsView = ({
  id,
  max_choices,
  fallback_variant_id,
  locale,
  time_zone,
  translations,
  tone,
  reminders,
  rate_rule,
  wrapping,
  is_paused,
  ends_at,
  cost_centre,
  budget,
  updated_at,
}: Settings) => ({
  campaign_id: id,
  max_choices,
  fallback_variant_id,
  locale,
  time_zone,
  translations,
  tone,
  reminders: {
    after_days: reminders.after_days,
    before_expiry_days: reminders.before_expiry_days,
    quiet: reminders.quiet && { from: reminders.quiet.from, to: reminders.quiet.to },
  },
  wrapping: { paper: wrapping.paper, ribbon: wrapping.ribbon },
  rate_rule: {
    kind: rate_rule.kind,
    max_amount:
      rate_rule.kind === 'fastest'
        ? { amount: rate_rule.max_amount_minor, currency: rate_rule.currency }
        : null,
  },
  is_paused,
  ends_at,
  cost_centre,
  budget: budget && {
    amount: { amount: budget.amount_minor, currency: budget.currency },
    stops: budget.stops,
  },
  updated_at,
})

/** Converts the settings from the API to the names of the domain. Absent members stay absent. */
export const toSettings = <Change extends CampaignSettingsChange>({
  rate_rule,
  budget,
  ends_at,
  ...settings
}: Change) => ({
  ...settings,
  ...(ends_at !== undefined && { ends_at: ends_at === null ? null : new Date(ends_at) }),
  ...(budget !== undefined && {
    budget: budget && {
      amount_minor: budget.amount.amount,
      currency: budget.amount.currency,
      stops: budget.stops ?? false,
    },
  }),
  ...(rate_rule !== undefined && {
    rate_rule: {
      kind: rate_rule.kind,
      ...(rate_rule.max_amount !== undefined && {
        max_amount_minor: rate_rule.max_amount.amount,
        currency: rate_rule.max_amount.currency,
      }),
    },
  }),
})

/** Runs a change. If it throws errors, the function renames their fields to the members of the body. */
export async function namingSettings<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, status } = error
    const fieldErrors = error.fieldErrors.map(({ param, ...rest }) => ({
      ...rest,
      param: param
        .replace(/^rate_rule\.max_amount_minor$/, 'rate_rule.max_amount')
        .replace(/^rate_rule\.currency$/, 'rate_rule.max_amount.currency')
        .replace(/^budget\.currency$/, 'budget.amount.currency'),
    }))
    throw new ApiError(code, { message, status, fieldErrors })
  }
}
