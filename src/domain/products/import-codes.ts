import * as catalogue from '#catalogue'
import * as digital from '#digital'
import type { TxContext } from '#platform/postgres/database'
import { auditVariant } from './variant-audit.ts'

/** Imports codes for a digital variant, or checks them. Throws `not_found` if the variant has no content. */
export async function importCodes(
  ctx: TxContext,
  variant_id: string,
  source: digital.CodeSource,
  options: digital.ImportOptions,
): Promise<digital.ImportResult> {
  const result = await digital.importCodes(ctx, variant_id, source, options)
  if (result.is_dry_run) return result
  const details = { imported: result.new_count, skipped: result.duplicate_count }
  const sku = (await catalogue.findVariant(ctx, variant_id))?.sku ?? ''
  auditVariant(ctx, { id: variant_id, sku }, 'variant.import_codes', details)
  return result
}
