import * as catalogue from '#catalogue'
import type { Image } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

/** A variant in the offering of a campaign. */
export interface OfferedVariant extends catalogue.ProductRules {
  variant_id: string
  product_id: string
  product_name: string
  kind: catalogue.ProductKind
  sku: string
  variant_name: string
  /** The name to show without the product name next to it. */
  name: string
  images: readonly Image[]
}

/** Returns the campaign's offering in order. */
export async function listOfferedVariants(
  ctx: TxContext,
  campaign_id: string,
): Promise<OfferedVariant[]> {
  return previewOffer(ctx, await store.listVariantIds(ctx, campaign_id))
}

/** Returns these variants as a campaign would offer them. Omits variants of other accounts. */
export async function previewOffer(
  ctx: TxContext,
  ids: readonly string[],
): Promise<OfferedVariant[]> {
  const variants = await catalogue.variantsById(ctx, ids)
  return ids.flatMap((id) => {
    const variant = variants.get(id)
    return variant === undefined ? [] : [toOfferedVariant(variant)]
  })
}

const toOfferedVariant = ({
  id,
  sku,
  name,
  images,
  product,
}: catalogue.Variant): OfferedVariant => ({
  variant_id: id,
  product_id: product.id,
  product_name: product.name,
  kind: product.kind,
  sku,
  variant_name: name,
  name: catalogue.getDisplayName(product.name, name),
  images: images.length > 0 ? images : product.images,
  destination_mode: product.destination_mode,
  destinations: product.destinations,
  minimum_age: product.minimum_age,
})

/**
 * The maximum size of an offering as JSON. Each body, event and list entry of its gift requests contains the
 * offering.
 */
export const maxOfferingBytes = 64 * 1024

const placeholderId = '00000000-0000-0000-0000-000000000000'

/** Returns the size of an offering of these variants as JSON. */
export function offeringBytes(variants: readonly OfferedVariant[]): number {
  const line_items = variants.map(({ variant_id, sku, name, images }) => ({
    ...{ id: placeholderId, sku, variant_id, name, quantity: 1, images },
  }))
  const offering = { selection_mode: 'one', visible_at_redemption: false, line_items }
  return Buffer.byteLength(JSON.stringify(offering))
}

export const offeringTooLargeMessage = (bytes: number): string =>
  `take ${Math.ceil(bytes / 1024)} KiB with names and pictures (maximum ${maxOfferingBytes / 1024} KiB): offer fewer items, or fewer pictures per item`
