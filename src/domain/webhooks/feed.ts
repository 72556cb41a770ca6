import {
  type Listed,
  listed,
  newestVersion,
  type Page,
  refuseIfAny,
  unknownCursor,
} from '#contract'
import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import type { EventFilter, EventView } from './store.ts'
import * as store from './store.ts'

/** A page of the account's events. An `after` that names none of them is refused. */
export async function listEvents(
  work: Work,
  filter: EventFilter,
  page: Page,
): Promise<Listed<EventView>> {
  if (page.after !== undefined && (await findEvent(work, page.after)) === undefined)
    refuseIfAny([unknownCursor], 400)
  if (filter.subject_id !== undefined && !isId(filter.subject_id))
    return { data: [], has_more: false }
  const wanted = { ...page, limit: page.limit + 1 }
  return listed(await store.selectEvents(work, newestVersion, filter, wanted), page)
}

/** One event of the transaction's account, with its body in the newest payload version. */
export const findEvent = async (work: Work, id: string): Promise<EventView | undefined> =>
  isId(id) ? store.selectEvent(work, newestVersion, id) : undefined
