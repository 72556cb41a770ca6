import { type Listed, listed, type Page, refuseIfAny, unknownCursor } from '#contract'
import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import { digestOf } from './link.ts'
import * as oneLinkStore from './one-link-store.ts'
import type { OneLink } from './tables.ts'

/** One one-link of the account; undefined when this account has none by that id. */
export const findOneLink = async (work: Work, id: string): Promise<OneLink | undefined> =>
  isId(id) ? oneLinkStore.find(work, work.account_id, id) : undefined

/** The one-link that a visitor's code opens, whichever account it belongs to when the work is for everyone. */
export const findOneLinkByCode = (work: Work, code: string): Promise<OneLink | undefined> =>
  oneLinkStore.findByCode(work, digestOf(code))

/** A page of the account's one-links. An `after` that names none of them is refused. */
export async function listOneLinks(work: Work, page: Page): Promise<Listed<OneLink>> {
  if (page.after !== undefined && (await findOneLink(work, page.after)) === undefined)
    refuseIfAny([unknownCursor], 400)
  return listed(await oneLinkStore.list(work, work.account_id, page), page)
}

/** Who claimed last, most recent first. */
export const latestClaims = (work: Work, id: string, most = 10): Promise<oneLinkStore.ClaimRow[]> =>
  oneLinkStore.latestClaims(work, id, most)

/** How these one-links stand now: another number than before means that something has changed. */
export const oneLinkVersions = (
  work: Work,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> => oneLinkStore.versions(work, ids.filter(isId))
