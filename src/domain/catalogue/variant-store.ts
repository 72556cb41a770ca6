import type { Page } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { createBindings } from '#platform/postgres/table'
import type { AdminVariantRow } from './admin-store.ts'
import type { ProductKind } from './product-kind.ts'
import { variantDetailNames } from './variant-details.ts'

/** The filters of the variant list. */
export interface VariantFilter {
  ids?: readonly string[]
  sku?: string
  product_id?: string
  /** A variant is available if its product is, too. */
  state?: 'available' | 'archived'
}

const detailColumns = variantDetailNames.map((name) => `v.${name}`).join(', ')

/** Returns one row more than the page size. */
export function findVariantPage(
  ctx: TxContext,
  { ids, sku, product_id, state }: VariantFilter,
  { limit, after, order }: Page,
): Promise<(AdminVariantRow & { kind: ProductKind })[]> {
  const { bind, values } = createBindings(ctx.account_id, limit + 1)
  const where = ['v.account_id = $1']
  if (ids !== undefined) where.push(`v.id = any(${bind(ids)})`)
  if (sku !== undefined) where.push(`v.sku = ${bind(sku)}`)
  if (product_id !== undefined) where.push(`v.product_id = ${bind(product_id)}`)
  const isAvailable = '(v.archived_at is null and p.archived_at is null)'
  if (state !== undefined) where.push(state === 'available' ? isAvailable : `not ${isAvailable}`)
  if (after !== undefined) where.push(`v.id ${order === 'asc' ? '>' : '<'} ${bind(after)}`)
  return ctx.query(
    `select v.id, v.product_id, p.kind, v.sku, v.name, v.images, v.translations, v.archived_at, ${detailColumns}
       from catalogue.variant v
       join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
      where ${where.join(' and ')} order by v.id ${order} limit $2`,
    values,
  )
}
