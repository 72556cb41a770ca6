import * as catalogue from '#catalogue'
import {
  ApiError,
  type Charity,
  type DigitalContent,
  type FieldError,
  type NewImage,
  type NewVariant,
} from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type * as products from '#products'

/*
 * Conversions between products and variants in the API and in the domain. In the API, amounts of money and
 * digital contents are separate objects.
 */

type Warehouses = ReadonlyMap<string, catalogue.Warehouse>

/** Loads the warehouses in use, and returns them by id. */
export const findWarehouses = async (ctx: TxContext): Promise<Warehouses> =>
  new Map((await catalogue.listWarehouses(ctx)).map((warehouse) => [warehouse.id, warehouse]))

const toState = (archived_at: Date | null) => (archived_at === null ? 'available' : 'archived')

export const toProductView = (
  { deployment }: TxContext,
  product: products.ProductDetail,
  warehouses: Warehouses,
) => ({
  id: product.id,
  name: product.name,
  description: product.description,
  kind: product.kind,
  charity:
    product.kind === 'donation'
      ? { registration_number: product.registration_number, url: product.charity_url }
      : null,
  state: toState(product.archived_at),
  archived_at: product.archived_at,
  images: product.images,
  translations: product.translations,
  destination_mode: product.destination_mode,
  destinations: product.destinations,
  minimum_age: product.minimum_age,
  size_guide: product.size_guide,
  allergens: product.allergens,
  ingredients: product.ingredients,
  variants: product.variants.map((variant) =>
    toVariantView({ ...variant, product_id: product.id }, warehouses),
  ),
  web_url: `${deployment.origin}/catalogue/${product.id}`,
  created_at: product.created_at,
  updated_at: product.updated_at,
})

export const toVariantView = (variant: products.ListedVariant, warehouses: Warehouses) => ({
  id: variant.id,
  product_id: variant.product_id,
  sku: variant.sku,
  name: variant.name,
  state: toState(variant.archived_at),
  archived_at: variant.archived_at,
  images: variant.images,
  translations: variant.translations,
  weight_grams: variant.weight_grams,
  length_mm: variant.length_mm,
  width_mm: variant.width_mm,
  height_mm: variant.height_mm,
  hs_code: variant.hs_code,
  origin_country: variant.origin_country,
  declared_value:
    variant.declared_value_minor === null
      ? null
      : { amount: variant.declared_value_minor, currency: variant.declared_value_currency },
  unit_cost:
    variant.unit_cost_minor === null
      ? null
      : { amount: variant.unit_cost_minor, currency: variant.unit_cost_currency },
  digital: variant.content === null ? null : toDigitalView(variant.content),
  donation:
    variant.donation_amount_minor === null
      ? null
      : {
          amount: { amount: variant.donation_amount_minor, currency: variant.donation_currency },
          cap: variant.donation_cap,
        },
  stock_levels: toStockViews(variant, warehouses),
})

/** Returns the stock of a variant in each warehouse, in the order of the names of the warehouses. */
export const toStockViews = (
  { stock_levels }: Pick<products.ListedVariant, 'stock_levels'>,
  warehouses: Warehouses,
) =>
  stock_levels
    .flatMap(({ warehouse_id, available, reserved }) => {
      const warehouse = warehouses.get(warehouse_id)
      if (warehouse === undefined) return []
      const { id, name, country } = warehouse
      return [{ warehouse: { id, name, country }, available, reserved }]
    })
    .sort((one, other) => (one.warehouse.name < other.warehouse.name ? -1 : 1))

function toDigitalView(content: NonNullable<products.ListedVariant['content']>) {
  const { free, given, revoked, expired, waiting } = content.counts
  const { file } = content
  return {
    delivery: content.delivery,
    is_link_per_gift: content.is_link_per_gift,
    link_host: content.link_host,
    file: file && { name: file.name, size: file.size, content_type: file.content_type },
    instructions: content.instructions,
    low_stock_threshold: content.low_stock_threshold,
    codes: { free, given, revoked, expired, waiting },
  }
}

/**
 * Converts pictures to the format of the domain. If a picture has only one size, all sizes have the same URL.
 */
export const toImages = (images: readonly NewImage[]) =>
  images.map(({ name, url, urls }) => ({
    name,
    url,
    urls: urls ?? { thumbnail: url, large: url, large_wide: url },
  }))

type VariantInput = Partial<NewVariant>

/** Converts the members of a variant from the API to the names of the domain. Absent members stay absent. */
export function toVariantForm({
  images,
  declared_value,
  unit_cost,
  digital = {},
  donation = {},
  ...fields
}: VariantInput) {
  const { delivery, link_url, is_link_per_gift } = digital
  const { amount, cap } = donation
  return {
    ...fields,
    ...(images !== undefined && { images: toImages(images) }),
    ...(declared_value !== undefined && {
      declared_value_minor: declared_value?.amount ?? null,
      declared_value_currency: declared_value?.currency ?? null,
    }),
    ...(unit_cost !== undefined && {
      unit_cost_minor: unit_cost?.amount ?? null,
      unit_cost_currency: unit_cost?.currency ?? null,
    }),
    ...(delivery !== undefined && { delivery }),
    ...(link_url !== undefined && { link_url }),
    ...(is_link_per_gift !== undefined && { is_link_per_gift }),
    ...(amount !== undefined && {
      donation_amount_minor: amount.amount,
      donation_currency: amount.currency,
    }),
    ...(cap !== undefined && { donation_cap: cap }),
  }
}

/** Converts the members of a charity from the API to the names of the domain. Absent members stay absent. */
export const toCharityForm = ({ registration_number, url }: Charity = {}) => ({
  ...(registration_number !== undefined && { registration_number }),
  ...(url !== undefined && { charity_url: url }),
})

/** Returns the settings of a digital variant that have no influence on its content. */
export const toContentInput = ({
  instructions,
  low_stock_threshold,
}: DigitalContent = {}): products.ContentInput => ({
  ...(instructions !== undefined && { instructions }),
  ...(low_stock_threshold !== undefined && { low_stock_threshold }),
})

const wireNames: Readonly<Record<string, string>> = {
  declared_value_minor: 'declared_value.amount',
  declared_value_currency: 'declared_value.currency',
  unit_cost_minor: 'unit_cost.amount',
  unit_cost_currency: 'unit_cost.currency',
  delivery: 'digital.delivery',
  link_url: 'digital.link_url',
  is_link_per_gift: 'digital.is_link_per_gift',
  instructions: 'digital.instructions',
  low_stock_threshold: 'digital.low_stock_threshold',
  donation_amount_minor: 'donation.amount.amount',
  donation_currency: 'donation.amount.currency',
  donation_cap: 'donation.cap',
  registration_number: 'charity.registration_number',
  charity_url: 'charity.url',
}

/** Runs a change. If it throws errors, the function renames their fields to the members of the body. */
export async function withWireNames<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, status } = error
    throw new ApiError(code, { message, status, fieldErrors: error.fieldErrors.map(toWireName) })
  }
}

const toWireName = ({ param, ...rest }: FieldError): FieldError => ({
  ...rest,
  param: param.replace(/[a-z_]+$/, (name) => wireNames[name] ?? name),
})
