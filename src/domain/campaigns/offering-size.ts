import { type FieldError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import {
  maxOfferingBytes,
  offeringBytes,
  offeringTooLargeMessage,
  previewOffer,
} from './offered-variants.ts'
import * as store from './store.ts'

/** Returns the offering sizes of all available campaigns with one of these variants. */
export async function measureOfferings(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<Map<string, { name: string; bytes: number }>> {
  const sizes = new Map<string, { name: string; bytes: number }>()
  if (variant_ids.length === 0) return sizes
  for (const { id, name } of await adminStore.findActiveCampaignsWith(ctx, variant_ids)) {
    const offered = await previewOffer(ctx, await store.listVariantIds(ctx, id))
    sizes.set(id, { name, bytes: offeringBytes(offered) })
  }
  return sizes
}

/**
 * Throws if a change of products makes an offering too large. An offering that was too large before the change
 * may keep its size or shrink.
 *
 * @param before  the sizes before the change
 */
export async function rejectEnlargedOfferings(
  ctx: TxContext,
  variant_ids: readonly string[],
  before: ReadonlyMap<string, { bytes: number }>,
): Promise<void> {
  const errors: FieldError[] = []
  for (const [id, { name, bytes }] of await measureOfferings(ctx, variant_ids)) {
    if (bytes <= Math.max(maxOfferingBytes, before.get(id)?.bytes ?? 0)) continue
    const message = `cannot be changed like this: the items of “${name}” would ${offeringTooLargeMessage(bytes)}`
    errors.push({ code: 'too_long', param: 'variants', message })
  }
  throwIfAny(errors)
}
