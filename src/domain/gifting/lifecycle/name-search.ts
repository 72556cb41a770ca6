import { isDomain, parseRawJson, type RawJson, toDomainKey, toEmailKey } from '#contract'
import type { TxContext } from '#platform/postgres/database'

/**
 * The columns with search keys. A search finds gift requests by the beginning of a key. The keys are the
 * first name, its second word, the last name, its last word, the email address, its domain, the reference
 * with or without `GR-`, and the metadata values. Each of these keys has an index. There is no search for a
 * text inside a key, because PostgreSQL does not use a trigram index with row-level security.
 */
const nameKeyColumns = ['search_first', 'search_last', 'search_middle', 'search_final'] as const
const searchKeyColumns = [...nameKeyColumns, 'email_key'] as const

/**
 * Returns the upper bound of all texts with this prefix. The character U+FFFF comes after any character that
 * users type.
 */
export const prefixUpperBound = (prefix: string) => `${prefix}\uffff`

/** The base letters for characters that Unicode does not split into a base letter and a mark. */
const baseLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Converts a text to lower case and removes accents, so that 'Ångström' and 'angstrom' match. */
export function foldAccents(text: string): string {
  const lower = text.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\x00-\x7f]*$/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => baseLetters[letter] ?? letter)
    .normalize('NFC')
}

/**
 * Returns the SQL expressions for the columns with name keys. Its arguments are SQL expressions for the names
 * without accents.
 */
export const nameKeyExpressions = (
  first: string,
  last: string,
): Record<(typeof nameKeyColumns)[number], string> => ({
  search_first: first,
  search_last: last,
  search_middle: `nullif(split_part(${first}, ' ', 2), '')`,
  search_final: `nullif(split_part(${last}, ' ', -1), ${last})`,
})

const maxValues = 20
const maxValueLength = 64

/**
 * Returns the metadata values that the search finds: the first 20 different ones, each up to 64 characters.
 */
export function metadataKeys(metadata: RawJson<Record<string, string>>): string[] {
  if (metadata === '{}') return []
  const values = Object.values(parseRawJson(metadata)).map((value) =>
    foldAccents(value.trim()).slice(0, maxValueLength),
  )
  return [...new Set(values.filter((value) => value !== ''))].slice(0, maxValues)
}

type AddParam = (value: unknown) => string

/**
 * A word of a search. Users who do not see addresses can only search for complete addresses. A search by
 * prefix would reveal an address letter by letter.
 */
export interface SearchTerm {
  text: string
  hasWholeAddressesOnly: boolean
}

const rangeCondition = (key: string, from: string, until: string) =>
  `(${key} >= ${from} and ${key} < ${until})`

const keyCondition = (
  prefix: string,
  key: string,
  from: string,
  until: string,
  term: SearchTerm,
) =>
  key === 'email_key' && term.hasWholeAddressesOnly
    ? `(${prefix}${key} = ${from})`
    : rangeCondition(`${prefix}${key}`, from, until)

/**
 * Returns the beginning of a reference: GR-J4PK for 'j4pk'. Returns undefined if no reference can begin like
 * this.
 */
const referencePrefix = (term: string): string | undefined =>
  /^[0-9a-z]{2,8}$/.test(term) ? `GR-${term.toUpperCase()}` : undefined

/**
 * Returns the SQL condition that the metadata contains a text. The query planner assumes that `<> 0` matches
 * most rows, unlike an equality. So it scans the index of the sort order until the page is full.
 */
const metadataContains = (text: string, addParam: AddParam) =>
  `strpos(lower(g.metadata), ${addParam(text)}) <> 0`

/**
 * Returns the SQL condition that a search key of the gift request `g` has this prefix. `is true` prevents
 * index scans on the keys.
 */
export function prefixCondition(searchTerm: SearchTerm, addParam: AddParam): string {
  const { text: term } = searchTerm
  const [from, until] = [addParam(term), addParam(prefixUpperBound(term))]
  const reference = referencePrefix(term)
  const found = [
    ...searchKeyColumns.map((key) => keyCondition('g.', key, from, until, searchTerm)),
    rangeCondition(`split_part(g.email_key, '@', 2) collate "C"`, from, until),
    `(g.metadata <> '{}' and (${metadataContains(`"${term}`, addParam)} or ${metadataContains(` ${term}`, addParam)}))`,
    ...(reference === undefined
      ? []
      : [
          rangeCondition('g.reference', addParam(reference), addParam(prefixUpperBound(reference))),
        ]),
  ]
  return `((${found.join(' or ')}) is true)`
}

