import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { isSameCode } from '../outbox/envelope.ts'
import * as store from '../outbox/store.ts'

/**
 * Marks a text message as bounced that did not arrive. Returns false if it does not exist, or if the code is another. A
 * repeated report has no effect.
 */
export async function recordLostText(
  ctx: TxContext,
  { id, code, reason }: { id: string; code: string; reason: string },
): Promise<boolean> {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined || row.channel !== 'sms' || !isSameCode(row.code, code)) return false
  await store.markBounced(ctx, row, reason)
  return true
}
