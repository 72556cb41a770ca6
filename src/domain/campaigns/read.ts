import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import { type Page, type Paginated, throwIfAny, toPage, unknownCursorError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { toApiCampaign } from './campaign-view.ts'
import * as store from './store.ts'
import type { Campaign, CampaignRow } from './tables.ts'

/** Lower than for other lists, because each campaign contains its catalogue. */
const maxPageSize = 25

/** Returns a campaign of the account; undefined if the account has no such campaign. */
export async function find(ctx: TxContext, id: string): Promise<Campaign | undefined> {
  if (!isId(id)) return undefined
  const [campaign] = await withDetails(ctx, await store.findByIds(ctx, [id]))
  return campaign
}

/**
 * Returns how many items a recipient may choose, by campaign. The campaign object of the API does not have this setting,
 * because a third selection mode would break integrations that know two.
 */
export async function maxChoicesById(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = ids.length === 0 ? [] : await store.findLimits(ctx, ids)
  return new Map(rows.map(({ id, max_choices }) => [id, max_choices]))
}

/** Returns the names of campaigns, also of archived ones. */
export async function namesById(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = ids.length === 0 ? [] : await store.findNames(ctx, ids)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns a page of the account's campaigns. Throws if `after` is not one of them. */
export async function list(
  ctx: TxContext,
  filter: store.CampaignStateFilter,
  page: Page,
): Promise<Paginated<Campaign>> {
  const limited = { ...page, limit: Math.min(page.limit, maxPageSize) }
  const { after } = page
  if (after !== undefined && !isId(after)) throwIfAny([unknownCursorError], 400)
  const [rows, isCursorKnown] = await Promise.all([
    store.list(ctx, filter, limited),
    after === undefined || store.exists(ctx, after),
  ])
  if (!isCursorKnown) throwIfAny([unknownCursorError], 400)
  const { data, has_more } = toPage(rows, limited)
  return { data: await withDetails(ctx, data), has_more }
}

/** Runs three pipelined statements for any number of campaigns. */
async function withDetails(ctx: TxContext, rows: readonly CampaignRow[]): Promise<Campaign[]> {
  if (rows.length === 0) return []
  const variant_ids = [...new Set(rows.flatMap((row) => row.variant_ids))]
  const sender_ids = [...new Set(rows.map(({ sender_id }) => sender_id))]
  const [variants, stock, users] = await Promise.all([
    catalogue.variantsById(ctx, variant_ids),
    catalogue.stockByVariant(ctx, variant_ids),
    accounts.findUsersById(ctx, sender_ids),
  ])
  return rows.map((row) => toApiCampaign(ctx.deployment, row, { variants, stock, users }))
}
