import { v5 } from 'uuid'
import * as campaigns from '#campaigns'
import { type LineItem, type Offering, type RawJson, toRawJson } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { newId } from '#platform/lib/ids'
import type { Database, TxContext } from '#platform/postgres/database'
import * as giftStore from './gift-store.ts'

/** The offering of a campaign, which is serialized once for any number of gift requests. */
export interface OfferingSnapshot {
  digest: Buffer
  content: RawJson<Offering>
  /** The variants of the campaign by id. */
  variants: ReadonlyMap<string, LineItem>
  /** The variants with the current rules of their products, by id. The serialized content does not contain the rules. */
  offered: ReadonlyMap<string, campaigns.OfferedVariant>
}

/**
 * Returns the current offering of a campaign. Caches it by the revision of the campaign, which changes with
 * the campaign, its offering and its products.
 */
export async function getOfferingSnapshot(
  ctx: TxContext,
  campaign: campaigns.SendableCampaign,
): Promise<OfferingSnapshot> {
  const { cache } = ctx.deployment
  const key = `offering ${ctx.account_id} ${campaign.id} ${campaign.revision}`
  const cached = cache.get(key) as OfferingSnapshot | undefined
  if (cached !== undefined) return cached
  const variants = await campaigns.listOfferedVariants(ctx, campaign.id)
  const snapshot = buildOfferingSnapshot(variants, campaign.id, campaign)
  cache.set(key, snapshot, 3 * snapshot.content.length)
  return snapshot
}

/** Builds the offering of a gift without a campaign. */
export const adHocOffering = (
  { account_id }: TxContext,
  variants: readonly campaigns.OfferedVariant[],
  settings: OfferingSettings,
): OfferingSnapshot => buildOfferingSnapshot(variants, account_id, settings)

type OfferingSettings = Pick<campaigns.SendableCampaign, 'selection_mode' | 'visible_at_redemption'>

/**
 * Builds the offering and serializes its content.
 *
 * @param namespace  the UUID namespace of the line item ids. The same namespace gives the same ids
 */
function buildOfferingSnapshot(
  variants: readonly campaigns.OfferedVariant[],
  namespace: string,
  { selection_mode, visible_at_redemption }: OfferingSettings,
): OfferingSnapshot {
  const line_items = variants.map(
    (variant): LineItem => ({
      id: v5(variant.variant_id, namespace),
      sku: variant.sku,
      variant_id: variant.variant_id,
      name: variant.name,
      quantity: 1,
      images: variant.images,
    }),
  )
  return {
    ...toContent({ selection_mode, visible_at_redemption, line_items }),
    variants: new Map(line_items.map((item) => [item.variant_id, item])),
    offered: new Map(variants.map((variant) => [variant.variant_id, variant])),
  }
}

function toContent(offering: Offering): Pick<OfferingSnapshot, 'digest' | 'content'> {
  const content = toRawJson(offering)
  return { digest: sha256(content), content }
}

/** Returns the offering with one of its variants only; undefined if it does not contain the variant. */
export function narrowOffering(
  { variants, offered }: OfferingSnapshot,
  variant_id: string,
  { selection_mode, visible_at_redemption }: OfferingSettings,
): OfferingSnapshot | undefined {
  const item = variants.get(variant_id)
  const variant = offered.get(variant_id)
  if (item === undefined || variant === undefined) return undefined
  return {
    ...toContent({ selection_mode, visible_at_redemption, line_items: [item] }),
    variants: new Map([[variant_id, item]]),
    offered: new Map([[variant_id, variant]]),
  }
}

/** Inserts the offering, unless the cache knows that the row exists. Offerings never change. */
export function saveOffering(ctx: TxContext, { digest, content }: OfferingSnapshot): void {
  const { cache } = ctx.deployment
  const key = `offering is stored ${ctx.account_id} ${digest.toString('base64')}`
  if (cache.get(key) === true) return
  giftStore.insertOffering(ctx, digest, content)
  ctx.afterCommit(() => cache.set(key, true))
}

/** Reads the content of an offering. Caches it, because it never changes. */
export async function readOffering(
  db: Database,
  account_id: string,
  digest: Buffer,
): Promise<RawJson<Offering> | null> {
  const { cache } = db.deployment
  const key = giftStore.offeringCacheKey(account_id, digest)
  const cached = cache.get(key) as RawJson<Offering> | undefined
  if (cached !== undefined) return cached
  const content = await giftStore.findOfferingWithoutTransaction(db, account_id, digest)
  if (content !== undefined) cache.set(key, content, content.length)
  return content ?? null
}

/** Builds the line items that the sender selected. Each of them has a new id. */
export const buildLineItems = (
  snapshot: OfferingSnapshot,
  wanted: readonly { variant_id: string; quantity: number }[],
): RawJson<readonly LineItem[]> =>
  toRawJson(
    wanted.flatMap(({ variant_id, quantity }) => {
      const variant = snapshot.variants.get(variant_id)
      return variant === undefined ? [] : [{ ...variant, id: newId(), quantity }]
    }),
  )
