import type { Bestow } from '@bestow/sdk'
import type { Crm } from './crm.ts'

/**
 * The maximum delay until an event appears in the feed after later events. The cursor stays this far back,
 * and the sync reads the overlap again, which has no effect.
 */
const settleMs = 10 * 60_000 // milliseconds

/**
 * Reads the events since the last run from the events feed: for the first start, after an outage of more
 * than a day, or after the endpoint was disabled. Returns the number of new events.
 */
export async function catchUp(bestow: Bestow, crm: Crm, now = Date.now()): Promise<number> {
  const cursor = crm.cursor()
  let newCount = 0
  for await (const event of bestow.events.list({ order: 'asc', limit: 100, after: cursor })) {
    const { id, type, body } = event
    // Null: the recipient has been erased.
    if (body !== null && crm.apply({ id, type, data: body })) newCount += 1
    if (now - Date.parse(event.created_at) > settleMs) crm.saveCursor(id)
  }
  return newCount
}
