import * as audit from '#audit'
import * as catalogue from '#catalogue'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'
import type { ProductForm } from './form.ts'

/** Adds a product with its variants to the catalogue. Returns its id, and the variants in the order of the form. */
export async function create(
  ctx: TxContext,
  form: ProductForm,
): Promise<{ id: string; variants: readonly { id: string; sku: string }[] }> {
  const created = await catalogue.createProduct(ctx, form)
  await saveDeliveries(ctx, form, created.variants)
  const subject = { kind: 'product', id: created.id, name: form.name }
  audit.recordEntry(ctx, { action: 'product.create', subject })
  return created
}

/** Saves how the variants are delivered. The saved variants have the order of the form. */
export const saveDeliveries = (
  ctx: TxContext,
  { kind, variants }: Pick<ProductForm, 'kind' | 'variants'>,
  saved: readonly { id: string }[],
): Promise<void> =>
  digital.saveDeliveries(
    ctx,
    kind,
    variants.flatMap(({ id: formId, delivery, link_url, is_link_per_gift }, index) => {
      const id = saved[index]?.id
      const is_new = formId === undefined
      return id === undefined ? [] : [{ id, is_new, delivery, link_url, is_link_per_gift }]
    }),
  )
