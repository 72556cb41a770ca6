import * as access from '#access'
import { type Page, type Paginated, throwIfAny, toPage, unknownCursorError } from '#contract'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import * as deskStore from './desk-store.ts'
import { find } from './look.ts'
import { wordsFrom } from './search-words.ts'
import type { Gift } from './tables.ts'

/** The same filter with a search as somebody typed it. */
export type DeskQuery = Omit<deskStore.DeskFilter, 'search'> & { search?: string }

/** A page of the account's gift requests, as its people look for them. */
export async function browse(
  ctx: TxContext,
  query: DeskQuery,
  page: Page,
): Promise<Paginated<Gift>> {
  if (page.after !== undefined && (await find(ctx, page.after)) === undefined)
    throwIfAny([unknownCursorError], 400)
  const filter = await filterFrom(ctx, query)
  return filter === undefined
    ? { data: [], has_more: false }
    : toPage(await deskStore.browse(ctx, filter, page), page)
}

/** As many as can be selected at once. */
const maxSelected = 10_000

/** The ids of the gift requests that match, the newest first: at most 10,000, and whether there are more. */
export async function selectIds(
  ctx: TxContext,
  query: DeskQuery,
): Promise<{ ids: string[]; has_more: boolean }> {
  const filter = await filterFrom(ctx, query)
  if (filter === undefined) return { ids: [], has_more: false }
  const rows = await deskStore.selectIds(ctx, filter, maxSelected + 1)
  const ids = rows.slice(0, maxSelected).map(({ id }) => id)
  return { ids, has_more: rows.length > maxSelected }
}

const none = { submitted: 0, redeemed: 0, dispatched: 0, delivered: 0, cancelled: 0, expired: 0 }

/** Counts of a glance: those of `capped` are 'so many at least'. */
export interface TabCounts extends Record<deskStore.ShownStatus, number> {
  all: number
  capped: readonly (deskStore.ShownStatus | 'all')[]
}

/** About how many gifts there are of each status, whichever status the query names; soon, however many there are. */
export async function countTabs(
  ctx: TxContext,
  { status: _, ...query }: DeskQuery,
): Promise<TabCounts> {
  const filter = await filterFrom(ctx, query)
  if (filter === undefined) return { ...none, all: 0, capped: [] }
  return Object.keys(filter).length === 0 ? countAllTabs(ctx) : countTabsOf(ctx, filter)
}

async function countAllTabs(ctx: TxContext): Promise<TabCounts> {
  const counts = { ...none, all: 0 }
  const capped: (deskStore.ShownStatus | 'all')[] = []
  for (const { status, count } of await deskStore.countTabs(ctx)) {
    const most = status === 'all' ? deskStore.mostInAll : deskStore.mostCounted
    counts[status] = Math.min(count, most)
    if (count > most) capped.push(status)
  }
  return { ...counts, capped }
}

/** The newest of them are looked at: where there are more, all counts are 'so many at least'. */
async function countTabsOf(ctx: TxContext, filter: deskStore.DeskFilter): Promise<TabCounts> {
  const rows = await deskStore.countTabsOf(ctx, filter)
  const isCut = rows.some(({ is_cut }) => is_cut)
  const counts = { ...none, all: 0 }
  for (const { status, count } of rows) {
    counts[status] = count
    counts.all += count
  }
  return { ...counts, capped: isCut ? [...deskStore.shownStatuses, 'all'] : [] }
}

/** How many there are of each status, to the last one, whichever status the query names. */
export async function countByStatus(
  ctx: TxContext,
  { status: _, ...query }: DeskQuery,
): Promise<Record<deskStore.ShownStatus, number>> {
  const filter = await filterFrom(ctx, query)
  if (filter === undefined) return none
  const rows = await deskStore.countByStatus(ctx, filter)
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

/** What the list can be narrowed to, as far as there is anything of it. */
export async function deskChoices(
  ctx: TxContext,
): Promise<{ senders: { id: string; name: string }[]; countries: string[] }> {
  const [ids, countries] = await Promise.all([deskStore.senders(ctx), deskStore.countries(ctx)])
  const people = await access.findUsersById(
    ctx,
    ids.map(({ id }) => id),
  )
  return {
    senders: ids.flatMap(({ id }) => {
      const person = people.get(id)
      return person === undefined ? [] : [{ id, name: person.name }]
    }),
    countries: countries.map(({ code }) => code),
  }
}

/** Undefined when nothing can fit. */
export async function filterFrom(
  ctx: TxContext,
  { search, ...query }: DeskQuery,
): Promise<deskStore.DeskFilter | undefined> {
  const ids = [query.campaign_id, query.sender_id, query.variant_id, query.one_link_id]
  if (ids.some((id) => id !== undefined && !isId(id))) return undefined
  return search === undefined ? query : { ...query, search: await searchFrom(ctx, search) }
}

/** A whole id, the beginning of a reference or of an e-mail address, or words of a name. */
async function searchFrom(ctx: TxContext, text: string): Promise<deskStore.Search> {
  const typed = text.trim()
  if (isId(typed)) return { kind: 'id', id: typed.toLowerCase() }
  if (/^gr-/i.test(typed)) return { kind: 'reference', prefix: typed.toUpperCase() }
  if (/^[^\s@]+@/.test(typed)) return { kind: 'email', prefix: typed.toLowerCase() }
  return { kind: 'words', ...(await wordsFrom(ctx, typed)) }
}
