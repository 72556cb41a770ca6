import { parseRawJson, type RawJson } from '#contract'
import type { TxContext } from '#platform/postgres'

/**
 * Gift requests are found by the beginning of a word: of a first name or its second word, of a last name
 * or its last word, of an email address or its domain, of a reference with or without its GR-, or of a
 * value of the metadata. Each of them has an index; that none looks into the middle of a text is what
 * row-level security leaves us.
 */
const nameKeys = ['first_key', 'last_key', 'middle_key', 'final_key'] as const
const keys = [...nameKeys, 'email_key'] as const

/** After every text that begins like this; U+FFFF sorts behind whatever people type. */
export const end = (prefix: string) => `${prefix}\uffff`

/** Letters that are no base letter with a mark. */
const plainLetters: Readonly<Record<string, string>> = {
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
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\x00-\x7f]*$/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
}

/** The values of the first four, in SQL, from folded names. */
export const keysOf = (first: string, last: string): Record<(typeof nameKeys)[number], string> => ({
  first_key: first,
  last_key: last,
  middle_key: `nullif(split_part(${first}, ' ', 2), '')`,
  final_key: `nullif(split_part(${last}, ' ', -1), ${last})`,
})

const maxValues = 20
const maxValueLength = 64

/** What a gift request is found by of its metadata: its first values, each as far as people type. */
export function metadataKeys(metadata: RawJson<Record<string, string>>): string[] {
  if (metadata === '{}') return []
  const values = Object.values(parseRawJson(metadata)).map((value) =>
    fold(value.trim()).slice(0, maxValueLength),
  )
  return [...new Set(values.filter((value) => value !== ''))].slice(0, maxValues)
}

type Given = (value: unknown) => string

const within = (key: string, from: string, until: string) =>
  `(${key} >= ${from} and ${key} < ${until})`

/** 'j4pk' is the beginning of GR-J4PK44KM; undefined when no reference begins like that. */
const referencePrefix = (word: string): string | undefined =>
  /^[0-9a-z]{2,8}$/.test(word) ? `GR-${word.toUpperCase()}` : undefined

/** Taken for common by the planner (as no equality is), which then walks along the key until a page is full. */
const inMetadata = (text: string, given: Given) => `strpos(lower(g.metadata), ${given(text)}) <> 0`

/** Whether the gift request `g` has a word that begins like this. `is true` keeps it from being looked up. */
export function beginsWith(word: string, given: Given): string {
  const [from, until] = [given(word), given(end(word))]
  const reference = referencePrefix(word)
  const found = [
    ...keys.map((key) => within(`g.${key}`, from, until)),
    within(`split_part(g.email_key, '@', 2) collate "C"`, from, until),
    `(g.metadata <> '{}' and (${inMetadata(`"${word}`, given)} or ${inMetadata(` ${word}`, given)}))`,
    ...(reference === undefined
      ? []
      : [within('g.reference', given(reference), given(end(reference)))]),
  ]
  return `((${found.join(' or ')}) is true)`
}

const names = (column: string, from: string, until: string, limit: string) =>
  keys.map(
    (key) =>
      `(select ${column} from gifting.gift_request where account_id = $1 and ${within(key, from, until)} ${limit})`,
  )

const domains = (columns: string, from: string, until: string, limit: string) =>
  `(select ${columns} from gifting.contact c where c.account_id = $1 and ${within('c.domain_key', from, until)} ${limit})`

const values = (column: string, from: string, until: string, limit: string) =>
  `(select ${column} from gifting.metadata_value where account_id = $1 and ${within('value_key', from, until)} ${limit})`

/** The ids of those where a word begins like this, or of some: at most so many for each kind of word. */
export function idsWith(word: string, given: Given, most?: number): string {
  const [from, until] = [given(word), given(end(word))]
  const limit = most === undefined ? '' : `limit ${most}`
  const reference = referencePrefix(word)
  return [
    ...names('id', from, until, limit),
    values('gift_request_id', from, until, limit),
    `(select g.id from ${domains('c.email_key', from, until, limit)} d
        join gifting.gift_request g on g.account_id = $1 and g.email_key = d.email_key ${limit})`,
    ...(reference === undefined
      ? []
      : [
          `(select id from gifting.gift_request where account_id = $1
              and ${within('reference', given(reference), given(end(reference)))} ${limit})`,
        ]),
  ].join(' union all ')
}

/** The contacts that gift requests with such a name or address go to, or that have an address at such a domain. */
export function contactsWith(word: string, given: Given): string {
  const [from, until] = [given(word), given(end(word))]
  return [...names('contact_id', from, until, ''), domains('c.id', from, until, '')].join(
    ' union all ',
  )
}

const many = 5_000

/**
 * Whether so much begins like this that it is sooner met by walking along all gift requests than by
 * collecting what an index has of it.
 */
async function isCommon(ctx: TxContext, word: string): Promise<boolean> {
  const limit = `limit ${many}`
  const found = [
    ...names('', '$2', '$3', limit),
    domains('', '$2', '$3', limit),
    values('', '$2', '$3', limit),
  ]
  const [row] = await ctx.query<{ count: number }>(
    `select count(*) from (${found.join(' union all ')}) as found`,
    [ctx.account_id, word, end(word)],
  )
  return (row?.count ?? 0) >= many
}

const mostWords = 5

/** What was typed, as words; the one to look up by comes first, undefined when every one is too common. */
export interface Words {
  lookUp: string | undefined
  others: readonly string[]
}

/** The longest is the rarest, most of the time. */
export async function wordsFrom(ctx: TxContext, typed: string): Promise<Words> {
  const words = fold(typed.trim()).replace(/^@/, '').split(/\s+/).slice(0, mostWords)
  const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length)
  return (await isCommon(ctx, first))
    ? { lookUp: undefined, others: words }
    : { lookUp: first, others }
}
