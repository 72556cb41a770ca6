import type { FieldError } from '#contract'
import * as gifting from '#gifting'
import { normalizeName } from '#platform/tables/normalize-name'

/* The item of a row: a column of the sender's list names one of the items of the send. */

/** What a row is sent with: the settings of the send, or these with the item of the row. */
export interface RowGift {
  options: gifting.SendOptions
  resolved: gifting.ResolvedCampaign
  /** The id and the name of the item that the row names. */
  item?: { variant_id: string; name: string }
  /** Why the row cannot be sent. The other members then do not depend on an item. */
  problem?: FieldError
}

interface Candidate {
  variant_id: string
  name: string
  sku: string
  product_name: string
  variant_name: string
}

type CandidateKey = (candidate: Candidate) => readonly string[]

/** The first form that a candidate has in common with the text decides: an id and a SKU come before names. */
const forms: readonly [read: CandidateKey, toKey: (text: string) => string][] = [
  [({ variant_id }) => [variant_id], (text) => text.toLowerCase()],
  [({ sku }) => [sku], (text) => text.toLowerCase()],
  [({ name }) => [name], (text) => text],
  [({ name }) => [name], normalizeName],
  [({ product_name, variant_name }) => [product_name, variant_name], normalizeName],
]

const maxNamed = 3
const maxQuoted = 80

/** Returns a function that finds what a row is sent with. Without `item_per_row`, it is the same for all rows. */
export function createRowGifts(
  options: gifting.SendOptions,
  resolved: gifting.ResolvedCampaign,
): (text: string | undefined) => RowGift {
  const candidates = listCandidates(options, resolved)
  const found = new Map<string, RowGift>()
  return (text = '') => {
    const wanted = text.trim()
    const known = found.get(wanted)
    if (known !== undefined) return known
    const gift = findRowGift(options, resolved, candidates, wanted)
    found.set(wanted, gift)
    return gift
  }
}

function findRowGift(
  options: gifting.SendOptions,
  resolved: gifting.ResolvedCampaign,
  candidates: readonly Candidate[],
  wanted: string,
): RowGift {
  const common: RowGift = { options, resolved }
  if (options.item_per_row !== true)
    return wanted === '' ? common : refuse(common, 'not_allowed', withoutItems)
  if (wanted === '')
    return letsChoose(options, resolved)
      ? common
      : refuse(common, 'required', `is empty: write ${quoteSome(candidates, 'or')}`)
  const matches = findMatches(candidates, wanted)
  const [item, ...others] = matches
  if (item === undefined)
    return refuse(
      common,
      'invalid_reference',
      `is ${quote(wanted)}, which names no item of this gift: write ${quoteSome(candidates, 'or')}, or add the item to the gift`,
    )
  if (others.length > 0)
    return refuse(
      common,
      'invalid_reference',
      `is ${quote(wanted)}, which names ${matches.length} items, ${quoteSome(matches, 'and')}: write the whole name or the SKU`,
    )
  const narrowed = gifting.resolveItem(resolved, item.variant_id)
  if (narrowed === undefined) throw new Error('the item of a row is not in the offering')
  return { options: withItem(options, item.variant_id), resolved: narrowed, item }
}

const withoutItems =
  'is only allowed if each row names its item: set item_per_row, or remove the item'

/** Omits the rules of destinations: they would be those of items that the row does not get. */
function refuse(
  { options, resolved: { campaign, offering } }: RowGift,
  code: FieldError['code'],
  message: string,
): RowGift {
  return {
    options,
    resolved: { campaign, offering: offering && { ...offering, offered: new Map() } },
    problem: { code, param: 'item', message },
  }
}

/** Returns whether a row without an item lets its recipient choose. Otherwise it would get all items. */
const letsChoose = (
  { line_items }: gifting.SendOptions,
  { campaign }: gifting.ResolvedCampaign,
): boolean => line_items === undefined && campaign?.selection_mode === 'one'

/** Returns the options with the item. Its quantity in a parcel is that of the send. */
const withItem = (options: gifting.SendOptions, variant_id: string): gifting.SendOptions =>
  options.line_items === undefined
    ? options
    : {
        ...options,
        line_items: options.line_items.filter((line) => line.variant_id === variant_id),
      }

function listCandidates(
  { line_items }: gifting.SendOptions,
  { offering }: gifting.ResolvedCampaign,
): Candidate[] {
  const ids = line_items && new Set(line_items.map(({ variant_id }) => variant_id))
  return [...(offering?.offered.values() ?? [])].filter(
    ({ variant_id }) => ids === undefined || ids.has(variant_id),
  )
}

function findMatches(candidates: readonly Candidate[], wanted: string): readonly Candidate[] {
  for (const [read, toKey] of forms) {
    const key = toKey(wanted)
    const matches =
      key === '' ? [] : candidates.filter((each) => read(each).some((text) => toKey(text) === key))
    if (matches.length > 0) return matches
  }
  return []
}

const quote = (text: string): string =>
  `“${text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text}”`

/** Quotes the first names. */
function quoteSome(candidates: readonly Candidate[], conjunction: 'and' | 'or'): string {
  const names = candidates.slice(0, maxNamed).map(({ name }) => quote(name))
  const left = candidates.length - names.length
  const all = left > 0 ? [...names, `${left} more`] : names
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} ${conjunction} ${last}`
}
