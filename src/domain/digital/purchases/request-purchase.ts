import * as connections from '#connections'
import type { TxContext } from '#platform/postgres/database'
import type {
  CodeSupplier,
  CodeSupplierConnector,
  OrderResult,
} from '../suppliers/code-supplier.ts'
import type { PurchaseRow } from '../tables.ts'

/** The supplier of a purchase; a text says why there is none. */
export type PurchaseSupplier = CodeSupplier | string

/**
 * Opens the supplier of a purchase. A new order needs a connection that is enabled and that the operator allows; an order
 * that may exist is looked up in any case.
 */
export async function openSupplier(
  ctx: TxContext,
  { connection_id, attempts }: Pick<PurchaseRow, 'connection_id' | 'attempts'>,
  registry: connections.ConnectorRegistry,
): Promise<PurchaseSupplier> {
  const opened = await connections.open(ctx, connection_id, registry)
  if (opened?.connector.port !== 'code_supplier') return 'the connection or its kind is gone'
  const { connection, connector, values } = opened
  if (attempts === 1 && !connection.enabled) return 'the connection is disabled'
  if (attempts === 1 && !registry.isAllowed(connection.kind))
    return 'the operator does not allow the connection'
  return (connector as CodeSupplierConnector).open(values, registry.outbound)
}

/**
 * The number of requests after which the refusal of a repeated order counts, about 35 minutes after the first. Before,
 * it can be the refusal of a double: the list of a supplier may name the first order late.
 */
const sureAfter = 6

/**
 * Makes the order of a purchase, or looks it up if an earlier request may have made it. Only an order that the supplier does
 * not have is made again, with the same key. Never throws.
 */
export async function requestPurchase(
  { id, attempts, product_id, amount_minor, currency, created_at }: PurchaseRow,
  supplier: PurchaseSupplier,
): Promise<OrderResult> {
  if (typeof supplier === 'string')
    return { kind: attempts === 1 ? 'failed' : 'unknown', reason: supplier }
  const order = { key: id, ordered_at: created_at, product_id, amount_minor, currency }
  try {
    const found = attempts === 1 ? { kind: 'absent' as const } : await supplier.find(order)
    if (found.kind !== 'absent') return found
    const result = await supplier.order(order)
    return result.kind === 'failed' && attempts > 1 && attempts < sureAfter
      ? { kind: 'unknown', reason: result.reason }
      : result
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}
