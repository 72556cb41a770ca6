import type { Bestow } from '@bestow/sdk'
import type { Crm } from './crm.ts'

/**
 * How long an event may take to appear in the feed behind younger ones. The cursor stays that far back,
 * and what lies between is read again, which does no harm.
 */
const settleMs = 10 * 60_000 // milliseconds

/**
 * Reads what the webhooks told since the last time, from the feed of events: for the first start, after
 * an outage of more than a day, or after the endpoint was disabled. Answers how much was new.
 */
export async function catchUp(bestow: Bestow, crm: Crm, now = Date.now()): Promise<number> {
  const cursor = crm.cursor()
  let newCount = 0
  for await (const event of bestow.events.list({ order: 'asc', limit: 100, after: cursor })) {
    const { id, type, body } = event
    // Null: the recipient has been erased since.
    if (body !== null && crm.apply({ id, type, data: body })) newCount += 1
    if (now - Date.parse(event.created_at) > settleMs) crm.saveCursor(id)
  }
  return newCount
}
