import { newestVersion } from '#contract'
import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import type { EventPage, EventView } from './store.ts'
import * as store from './store.ts'

/** Events of the transaction's account, newest first unless asked otherwise. `after` is the id of the last one seen. */
export const listEvents = (work: Work, page: EventPage): Promise<EventView[]> =>
  store.selectEvents(work, newestVersion, page)

/** One event of the transaction's account, with its body in the newest payload version. */
export const findEvent = async (work: Work, id: string): Promise<EventView | undefined> =>
  isId(id) ? store.selectEvent(work, newestVersion, id) : undefined
