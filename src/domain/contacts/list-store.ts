import { type Page, toEmailKey } from '#contract'
import { foldAccents, prefixUpperBound } from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { buildPageSql, type SortedRow, type SortKey } from '#platform/postgres/keyset'
import { createBindings } from '#platform/postgres/table'
import { contactColumns } from './contact-store.ts'
import type { Contact } from './tables.ts'

/** The filters of the list of contacts. */
export interface ContactFilter {
  search?: string
  /** For roles that do not see addresses: a search finds whole work addresses only. */
  hasWholeAddressesOnly?: boolean
  group_id?: string
  country?: string
  language?: string
  do_not_gift?: boolean
  sort?: 'name' | 'created'
}

const nameKeys: readonly SortKey[] = [{ sql: 'c.sort_name', type: 'text' }]
const maxTerms = 5

function buildWhere(ctx: TxContext, filter: ContactFilter) {
  const { bind, values } = createBindings(ctx.account_id)
  const where = ['c.account_id = $1']
  for (const term of toTerms(filter.search))
    where.push(
      `c.id in (select k.contact_id from contacts.search_key k
        where k.account_id = $1 and ${matchesTerm(term, filter, bind)})`,
    )
  if (filter.group_id !== undefined)
    where.push(
      `c.id in (select m.contact_id from contacts.membership m where m.account_id = $1 and m.group_id = ${bind(filter.group_id)})`,
    )
  if (filter.country !== undefined) where.push(`c.country = ${bind(filter.country)}`)
  if (filter.language !== undefined) {
    const language = bind(filter.language)
    // A language includes its regional forms. The sign after a hyphen ends their range.
    where.push(
      `(c.language = ${language} or c.language > ${language} || '-' and c.language < ${language} || '.')`,
    )
  }
  if (filter.do_not_gift !== undefined)
    where.push(`c.do_not_gift is ${filter.do_not_gift ? 'not null' : 'null'}`)
  return { bind, values, where }
}

/** Prefixes would reveal an address letter by letter to a role that does not see it. */
function matchesTerm(
  term: string,
  { hasWholeAddressesOnly = false }: ContactFilter,
  bind: (value: unknown) => string,
): string {
  if (hasWholeAddressesOnly && term.includes('@'))
    return `k.key = ${bind(term)} and not k.is_private`
  const range = `k.key >= ${bind(term)} and k.key < ${bind(prefixUpperBound(term))}`
  return hasWholeAddressesOnly ? `${range} and not k.is_private and strpos(k.key, '@') = 0` : range
}

const toTerms = (search = ''): string[] =>
  search
    .trim()
    .replace(/^@/, '')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, maxTerms)
    .map((word) => (word.includes('@') ? toEmailKey(word) : foldAccents(word)))

/** Finds contacts. Returns at most one row more than the page size. */
export function browse(
  ctx: TxContext,
  filter: ContactFilter,
  page: Page,
): Promise<(Contact & SortedRow)[]> {
  const { bind, values, where } = buildWhere(ctx, filter)
  const keys = filter.sort === 'name' ? nameKeys : []
  const { columns, conditions, orderBy } = buildPageSql(keys, 'c.id', page, bind)
  return ctx.query<Contact & SortedRow>(
    `select ${contactColumns}, ${columns} from (select c.* from contacts.contact c
        where ${[...where, ...conditions].join(' and ')} ${orderBy} limit ${bind(page.limit + 1)}) c ${orderBy}`,
    values,
  )
}
