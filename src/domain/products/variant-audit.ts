import * as audit from '#audit'
import type { TxContext } from '#platform/postgres/database'

type VariantAction =
  | 'stock.adjust'
  | 'stock.count'
  | 'variant.change_content'
  | 'variant.import_codes'

/** Records an action on a variant, which the log names by its SKU. */
export const auditVariant = (
  ctx: TxContext,
  { id, sku }: { id: string; sku: string },
  action: VariantAction,
  details: Record<string, unknown>,
): void => audit.recordEntry(ctx, { action, subject: { kind: 'variant', id, name: sku }, details })
