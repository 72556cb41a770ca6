import { type Listed, listed, type Page, refuseIfAny, unknownCursor } from '#contract'
import { isId, timeOfId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import type { LogFilter, LoggedAttempt, LogRow } from './delivery-log-store.ts'
import * as store from './delivery-log-store.ts'

export interface LoggedDelivery extends LogRow {
  attempts: Omit<LoggedAttempt, 'delivery_id'>[]
}

/** A page of the account's deliveries for people to look through, newest first. */
export async function deliveryLog(
  work: Work,
  filter: LogFilter,
  page: Page,
): Promise<Listed<LoggedDelivery>> {
  const ids = [filter.event_id, filter.endpoint_id, filter.subject_id, page.after]
  if (!ids.every((id) => id === undefined || isId(id))) return { data: [], has_more: false }
  if (page.after !== undefined && (await store.find(work, page.after)) === undefined)
    refuseIfAny([unknownCursor], 400)
  const { data, has_more } = listed(
    await store.select(work, filter, { ...page, limit: page.limit + 1 }),
    page,
  )
  return { data: await withAttempts(work, data), has_more }
}

/** One of them, with what became of it since. */
export async function findDelivery(
  work: Work,
  id: string,
): Promise<(LoggedDelivery & { replays: string[] }) | undefined> {
  const row = isId(id) ? await store.find(work, id) : undefined
  if (row === undefined) return undefined
  const [delivery] = await withAttempts(work, [row])
  return delivery && { ...delivery, replays: await store.replaysOf(work, row) }
}

/** The real time at which each was recorded, as of its attempts: `created_at` is of the account's clock, and ids are not. */
async function withAttempts(work: Work, rows: readonly LogRow[]): Promise<LoggedDelivery[]> {
  const attempts = await store.attemptsOf(
    work,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    created_at: timeOfId(row.id),
    attempts: attempts
      .filter(({ delivery_id }) => delivery_id === row.id)
      .map(({ delivery_id: _, ...rest }) => rest),
  }))
}

/** The bodies of an event that are kept: the newest version's, and those that endpoints wanted. */
export const bodiesOf = (work: Work, event_id: string) =>
  isId(event_id) ? store.bodiesOf(work, event_id) : Promise.resolve([])

/** For pages that watch: how these stand, and how many are newer than the newest. */
export const deliveryVersions = (work: Work, ids: readonly string[]) =>
  store.versions(work, ids.filter(isId))
export const countNewDeliveries = (work: Work, id: string): Promise<number> =>
  isId(id) ? store.countNewer(work, id) : Promise.resolve(0)
