import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import { type FieldError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { validateEnd } from './closure.ts'
import { validateFallback } from './fallback.ts'
import {
  maxOfferingBytes,
  offeringBytes,
  offeringTooLargeMessage,
  previewOffer,
} from './offered-variants.ts'
import { type RateRuleInput, toRateRule, validateRateRule } from './rate-rule.ts'
import type { CommunicationUpdate, NewCampaign } from './tables.ts'
import { normalizeTranslations } from './translations.ts'
import { validateCommunication } from './update-communication.ts'
import { validateWrapping, type Wrapping } from './wrapping.ts'

/**
 * The new settings of a campaign. The invitation method cannot change, because existing gifts depend on it.
 */
export type CampaignUpdate = Omit<NewCampaign, 'invitation_method'> &
  Required<Omit<CommunicationUpdate, 'translations' | 'tone'>> &
  Pick<CommunicationUpdate, 'translations' | 'tone'> & {
    /** The rate rule of the campaign. If this member is absent, the rule does not change. */
    rate_rule?: RateRuleInput
    /** Whether a card is printed for each parcel. If this member is absent, it does not change. */
    prints_card?: boolean
    /** The variant that replaces unclaimed gifts. If this member is absent, the variant does not change. */
    fallback_variant_id?: string | null
    /** The wrapping of the gifts. If this member is absent, the wrapping does not change. */
    wrapping?: Wrapping
    /** The teams that may send the campaign. If this member is absent, they do not change. Empty: everybody. */
    team_ids?: readonly string[]
    /** If this member is absent, the campaign stays paused or not. */
    is_paused?: boolean
    /** If this member is absent, the end does not change. Null: the campaign has no end. */
    ends_at?: Date | null
  } & accounts.CostSettingsUpdate

/**
 * Replaces the settings of a campaign. The content of existing gifts does not change. Their emails and pages
 * use the new theme, and their next reminders follow the new plan. Returns the campaign before and after;
 * undefined if the account has no such campaign.
 */
export async function update(
  ctx: TxContext,
  id: string,
  input: CampaignUpdate,
): Promise<
  { before: adminStore.CampaignSettings; after: adminStore.CampaignSettings } | undefined
> {
  const before = await lockCampaign(ctx, id)
  if (before === undefined) return undefined
  const costs = accounts.normalizeCostSettings(input)
  throwIfAny([
    ...validateMode(before.invitation_method, input),
    ...validateCommunication(input),
    ...validateRateRule(input.rate_rule),
    ...validateWrapping(input),
    ...validateEnd(ctx.now, input.ends_at, before.ends_at),
    ...accounts.validateCostSettings(costs),
    ...(await validateTeams(ctx, input)),
    ...(await validateOffering(ctx, input, before)),
    ...(await validateFallback(ctx, input, before)),
  ])
  const rate_rule = input.rate_rule === undefined ? before.rate_rule : toRateRule(input.rate_rule)
  const theme = normalizeTheme(ctx, input)
  const translations = normalizeTranslations(input.translations ?? before.translations)
  const max_choices = toMaxChoices({ ...before, ...input })
  const computed = { rate_rule, theme, translations, max_choices, updated_at: ctx.now }
  const after = { ...before, ...input, ...costs, ...computed }
  await adminStore.update(ctx, before.id, after)
  if (before.variant_ids.join() !== input.variant_ids.join())
    await adminStore.replaceOffering(ctx, before.id, input.variant_ids)
  return { before, after }
}

export async function lockCampaign(
  ctx: TxContext,
  id: string,
): Promise<adminStore.CampaignSettings | undefined> {
  if (!isId(id)) return undefined
  await adminStore.lock(ctx, id)
  return adminStore.find(ctx, id)
}

/**
 * Converts a logo URL on the origin of this service to a relative URL, so that it is valid if the origin
 * changes.
 */
export function normalizeTheme(ctx: TxContext, { theme }: Pick<NewCampaign, 'theme'>) {
  catalogue.markPicturesUsed(ctx, [theme.logo_url])
  return { ...theme, logo_url: catalogue.toRelativeUrl(theme.logo_url, ctx.deployment.origin) }
}

/**
 * Returns the errors of the selection mode. If the sender provides the address, the recipient selects
 * nothing.
 */
export const validateMode = (
  invitation_method: NewCampaign['invitation_method'],
  { selection_mode, max_choices = 1 }: Pick<NewCampaign, 'selection_mode' | 'max_choices'>,
): FieldError[] => [
  ...(invitation_method === 'sender_provided_address' && selection_mode !== 'all'
    ? [invalid('selection_mode', 'must be all, because the sender selects the items')]
    : []),
  ...(selection_mode === 'all' && max_choices > 1
    ? [invalid('max_choices', 'must be 1, because each recipient gets all items')]
    : []),
]

/**
 * Returns the maximum number of items that a recipient can choose. In the selection mode `all` it is always
 * 1, because the recipient makes no choice.
 */
const toMaxChoices = ({
  selection_mode,
  max_choices = 1,
}: Pick<NewCampaign, 'selection_mode' | 'max_choices'>): number =>
  selection_mode === 'all' ? 1 : max_choices

/** Returns the errors of an offering. Its variants must exist, and new variants must be available. */
export async function validateOffering(
  ctx: TxContext,
  { sender_id, variant_ids }: Pick<NewCampaign, 'sender_id' | 'variant_ids'>,
  before?: adminStore.CampaignSettings,
): Promise<FieldError[]> {
  const ids = variant_ids.filter(isId)
  const [users, availableIds] = await Promise.all([
    accounts.findUsersById(ctx, [sender_id].filter(isId)),
    adminStore.filterAvailable(ctx, ids),
  ])
  const isKnown = (id: string) => availableIds.has(id) || before?.variant_ids.includes(id) === true
  const unknown = variant_ids.flatMap((id, index) =>
    isKnown(id) ? [] : [invalidReference(`variant_ids.${index}`, 'no available item')],
  )
  return [
    ...(users.has(sender_id) ? [] : [invalidReference('sender_id', 'no user of this account')]),
    ...unknown,
    ...(availableIds.size === 0 && unknown.length === 0 ? [noItemsError] : []),
    ...(unknown.length === 0 ? await validateSize(ctx, ids, before) : []),
    ...(new Set(variant_ids).size < variant_ids.length
      ? [invalid('variant_ids', 'must contain each item once')]
      : []),
  ]
}

/** Returns the errors of the teams that may send a campaign. */
export async function validateTeams(
  ctx: TxContext,
  { team_ids = [] }: Pick<CampaignUpdate, 'team_ids'>,
): Promise<FieldError[]> {
  const teams = await accounts.findTeamsById(ctx, team_ids)
  return team_ids.flatMap((id, index) =>
    teams.has(id) ? [] : [invalidReference(`team_ids.${index}`, 'no team of this account')],
  )
}

/**
 * Returns an error if an offering is too large. Accepts an offering that is too large if it is not larger
 * than before.
 */
async function validateSize(
  ctx: TxContext,
  ids: readonly string[],
  before: adminStore.CampaignSettings | undefined,
): Promise<FieldError[]> {
  const bytes = offeringBytes(await previewOffer(ctx, ids))
  if (bytes <= maxOfferingBytes) return []
  if (before && bytes <= offeringBytes(await previewOffer(ctx, before.variant_ids))) return []
  return [{ code: 'too_long', param: 'variant_ids', message: offeringTooLargeMessage(bytes) }]
}

const noItemsError: FieldError = {
  code: 'required',
  param: 'variant_ids',
  message: 'must contain at least one available item',
}
const invalid = (param: string, message: string): FieldError => ({
  code: 'invalid',
  param,
  message,
})
const invalidReference = (param: string, reason: string): FieldError => ({
  code: 'invalid_reference',
  param,
  message: `names ${reason}`,
})
