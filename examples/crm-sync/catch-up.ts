import type { Bestow } from '@bestow/sdk'
import type { Crm } from './crm.ts'

/**
 * Reads the events since the last run from the events feed: for the first start, after an outage of more
 * than a day, or after the endpoint was disabled. Returns the number of new events.
 */
export async function catchUp(bestow: Bestow, crm: Crm): Promise<number> {
  const cursor = crm.cursor()
  let newCount = 0
  for await (const { id, type, body } of bestow.events.list({
    order: 'asc',
    limit: 100,
    after: cursor,
  })) {
    // Null: the recipient has been erased.
    if (body !== null && crm.apply({ id, type, data: body })) newCount += 1
    crm.saveCursor(id)
  }
  return newCount
}
