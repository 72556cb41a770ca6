import { getNewestVersion, type Page, type Paginated } from '#contract'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import { toBudgetedPage } from '#platform/postgres/page-budget'
import type { EventFilter, EventView } from './event-store.ts'
import * as store from './event-store.ts'

/**
 * Returns a page of the account's events, within the byte budget of pages. Each body has the given version if an endpoint subscribed in
 * that version, and otherwise the newest stored version.
 *
 * @throws ApiError when `after` is not the id of an event; the event may have left retention
 */
export async function listEvents(
  ctx: TxContext,
  filter: EventFilter,
  page: Page,
  version: string = getNewestVersion(ctx.deployment.versions),
): Promise<Paginated<EventView>> {
  await assertKnownCursor(ctx, page.after, (id) => findEvent(ctx, id), 'expiring')
  if (filter.subject_id !== undefined && !isId(filter.subject_id))
    return { data: [], has_more: false }
  const pagePlusOne = { ...page, limit: page.limit + 1 }
  return toBudgetedPage(
    await store.selectEvents(ctx, versionPreference(ctx, version), filter, pagePlusOne),
    page,
  )
}

/** Returns one event of the account, with its body as in `listEvents`. */
export const findEvent = async (
  ctx: TxContext,
  id: string,
  version: string = getNewestVersion(ctx.deployment.versions),
): Promise<EventView | undefined> =>
  isId(id) ? store.selectEvent(ctx, versionPreference(ctx, version), id) : undefined

/** Returns all versions in order of preference. */
const versionPreference = ({ deployment }: TxContext, version: string): string[] => [
  version,
  ...Object.keys(deployment.versions),
]