const nameMatchesSql = (
  term: SearchTerm,
  column: string,
  from: string,
  until: string,
  limit: string,
) =>
  searchKeyColumns.map(
    (key) =>
      `(select ${column} from gifting.gift_request where account_id = $1 and ${keyCondition('', key, from, until, term)} ${limit})`,
  )

const domainMatchesSql = (columns: string, from: string, until: string, limit: string) =>
  `(select ${columns} from gifting.contact c where c.account_id = $1 and ${rangeCondition('c.domain_key', from, until)} ${limit})`

const metadataMatchesSql = (column: string, from: string, until: string, limit: string) =>
  `(select ${column} from gifting.metadata_value where account_id = $1 and ${rangeCondition('value_key', from, until)} ${limit})`

/**
 * Returns SQL that selects the ids of the gift requests with this prefix, at most `maxPerSource` for each
 * search key.
 */
export function matchingIdsSql(
  searchTerm: SearchTerm,
  addParam: AddParam,
  maxPerSource?: number,
): string {
  const { text: term } = searchTerm
  const [from, until] = [addParam(term), addParam(prefixUpperBound(term))]
  const limit = maxPerSource === undefined ? '' : `limit ${maxPerSource}`
  const reference = referencePrefix(term)
  return [
    ...nameMatchesSql(searchTerm, 'id', from, until, limit),
    metadataMatchesSql('gift_request_id', from, until, limit),
    `(select g.id from ${domainMatchesSql('c.email_key', from, until, limit)} d
        join gifting.gift_request g on g.account_id = $1 and g.email_key = d.email_key ${limit})`,
    ...(reference === undefined
      ? []
      : [
          `(select id from gifting.gift_request where account_id = $1
              and ${rangeCondition('reference', addParam(reference), addParam(prefixUpperBound(reference)))} ${limit})`,
        ]),
  ].join(' union all ')
}

/**
 * Returns SQL that selects contacts by a prefix: of a name or an address in their gift requests, or of the
 * domain of their address.
 */
export function matchingContactIdsSql(searchTerm: SearchTerm, addParam: AddParam): string {
  const { text: term } = searchTerm
  const [from, until] = [addParam(term), addParam(prefixUpperBound(term))]
  return [
    ...nameMatchesSql(searchTerm, 'contact_id', from, until, ''),
    domainMatchesSql('c.id', from, until, ''),
  ].join(' union all ')
}

const commonThreshold = 5_000

/**
 * Returns whether a prefix is too common for the indexes. If many rows have it, scanning gift requests until
 * the page is full costs less than collecting all matches from the indexes.
 */
async function isTooCommon(ctx: TxContext, term: SearchTerm): Promise<boolean> {
  const limit = `limit ${commonThreshold}`
  const found = [
    ...nameMatchesSql(term, '', '$2', '$3', limit),
    domainMatchesSql('', '$2', '$3', limit),
    metadataMatchesSql('', '$2', '$3', limit),
  ]
  const [row] = await ctx.query<{ count: number }>(
    `select count(*) from (${found.join(' union all ')}) as found`,
    [ctx.account_id, term.text, prefixUpperBound(term.text)],
  )
  return (row?.count ?? 0) >= commonThreshold
}

const maxTerms = 5

/**
 * The words of a search. The query uses the index of one term. This term is undefined if every word is too
 * common.
 */
export interface SearchTerms {
  indexedTerm: SearchTerm | undefined
  otherTerms: readonly SearchTerm[]
}

/**
 * Converts a word to a search term. Removes accents from names, but not from addresses and domains, where
 * accents make a difference.
 */
function toTerm(word: string): string {
  if (word.includes('@')) return toEmailKey(word)
  return isDomain(word) ? toDomainKey(word) : foldAccents(word)
}

/** Parses the words of a search. Uses the longest word for the index, because it is usually the rarest. */
export async function parseSearchTerms(
  ctx: TxContext,
  words: string,
  hasWholeAddressesOnly = false,
): Promise<SearchTerms> {
  const terms = words
    .trim()
    .replace(/^@/, '')
    .split(/\s+/)
    .slice(0, maxTerms)
    .map((word) => ({ text: toTerm(word), hasWholeAddressesOnly }))
  const [first = { text: '', hasWholeAddressesOnly }, ...otherTerms] = terms.toSorted(
    (a, b) => b.text.length - a.text.length,
  )
  return (await isTooCommon(ctx, first))
    ? { indexedTerm: undefined, otherTerms: terms }
    : { indexedTerm: first, otherTerms }
}
