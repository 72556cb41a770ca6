import * as catalogue from '#catalogue'
import { type Image, type LineItem, parseRawJson } from '#contract'
import * as digital from '#digital'
import * as donations from '#donations'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'

/** An item on the recipient's page. */
export interface RedemptionItem {
  line_item_id: string
  variant_id: string
  product_id: string
  product_name: string
  variant_name: string
  /** The name for places that do not show the product name next to it. */
  name: string
  description: string
  kind: catalogue.ProductKind
  /** The donation of the sender to the charity. Null for other kinds of items. */
  donation: OfferedDonation | null
  quantity: number
  images: readonly Image[]
  /** The pictures of the item, followed by the other pictures of its product. */
  gallery: readonly Image[]
  /** The current size guide, ingredients and allergens. */
  details: catalogue.ProductDetails
  /** True if the item is in stock and the service can send it to the recipient's place. */
  is_available: boolean
  /** The current rules of the product. */
  rules: catalogue.ProductRules
  /**
   * The languages of texts that are not in the language of the page. A language that is unknown is absent.
   */
  locales?: Partial<Record<'name' | 'product_name' | 'variant_name' | 'description', string>>
  /** The place that the item must not be sent to: a country, or a US state such as `US-CA`. */
  denied_in: string | null
}

/** A donation that the recipient can choose. */
export interface OfferedDonation {
  amount_minor: number
  currency: string
  registration_number: string | null
  charity_url: string | null
}

/** The catalogue entries of the items of a gift. */
export interface PageCatalogue {
  variants: ReadonlyMap<string, catalogue.Variant>
  stock: ReadonlyMap<string, catalogue.StockLevel[]>
  /** The digital variants that are available for a gift. */
  availableDigital: ReadonlySet<string>
  /** The donation variants that have not reached their cap. */
  availableDonations: ReadonlySet<string>
}

/** Reads the current catalogue entries of all items in the gift. */
export async function loadCatalogue(
  ctx: TxContext,
  { offered, line_items, team_id }: Pick<Gift, 'offered' | 'line_items' | 'team_id'>,
): Promise<PageCatalogue> {
  const lines = [
    ...(offered === null ? [] : parseRawJson(offered).line_items),
    ...(line_items === null ? [] : parseRawJson(line_items)),
  ]
  const ids = [...new Set(lines.map(({ variant_id }) => variant_id))]
  const [variants, stock, availableDigital, availableDonations] = await Promise.all([
    catalogue.memoizedVariantsById(ctx, ids),
    catalogue.stockByVariant(ctx, ids, { team_id }),
    digital.findAvailable(ctx, ids),
    donations.findAvailable(ctx, ids),
  ])
  return { variants, stock, availableDigital, availableDonations }
}

/**
 * Builds an item of the page. The name and the pictures come from the offering snapshot, and the other fields
 * from the current catalogue.
 */
export function toItem(item: LineItem, pageCatalogue: PageCatalogue): RedemptionItem {
  const variant = pageCatalogue.variants.get(item.variant_id)
  return {
    line_item_id: item.id,
    variant_id: item.variant_id,
    product_id: variant?.product.id ?? item.variant_id,
    product_name: variant?.product.name ?? item.name,
    variant_name: variant?.name ?? item.name,
    name: item.name,
    description: variant?.product.description ?? '',
    kind: variant?.product.kind ?? 'physical',
    donation: variant === undefined ? null : toOfferedDonation(variant),
    quantity: item.quantity,
    images: item.images,
    gallery: buildGallery(item.images, variant?.product.images ?? []),
    details: catalogue.toProductDetails(variant?.product),
    is_available: isAvailable(item, variant, pageCatalogue),
    rules: catalogue.toRules(variant?.product),
    denied_in: null,
  }
}

/** The maximum number of pictures in the gallery. Recipients look at only a few pictures. */
const maxGallery = 6

const buildGallery = (own: readonly Image[], others: readonly Image[]): Image[] =>
  [...new Map([...own, ...others].map((image) => [image.url, image])).values()].slice(0, maxGallery)

function isAvailable(
  { variant_id, quantity }: LineItem,
  variant: catalogue.Variant | undefined,
  { stock, availableDigital, availableDonations }: PageCatalogue,
): boolean {
  if (variant?.product.kind === 'digital') return availableDigital.has(variant_id)
  if (variant?.product.kind === 'donation') return availableDonations.has(variant_id)
  const levels = stock.get(variant_id) ?? []
  return levels.reduce((sum, { available }) => sum + available, 0) >= quantity
}

function toOfferedDonation({ donation, product }: catalogue.Variant): OfferedDonation | null {
  const { donation_amount_minor: amount_minor, donation_currency: currency } = donation
  if (amount_minor === null || currency === null) return null
  const { registration_number, charity_url } = product
  return { amount_minor, currency, registration_number, charity_url }
}
