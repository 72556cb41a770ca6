import {
  getNewestVersion,
  type Page,
  type Paginated,
  throwIfAny,
  toPage,
  unknownCursorError,
} from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { EventFilter, EventView } from './event-store.ts'
import * as store from './event-store.ts'

/**
 * A page of the account's events, their bodies in the version that is wanted where somebody was told in
 * it, and else in the newest that is kept. An `after` that names none of them is refused.
 */
export async function listEvents(
  ctx: TxContext,
  filter: EventFilter,
  page: Page,
  version: string = getNewestVersion(ctx.deployment.versions),
): Promise<Paginated<EventView>> {
  if (page.after !== undefined && (await findEvent(ctx, page.after)) === undefined)
    throwIfAny([unknownCursorError], 400)
  if (filter.subject_id !== undefined && !isId(filter.subject_id))
    return { data: [], has_more: false }
  const pagePlusOne = { ...page, limit: page.limit + 1 }
  return toPage(
    await store.selectEvents(ctx, versionPreference(ctx, version), filter, pagePlusOne),
    page,
  )
}

/** One event of the transaction's account, likewise. */
export const findEvent = async (
  ctx: TxContext,
  id: string,
  version: string = getNewestVersion(ctx.deployment.versions),
): Promise<EventView | undefined> =>
  isId(id) ? store.selectEvent(ctx, versionPreference(ctx, version), id) : undefined

/** Versions, the most wanted first. */
const versionPreference = ({ deployment }: TxContext, version: string): string[] => [
  version,
  ...Object.keys(deployment.versions),
]
