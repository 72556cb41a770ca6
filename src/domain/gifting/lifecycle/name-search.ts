import { parseRawJson, type RawJson } from '#contract'
import type { TxContext } from '#platform/postgres/database'

/**
 * Gift requests are found by the beginning of a word: of a first name or its second word, of a last name
 * or its last word, of an email address or its domain, of a reference with or without its GR-, or of a
 * value of the metadata. Each of them has an index; that none looks into the middle of a text is what
 * row-level security leaves us.
 */
const nameKeyColumns = ['search_first', 'search_last', 'search_middle', 'search_final'] as const
const searchKeyColumns = [...nameKeyColumns, 'email_key'] as const

/** After every text that begins like this; U+FFFF sorts behind whatever people type. */
export const prefixUpperBound = (prefix: string) => `${prefix}\uffff`

/** Letters that are no base letter with a mark. */
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

/** Lower case without accents: 'Ångström' is found by 'angstrom', and the other way round. */
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

/** The values of the first four, in SQL, from folded names. */
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

/** What a gift request is found by of its metadata: its first values, each as far as people type. */
export function metadataKeys(metadata: RawJson<Record<string, string>>): string[] {
  if (metadata === '{}') return []
  const values = Object.values(parseRawJson(metadata)).map((value) =>
    foldAccents(value.trim()).slice(0, maxValueLength),
  )
  return [...new Set(values.filter((value) => value !== ''))].slice(0, maxValues)
}

type AddParam = (value: unknown) => string

const rangeCondition = (key: string, from: string, until: string) =>
  `(${key} >= ${from} and ${key} < ${until})`

/** 'j4pk' is the beginning of GR-J4PK44KM; undefined when no reference begins like that. */
const referencePrefix = (term: string): string | undefined =>
  /^[0-9a-z]{2,8}$/.test(term) ? `GR-${term.toUpperCase()}` : undefined

/** Taken for common by the planner (as no equality is), which then walks along the key until a page is full. */
const metadataContains = (text: string, addParam: AddParam) =>
  `strpos(lower(g.metadata), ${addParam(text)}) <> 0`

/** Whether the gift request `g` has a word that begins like this. `is true` keeps it from being looked up. */
export function prefixCondition(term: string, addParam: AddParam): string {
  const [from, until] = [addParam(term), addParam(prefixUpperBound(term))]
  const reference = referencePrefix(term)
  const found = [
    ...searchKeyColumns.map((key) => rangeCondition(`g.${key}`, from, until)),
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

const nameMatchesSql = (column: string, from: string, until: string, limit: string) =>
  searchKeyColumns.map(
    (key) =>
      `(select ${column} from gifting.gift_request where account_id = $1 and ${rangeCondition(key, from, until)} ${limit})`,
  )

const domainMatchesSql = (columns: string, from: string, until: string, limit: string) =>
  `(select ${columns} from gifting.contact c where c.account_id = $1 and ${rangeCondition('c.domain_key', from, until)} ${limit})`

const metadataMatchesSql = (column: string, from: string, until: string, limit: string) =>
  `(select ${column} from gifting.metadata_value where account_id = $1 and ${rangeCondition('value_key', from, until)} ${limit})`

/** The ids of those where a word begins like this, or of some: at most so many for each kind of word. */
export function matchingIdsSql(term: string, addParam: AddParam, maxPerSource?: number): string {
  const [from, until] = [addParam(term), addParam(prefixUpperBound(term))]
  const limit = maxPerSource === undefined ? '' : `limit ${maxPerSource}`
  const reference = referencePrefix(term)
  return [
    ...nameMatchesSql('id', from, until, limit),
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

/** The contacts that gift requests with such a name or address go to, or that have an address at such a domain. */
export function matchingContactIdsSql(term: string, addParam: AddParam): string {
  const [from, until] = [addParam(term), addParam(prefixUpperBound(term))]
  return [
    ...nameMatchesSql('contact_id', from, until, ''),
    domainMatchesSql('c.id', from, until, ''),
  ].join(' union all ')
}

const commonThreshold = 5_000

/**
 * Whether so much begins like this that it is sooner met by walking along all gift requests than by
 * collecting what an index has of it.
 */
async function isTooCommon(ctx: TxContext, term: string): Promise<boolean> {
  const limit = `limit ${commonThreshold}`
  const found = [
    ...nameMatchesSql('', '$2', '$3', limit),
    domainMatchesSql('', '$2', '$3', limit),
    metadataMatchesSql('', '$2', '$3', limit),
  ]
  const [row] = await ctx.query<{ count: number }>(
    `select count(*) from (${found.join(' union all ')}) as found`,
    [ctx.account_id, term, prefixUpperBound(term)],
  )
  return (row?.count ?? 0) >= commonThreshold
}

const maxTerms = 5

/** What was typed, as words; the one to look up by comes first, undefined when every one is too common. */
export interface SearchTerms {
  indexedTerm: string | undefined
  otherTerms: readonly string[]
}

/** The longest is the rarest, most of the time. */
export async function parseSearchTerms(ctx: TxContext, text: string): Promise<SearchTerms> {
  const terms = foldAccents(text.trim()).replace(/^@/, '').split(/\s+/).slice(0, maxTerms)
  const [first = '', ...otherTerms] = terms.toSorted((a, b) => b.length - a.length)
  return (await isTooCommon(ctx, first))
    ? { indexedTerm: undefined, otherTerms: terms }
    : { indexedTerm: first, otherTerms }
}
