import { type Page, type Paginated, toPage } from '#contract'
import { getTimestampOfId, isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import type { DeliveryLogFilter, DeliveryLogRow, LoggedAttempt } from './delivery-log-store.ts'
import * as store from './delivery-log-store.ts'

export interface LoggedDelivery extends DeliveryLogRow {
  attempts: Omit<LoggedAttempt, 'delivery_id'>[]
}

/** Returns a page of the account's delivery log, by default newest first. */
export async function listDeliveryLog(
  ctx: TxContext,
  filter: DeliveryLogFilter,
  page: Page,
): Promise<Paginated<LoggedDelivery>> {
  await assertKnownCursor(ctx, page.after, (id) => store.find(ctx, id), 'expiring')
  const ids = [filter.event_id, filter.endpoint_id, filter.subject_id]
  if (!ids.every((id) => id === undefined || isId(id))) return { data: [], has_more: false }
  const { data, has_more } = toPage(
    await store.selectPage(ctx, filter, { ...page, limit: page.limit + 1 }),
    page,
  )
  return { data: await withAttempts(ctx, data), has_more }
}

/** Returns one delivery with its attempts and the ids of its resends. */
export async function findDelivery(
  ctx: TxContext,
  id: string,
): Promise<(LoggedDelivery & { replays: string[] }) | undefined> {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined) return undefined
  const [delivery] = await withAttempts(ctx, [row])
  return delivery && { ...delivery, replays: await store.findReplayIds(ctx, row) }
}

/**
 * Adds the attempts. Replaces `created_at`, which follows the account's clock, by the real time in the
 * id, so that the time is comparable with the times of the attempts.
 */
async function withAttempts(
  ctx: TxContext,
  rows: readonly DeliveryLogRow[],
): Promise<LoggedDelivery[]> {
  const attempts = await store.findAttempts(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    created_at: getTimestampOfId(row.id),
    attempts: attempts
      .filter(({ delivery_id }) => delivery_id === row.id)
      .map(({ delivery_id: _, ...rest }) => rest),
  }))
}

/** Returns the stored bodies of an event: the newest version, and the versions of subscribed endpoints. */
export const findEventBodies = (ctx: TxContext, event_id: string) =>
  isId(event_id) ? store.findBodies(ctx, event_id) : Promise.resolve([])

/** Returns the row versions of deliveries, for live updates. */
export const getDeliveryVersions = (ctx: TxContext, ids: readonly string[]) =>
  store.rowVersions(ctx, ids.filter(isId))
export const countNewerDeliveries = (ctx: TxContext, id: string): Promise<number> =>
  isId(id) ? store.countNewerThan(ctx, id) : Promise.resolve(0)
