import * as accounts from '#accounts'
import {
  type DisplayStatus,
  displayStatuses,
  type Page,
  type Paginated,
  toEmailKey,
} from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import { toBudgetedPage } from '#platform/postgres/page-budget'
import type { AdminGiftFilter, GiftSearch } from './gift-filter.ts'
import * as adminListStore from './list-store.ts'

/** The filter with the search as the text that the user typed. */
export type AdminGiftQuery = Omit<AdminGiftFilter, 'search'> & {
  search?: string
  /** For roles that do not see addresses: a search finds whole addresses only. */
  hasWholeAddressesOnly?: boolean
}

/** Returns a page of the account's gift requests for the admin list, within the byte budget of pages. */
export async function browse(
  ctx: TxContext,
  query: AdminGiftQuery,
  page: Page,
): Promise<Paginated<gifting.Gift>> {
  await assertKnownCursor(ctx, page.after, (id) => gifting.find(ctx, id))
  const filter = await toFilter(ctx, query)
  return filter === undefined
    ? { data: [], has_more: false }
    : toBudgetedPage(await adminListStore.browse(ctx, filter, page), page)
}

/** Counts the matching gift requests. Returns undefined above 100,000. */
export async function countMatches(
  ctx: TxContext,
  query: AdminGiftQuery,
): Promise<number | undefined> {
  const filter = await toFilter(ctx, query)
  const count = filter === undefined ? 0 : await adminListStore.countMatches(ctx, filter)
  return count > adminListStore.matchCountCap ? undefined : count
}

const zeroCounts = Object.fromEntries(displayStatuses.map((status) => [status, 0])) as Record<
  DisplayStatus,
  number
>

/** Counts with upper bounds. A count listed in `capped` means 'at least'. */
export interface CappedStatusCounts extends Record<DisplayStatus, number> {
  all: number
  capped: readonly (DisplayStatus | 'all')[]
}

/** Returns counts per status in bounded time, independent of the query's status. Large counts are capped. */
export async function countByStatusCapped(
  ctx: TxContext,
  { status: _, ...query }: AdminGiftQuery,
): Promise<CappedStatusCounts> {
  const filter = await toFilter(ctx, query)
  if (filter === undefined) return { ...zeroCounts, all: 0, capped: [] }
  return Object.keys(filter).length === 0 ? countAllCapped(ctx) : countFilteredCapped(ctx, filter)
}

async function countAllCapped(ctx: TxContext): Promise<CappedStatusCounts> {
  const counts = { ...zeroCounts, all: 0 }
  const capped: (DisplayStatus | 'all')[] = []
  for (const { status, count } of await adminListStore.countByStatusCapped(ctx)) {
    const cap = status === 'all' ? adminListStore.totalCountCap : adminListStore.countCap
    counts[status] = Math.min(count, cap)
    if (count > cap) capped.push(status)
  }
  return { ...counts, capped }
}

/** Counts only the newest matches. If there are more, all counts mean 'at least'. */
async function countFilteredCapped(
  ctx: TxContext,
  filter: AdminGiftFilter,
): Promise<CappedStatusCounts> {
  const rows = await adminListStore.countFilteredCapped(ctx, filter)
  const isCapped = rows.some(({ is_cut }) => is_cut)
  const counts = { ...zeroCounts, all: 0 }
  for (const { status, count } of rows) {
    counts[status] = count
    counts.all += count
  }
  return { ...counts, capped: isCapped ? [...displayStatuses, 'all'] : [] }
}

/** Returns exact counts per status, independent of the query's status. */
export async function countByStatus(
  ctx: TxContext,
  { status: _, ...query }: AdminGiftQuery,
): Promise<Record<DisplayStatus, number>> {
  const filter = await toFilter(ctx, query)
  if (filter === undefined) return zeroCounts
  const rows = await adminListStore.countByStatus(ctx, filter)
  return { ...zeroCounts, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

/** Returns the filter values that occur in the account's gift requests. */
export async function filterOptions(
  ctx: TxContext,
): Promise<{ senders: { id: string; name: string }[]; countries: string[] }> {
  const [ids, countries] = await Promise.all([
    adminListStore.listSenders(ctx),
    adminListStore.listCountries(ctx),
  ])
  const usersById = await accounts.findUsersById(
    ctx,
    ids.map(({ id }) => id),
  )
  return {
    senders: ids.flatMap(({ id }) => {
      const user = usersById.get(id)
      return user === undefined ? [] : [{ id, name: user.name }]
    }),
    countries: countries.map(({ code }) => code),
  }
}

const idFilters = [
  'campaign_id',
  'recipient_id',
  'sender_id',
  'variant_id',
  'one_link_id',
  'bulk_send_id',
] as const

/** Returns undefined if nothing can match. */
export async function toFilter(
  ctx: TxContext,
  { search, hasWholeAddressesOnly = false, ...query }: AdminGiftQuery,
): Promise<AdminGiftFilter | undefined> {
  const ids = idFilters.map((name) => query[name])
  if (ids.some((id) => id !== undefined && !isId(id))) return undefined
  return search === undefined
    ? query
    : { ...query, search: await parseSearch(ctx, search, hasWholeAddressesOnly) }
}

/** Detects a complete id, the prefix of a reference or of an email address, or words of a name. */
async function parseSearch(ctx: TxContext, text: string, isWhole: boolean): Promise<GiftSearch> {
  const trimmed = text.trim()
  if (isId(trimmed)) return { kind: 'id', id: trimmed.toLowerCase() }
  if (/^gr-/i.test(trimmed)) return { kind: 'reference', prefix: trimmed.toUpperCase() }
  if (/^[^\s@]+@/.test(trimmed)) return { kind: 'email', prefix: toEmailKey(trimmed), isWhole }
  return { kind: 'words', ...(await gifting.parseSearchTerms(ctx, trimmed, isWhole)) }
}
