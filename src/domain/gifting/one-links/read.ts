import { type Page, type Paginated, throwIfAny, toPage, unknownCursorError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { hashCode } from '../lifecycle/link.ts'
import type { OneLink } from '../lifecycle/tables.ts'
import * as oneLinkStore from './one-link-store.ts'

/** One one-link of the account; undefined when this account has none by that id. */
export const findOneLink = async (ctx: TxContext, id: string): Promise<OneLink | undefined> =>
  isId(id) ? oneLinkStore.find(ctx, ctx.account_id, id) : undefined

/** The one-link that a visitor's code opens, whichever account it belongs to when the work is for everyone. */
export const findOneLinkByCode = (ctx: TxContext, code: string): Promise<OneLink | undefined> =>
  oneLinkStore.findByCode(ctx, hashCode(code))

/** A page of the account's one-links. An `after` that names none of them is refused. */
export async function listOneLinks(ctx: TxContext, page: Page): Promise<Paginated<OneLink>> {
  if (page.after !== undefined && (await findOneLink(ctx, page.after)) === undefined)
    throwIfAny([unknownCursorError], 400)
  return toPage(await oneLinkStore.list(ctx, ctx.account_id, page), page)
}

/** Who claimed last, most recent first. */
export const latestClaims = (
  ctx: TxContext,
  id: string,
  limit = 10,
): Promise<oneLinkStore.ClaimSummary[]> => oneLinkStore.latestClaims(ctx, id, limit)

/** How these one-links stand now: another number than before means that something has changed. */
export const oneLinkVersions = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> => oneLinkStore.listVersions(ctx, ids.filter(isId))
