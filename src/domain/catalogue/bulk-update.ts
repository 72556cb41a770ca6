import { type FieldError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as adminStore from './admin-store.ts'
import type { ProductRules } from './destinations.ts'
import { mergeRules, validateRules } from './product-rules.ts'
import {
  mergeShippingDetails,
  type ShippingDetails,
  shippingDetailNames,
  validateShippingDetails,
} from './shipping-details.ts'

/** A change of several products. Absent members do not change. Shipping details apply to every variant. */
export interface BulkChange extends Partial<ProductRules>, Partial<ShippingDetails> {
  description?: string
}

/** Changes one product of a bulk change. Returns it before the change; undefined when the account has none. */
export async function updateProductFields(
  ctx: TxContext,
  id: string,
  change: BulkChange,
): Promise<adminStore.ProductRow | undefined> {
  const was = await adminStore.findProductForUpdate(ctx, id)
  if (was === undefined) return undefined
  const rules = mergeRules(was, change)
  const { description = was.description } = change
  const hasDetails = shippingDetailNames.some((name) => change[name] !== undefined)
  const variants =
    hasDetails && was.kind === 'physical' ? await adminStore.findVariantsByProduct(ctx, [id]) : []
  const changed = variants.map((variant, position) => ({
    ...variant,
    ...mergeShippingDetails(variant, change),
    position,
  }))
  throwIfAny([
    ...validateRules(rules),
    ...uniqueErrors(changed.flatMap((variant) => validateShippingDetails(variant))),
  ])
  await adminStore.updateProduct(ctx, { ...was, ...rules, description, updated_at: ctx.now })
  if (changed.length > 0) await adminStore.updateVariants(ctx, changed)
  return was
}

const uniqueErrors = (errors: readonly FieldError[]): FieldError[] => [
  ...new Map(errors.map((error) => [error.param, error])).values(),
]
