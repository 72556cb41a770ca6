import * as audit from '#audit'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { toDecimal } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import { saveDeliveries } from './create.ts'
import type { ProductForm, VariantForm } from './form.ts'
import { find, type ProductDetail } from './read.ts'

/**
 * Changes a product and its variants. Locks the product first, so that two changes at the same instant both
 * take effect. Returns the product. Returns undefined if the account has no such product.
 *
 * @param change  gets the locked product, and returns its new form; undefined to change nothing. It can
 *   throw, for example if the product has changed since the caller read it
 */
export async function edit(
  ctx: TxContext,
  id: string,
  change: (was: ProductDetail) => ProductForm | undefined,
): Promise<ProductDetail | undefined> {
  if (!(await catalogue.lockProduct(ctx, id))) return undefined
  const was = await find(ctx, id)
  if (was === undefined) return undefined
  const form = change(was)
  if (form === undefined) return was
  const grownIds = serializedSize(form) <= serializedSize(was) ? [] : was.variants.map(toId)
  const sizes = await campaigns.measureOfferings(ctx, grownIds)
  const saved = await catalogue.updateProduct(ctx, id, form)
  if (saved === undefined) return undefined
  await campaigns.rejectEnlargedOfferings(ctx, grownIds, sizes)
  const variants = (await catalogue.findProduct(ctx, id))?.variants ?? []
  await saveDeliveries(ctx, form, variants)
  audit.recordEntry(ctx, {
    action: 'product.change',
    subject: { kind: 'product', id: saved.is.id, name: saved.is.name },
    details: {
      before: { ...toAuditDetails(saved.was), unit_costs: describeUnitCosts(was.variants) },
      after: { ...toAuditDetails(saved.is), unit_costs: describeUnitCosts(variants) },
    },
  })
  return find(ctx, id)
}

/** Converts the stored variants to a form that changes nothing. */
export const toVariantForms = ({ variants }: ProductDetail): VariantForm[] =>
  variants.map(({ stock_levels: _, content: __, archived_at: ___, ...form }) => form)

const toId = ({ id }: { id: string }) => id

/**
 * Returns the size of a product in an offering. Only a product that becomes larger can make the offering of a
 * campaign too large.
 */
const serializedSize = ({
  name,
  images,
  variants,
}: Pick<catalogue.ProductInput, 'name' | 'images' | 'variants'>) =>
  JSON.stringify([name, images, variants.map((each) => [each.sku, each.name, each.images])]).length

/** Lists the unit costs of variants as `NB-PLUM 8.90 EUR, …`. Omits variants without a unit cost. */
const describeUnitCosts = (
  variants: readonly Pick<
    catalogue.AdminVariant,
    'sku' | 'unit_cost_minor' | 'unit_cost_currency'
  >[],
): string =>
  variants
    .flatMap(({ sku, unit_cost_minor: amount, unit_cost_currency: currency }) =>
      amount === null || currency === null
        ? []
        : [`${sku} ${toDecimal(amount, currency)} ${currency}`],
    )
    .join(', ')

const toAuditDetails = (product: {
  name: string
  description: string
  images: readonly unknown[]
  destination_mode: catalogue.DestinationMode
  destinations: readonly string[]
  minimum_age: number | null
  size_guide: object | null
  allergens: readonly string[]
  ingredients: string
  translations: catalogue.ItemTranslations
}) => ({
  name: product.name,
  description: product.description,
  images: product.images.length,
  translations: Object.keys(product.translations).sort().join(' '),
  destinations:
    product.destination_mode === 'all'
      ? 'all'
      : `${product.destination_mode} ${product.destinations.join(' ')}`,
  minimum_age: product.minimum_age,
  size_guide: product.size_guide,
  allergens: product.allergens.join(' '),
  ingredients: product.ingredients,
})
