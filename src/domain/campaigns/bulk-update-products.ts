import * as catalogue from '#catalogue'
import { type FieldError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import { archiveProduct, restoreProduct } from './archive-product.ts'

/** A change of several products. */
export interface ProductBulkChange extends catalogue.BulkChange {
  /** Archives or restores the products. */
  archived?: boolean
}

/**
 * Changes several products: all or none. Returns their names by id. Locks in the order of all transactions: campaigns
 * first, then products in the order of their ids.
 */
export async function bulkUpdateProducts(
  ctx: TxContext,
  ids: readonly string[],
  { archived, ...change }: ProductBulkChange,
): Promise<ReadonlyMap<string, string>> {
  if (archived !== undefined) await adminStore.lockAvailableCampaigns(ctx)
  const names = new Map<string, string>()
  const hasFields = Object.values(change).some((value) => value !== undefined)
  for (const id of [...new Set(ids.map((each) => each.toLowerCase()))].sort()) {
    const name = await updateOne(ctx, id, archived, hasFields ? change : undefined)
    if (name === undefined) throwIfAny(unknownProductErrors(ids, id))
    else names.set(id, name)
  }
  return names
}

async function updateOne(
  ctx: TxContext,
  id: string,
  archived: boolean | undefined,
  change: catalogue.BulkChange | undefined,
): Promise<string | undefined> {
  if (!isId(id)) return undefined
  const was =
    change === undefined
      ? await catalogue.findProduct(ctx, id)
      : await catalogue.updateProductFields(ctx, id, change)
  if (was === undefined || archived === undefined) return was?.name
  return archived ? archiveProduct(ctx, id) : restoreProduct(ctx, id)
}

const unknownProductErrors = (ids: readonly string[], id: string): FieldError[] => [
  {
    code: 'invalid_reference',
    param: `ids.${ids.findIndex((each) => each.toLowerCase() === id)}`,
    message: 'names no product of this account',
  },
]
