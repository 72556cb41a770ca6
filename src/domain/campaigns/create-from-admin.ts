import * as accounts from '#accounts'
import { throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { validateEnd } from './closure.ts'
import { create } from './create.ts'
import { validateFallback } from './fallback.ts'
import { type RateRuleInput, toRateRule, validateRateRule } from './rate-rule.ts'
import type { CommunicationUpdate, NewCampaign } from './tables.ts'
import { normalizeTranslations } from './translations.ts'
import {
  lockCampaign,
  normalizeTheme,
  validateMode,
  validateOffering,
  validateTeams,
} from './update.ts'
import { validateCommunication } from './update-communication.ts'
import { validateWrapping, type Wrapping } from './wrapping.ts'

/** Creates a campaign with its settings; returns its id. */
export async function createFromAdmin(
  ctx: TxContext,
  input: NewCampaign &
    CommunicationUpdate &
    accounts.CostSettingsUpdate & {
      rate_rule?: RateRuleInput
      prints_card?: boolean
      fallback_variant_id?: string | null
      wrapping?: Wrapping
      team_ids?: readonly string[]
      is_paused?: boolean
      ends_at?: Date | null
    },
): Promise<string> {
  const costs = accounts.normalizeCostSettings(input)
  throwIfAny([
    ...validateMode(input.invitation_method, input),
    ...validateCommunication(input),
    ...validateRateRule(input.rate_rule),
    ...validateWrapping(input),
    ...validateEnd(ctx.now, input.ends_at),
    ...accounts.validateCostSettings(costs),
    ...(await validateTeams(ctx, input)),
    ...(await validateOffering(ctx, input)),
    ...(await validateFallback(ctx, input)),
  ])
  const { rate_rule, translations, ...settings } = input
  return create(ctx, {
    ...settings,
    ...costs,
    theme: normalizeTheme(ctx, input),
    ...(rate_rule && { rate_rule: toRateRule(rate_rule) }),
    ...(translations && { translations: normalizeTranslations(translations) }),
  })
}

/**
 * Copies a campaign under another name, without archived variants and without its end; returns the new id. Returns undefined if the
 * account has no such campaign.
 */
export async function clone(ctx: TxContext, id: string, name: string): Promise<string | undefined> {
  const source = await lockCampaign(ctx, id)
  if (source === undefined) return undefined
  const availableIds = await adminStore.filterAvailable(ctx, source.variant_ids)
  const variant_ids = source.variant_ids.filter((each) => availableIds.has(each))
  const open = { is_paused: false, ends_at: null }
  return createFromAdmin(ctx, { ...source, ...open, name, variant_ids })
}
