import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { isSameCode } from '../outbox/envelope.ts'
import * as store from '../outbox/store.ts'

/** The statuses of the provider for a message that did not arrive. */
const failedStatuses: ReadonlySet<string> = new Set(['failed', 'undelivered', 'canceled'])

/**
 * Marks a text message as bounced if it did not arrive. Returns false if it does not exist, or if the code is another. A
 * repeated report has no effect.
 */
export async function recordSmsStatus(
  ctx: TxContext,
  { id, code, status, error }: { id: string; code: string; status: string; error: string },
): Promise<boolean> {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined || row.channel !== 'sms' || !isSameCode(row.code, code)) return false
  const reason = /^\d{1,6}$/.test(error) ? `${status}, error ${error}` : status
  if (failedStatuses.has(status)) await store.markBounced(ctx, row, reason)
  return true
}
