import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findContentForUpdate } from '../contents/contents.ts'
import * as importStore from './import-store.ts'

const maxImports = 50

/** Returns the imports of a variant, the newest first, at most fifty. */
export const listImports = (
  ctx: TxContext,
  variant_id: string,
): Promise<importStore.CodeImport[]> =>
  isId(variant_id) ? importStore.listImports(ctx, variant_id, maxImports) : Promise.resolve([])

/**
 * Revokes all codes of an import that no gift has. Returns how many, and how many gifts have codes of it already. Throws
 * `not_found` for an unknown import.
 */
export async function revokeImport(
  ctx: TxContext,
  variant_id: string,
  import_id: string,
  reason: string,
): Promise<{ revoked: number; given: number }> {
  await findContentForUpdate(ctx, variant_id)
  const counts = isId(import_id)
    ? await importStore.revokeImport(ctx, variant_id, import_id, reason)
    : undefined
  if (counts === undefined) throw new ApiError('not_found')
  return counts
}
