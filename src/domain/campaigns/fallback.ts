import type { FieldError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { type OfferedVariant, previewOffer } from './offered-variants.ts'

/**
 * Returns an error if the fallback is neither a donation nor digital. An unclaimed gift has no address, and
 * its recipient has confirmed no age and no country. Accepts the current fallback of the campaign even if its
 * product was archived in the meantime.
 */
export async function validateFallback(
  ctx: TxContext,
  { fallback_variant_id }: { fallback_variant_id?: string | null | undefined },
  before?: Pick<adminStore.CampaignSettings, 'fallback_variant_id'>,
): Promise<FieldError[]> {
  if (fallback_variant_id == null || fallback_variant_id === before?.fallback_variant_id) return []
  const [variant] = isId(fallback_variant_id) ? await previewOffer(ctx, [fallback_variant_id]) : []
  const toError = (code: FieldError['code'], message: string): FieldError[] => [
    { code, param: 'fallback_variant_id', message },
  ]
  if (variant === undefined) return toError('invalid_reference', 'names no item of this account')
  if (canReplaceUnclaimed(variant)) return []
  return toError(
    'not_allowed',
    variant.kind === 'physical'
      ? 'must be a donation or a digital item: there is no address to ship to'
      : 'must be an item without a minimum age and without destinations: the recipient has confirmed neither',
  )
}

/** Returns whether a variant can replace a gift whose recipient has confirmed no age and no place. */
export const canReplaceUnclaimed = ({ kind, minimum_age, destination_mode }: OfferedVariant) =>
  kind === 'donation' || (kind === 'digital' && minimum_age === null && destination_mode === 'all')

/** Returns the variants that replace unclaimed gifts, by campaign. Omits campaigns without a fallback. */
export async function findFallbacks(
  ctx: TxContext,
  campaign_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.query<{ id: string; fallback_variant_id: string }>(
    `select id, fallback_variant_id from campaigns.campaign
      where account_id = $1 and id = any ($2) and fallback_variant_id is not null`,
    [ctx.account_id, campaign_ids],
  )
  return new Map(rows.map(({ id, fallback_variant_id }) => [id, fallback_variant_id]))
}

export const updateFallback = (
  ctx: TxContext,
  id: string,
  fallback_variant_id: string | null,
): Promise<unknown> => adminStore.update(ctx, id, { fallback_variant_id })
