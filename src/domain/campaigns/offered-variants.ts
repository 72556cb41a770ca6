import * as catalogue from '#catalogue'
import type { Image } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

/** One thing that a campaign puts in front of people. */
export interface OfferedVariant {
  variant_id: string
  product_id: string
  product_name: string
  kind: catalogue.ProductKind
  sku: string
  variant_name: string
  /** What it is called where it stands alone. */
  name: string
  images: readonly Image[]
}

/** What the campaign offers, in its order. */
export async function listOfferedVariants(
  ctx: TxContext,
  campaign_id: string,
): Promise<OfferedVariant[]> {
  return previewOffer(ctx, await store.listVariantIds(ctx, campaign_id))
}

/** These variants as any campaign would offer them; those that the account does not have are left out. */
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
  name: getDisplayName(product.name, name),
  images: images.length > 0 ? images : product.images,
})

/** Bytes of an offering as JSON. It stands in every body, every event and every list of its gift requests. */
export const maxOfferingBytes = 64 * 1024

const placeholderId = '00000000-0000-0000-0000-000000000000'

/** The size of the offering that a campaign of these variants has. */
export function offeringBytes(variants: readonly OfferedVariant[]): number {
  const line_items = variants.map(({ variant_id, sku, name, images }) => ({
    ...{ id: placeholderId, sku, variant_id, name, quantity: 1, images },
  }))
  const offering = { selection_mode: 'one', visible_at_redemption: false, line_items }
  return Buffer.byteLength(JSON.stringify(offering))
}

export const offeringTooLargeMessage = (bytes: number): string =>
  `take ${Math.ceil(bytes / 1024)} KiB with their names and pictures, and ${maxOfferingBytes / 1024} KiB is the most: offer fewer items, or show fewer pictures of each`

/** 'Hoodie – M', but not 'Hoodie – Hoodie, M'. */
const getDisplayName = (product: string, variant: string) =>
  variant.toLowerCase().startsWith(product.toLowerCase()) ? variant : `${product} – ${variant}`
