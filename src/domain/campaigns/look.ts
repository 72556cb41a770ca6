import * as access from '#access'
import * as catalogue from '#catalogue'
import { type Listed, listed, type Page, refuseIfAny, unknownCursor } from '#contract'
import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import * as store from './store.ts'
import type { Campaign } from './tables.ts'
import { campaignView } from './view.ts'

/** A campaign carries its whole catalogue, so a page holds fewer of them than of other things. */
const mostOnAPage = 25

/** One campaign of the account; undefined when this account has none by that id. */
export async function find(work: Work, id: string): Promise<Campaign | undefined> {
  if (!isId(id)) return undefined
  const [campaign] = await furnish(work, await store.findSome(work, [id]))
  return campaign
}

/** A page of the account's campaigns. An `after` that names none of them is refused. */
export async function list(
  work: Work,
  filter: store.Filter,
  page: Page,
): Promise<Listed<Campaign>> {
  const limited = { ...page, limit: Math.min(page.limit, mostOnAPage) }
  const { after } = page
  if (after !== undefined && !isId(after)) refuseIfAny([unknownCursor], 400)
  const [rows, isAfterOurs] = await Promise.all([
    store.list(work, filter, limited),
    after === undefined || store.isThere(work, after),
  ])
  if (!isAfterOurs) refuseIfAny([unknownCursor], 400)
  const { data, has_more } = listed(rows, limited)
  return { data: await furnish(work, data), has_more }
}

/** Whatever the number of campaigns, three statements that travel together. */
async function furnish(work: Work, rows: readonly store.Row[]): Promise<Campaign[]> {
  if (rows.length === 0) return []
  const variant_ids = [...new Set(rows.flatMap((row) => row.variant_ids))]
  const sender_ids = [...new Set(rows.map(({ sender_id }) => sender_id))]
  const [variants, stock, people] = await Promise.all([
    catalogue.variantsBy(work, variant_ids),
    catalogue.stockBy(work, variant_ids),
    access.peopleBy(work, sender_ids),
  ])
  return rows.map((row) => campaignView(work.installation, row, { variants, stock, people }))
}
