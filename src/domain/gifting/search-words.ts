import type { Work } from '#platform/postgres'

/**
 * Names are found by the beginning of a word: of a first name or its second word, of a last name or its
 * last word, or of an e-mail address. Each of them has an index; that none looks into the middle of a
 * text is what row-level security leaves us.
 */
const nameKeys = ['first_key', 'last_key', 'middle_key', 'final_key'] as const
const keys = [...nameKeys, 'email_key'] as const

/** After every text that begins like this; U+FFFF sorts behind whatever people type. */
export const end = (prefix: string) => `${prefix}\uffff`

/** The values of the first four, in SQL, wherever a name is written. */
export const keysOf = (first: string, last: string): Record<(typeof nameKeys)[number], string> => ({
  first_key: `lower(${first})`,
  last_key: `lower(${last})`,
  middle_key: `lower(nullif(split_part(${first}, ' ', 2), ''))`,
  final_key: `lower(nullif(split_part(${last}, ' ', -1), ${last}))`,
})

type Given = (value: unknown) => string

const within = (key: string, from: string, until: string) =>
  `(${key} >= ${from} and ${key} < ${until})`

/** Whether some word of the recipient `g` begins like this. `is true` keeps it from being looked up. */
export function beginsWith(word: string, given: Given): string {
  const [from, until] = [given(word), given(end(word))]
  return `((${keys.map((key) => within(`g.${key}`, from, until)).join(' or ')}) is true)`
}

/** One column of all gift requests where a word begins like this, from the indexes alone. */
const foundBy = (column: string, [from, until]: [string, string], limit = '') =>
  keys
    .map(
      (key) =>
        `(select ${column} from gifting.gift_request where account_id = $1 and ${within(key, from, until)} ${limit})`,
    )
    .join(' union all ')

/** The ids of them, or of some: at most so many for each kind of word. */
export const idsWith = (word: string, given: Given, most?: number): string =>
  foundBy('id', [given(word), given(end(word))], most === undefined ? '' : `limit ${most}`)

/** The contacts that they go to. */
export const contactsWith = (word: string, given: Given): string =>
  foundBy('contact_id', [given(word), given(end(word))])

const many = 5_000

/**
 * Whether so much begins like this that it is sooner met by walking along all gift requests than by
 * collecting what an index has of it.
 */
async function isCommon(work: Work, word: string): Promise<boolean> {
  const [row] = await work.query<{ count: number }>(
    `select count(*) from (${foundBy('', ['$2', '$3'], `limit ${many}`)}) as found`,
    [work.account_id, word, end(word)],
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
export async function wordsFrom(work: Work, typed: string): Promise<Words> {
  const words = typed.trim().toLowerCase().split(/\s+/).slice(0, mostWords)
  const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length)
  return (await isCommon(work, first))
    ? { lookUp: undefined, others: words }
    : { lookUp: first, others }
}
