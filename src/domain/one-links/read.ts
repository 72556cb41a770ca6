import { type Page, type Paginated, toPage } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import * as oneLinkStore from './one-link-store.ts'
import type { OneLink } from './tables.ts'

/** Returns a one-link of the account; undefined if the account has no such one-link. */
export const find = async (ctx: TxContext, id: string): Promise<OneLink | undefined> =>
  isId(id) ? oneLinkStore.find(ctx, ctx.account_id, id) : undefined

/** Finds a one-link by the code in its URL; in any account if `ctx` is for ALL_ACCOUNTS. */
export const findByCode = (ctx: TxContext, code: string): Promise<OneLink | undefined> =>
  oneLinkStore.findByCode(ctx, gifting.hashCode(code))

/** Returns a page of the account's one-links. Throws if `after` is not one of them. */
export async function list(ctx: TxContext, page: Page): Promise<Paginated<OneLink>> {
  await assertKnownCursor(ctx, page.after, (id) => find(ctx, id))
  return toPage(await oneLinkStore.list(ctx, ctx.account_id, page), page)
}

/** Returns the latest claims, most recent first. */
export const latestClaims = (
  ctx: TxContext,
  id: string,
  limit = 10,
): Promise<oneLinkStore.ClaimSummary[]> => oneLinkStore.latestClaims(ctx, id, limit)

/** Returns a version number per one-link, which changes with each update. */
export const listVersions = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> => oneLinkStore.listVersions(ctx, ids.filter(isId))
