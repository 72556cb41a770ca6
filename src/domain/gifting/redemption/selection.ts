import * as catalogue from '#catalogue'
import type { FieldError, LineItem, Offering } from '#contract'

/** An offered item with its product. */
export interface OfferedItem {
  item: LineItem
  product_id: string
  product_name: string
  kind: catalogue.ProductKind
  /** The current rules of the product. */
  rules: catalogue.ProductRules
}

export const toOfferedItems = (
  { line_items }: Pick<Offering, 'line_items'>,
  variants: ReadonlyMap<string, catalogue.Variant>,
): OfferedItem[] =>
  line_items.map((item) => {
    const product = variants.get(item.variant_id)?.product
    return {
      item,
      product_id: product?.id ?? item.variant_id,
      product_name: product?.name ?? item.name,
      kind: product?.kind ?? 'physical',
      rules: product ?? catalogue.noRules,
    }
  })

/** What a recipient may choose from an offering. */
export interface SelectionRules {
  selection_mode: Offering['selection_mode']
  /** With mode `one`: how many items, each of another product. */
  max_choices: number
}

/**
 * Resolves the selected variants to items in the order of the offering, or returns errors. Mode `one` requires
 * between one and `max_choices` variants of different products. Mode `all` gives one variant of each product; only
 * products with several variants require a selection, because four hoodies in four sizes are no useful gift.
 */
export function resolveSelection(
  rules: SelectionRules,
  offered: readonly OfferedItem[],
  ids: readonly string[],
): { picks: OfferedItem[]; problems: FieldError[] } {
  const problems = validateDraft(rules, offered, ids)
  const filterSelected = (items: readonly OfferedItem[]) =>
    items.filter(({ item }) => ids.includes(item.variant_id))
  if (rules.selection_mode === 'one') {
    if (ids.length === 0) problems.push(missingItemError('must contain the selected item'))
    return { picks: filterSelected(offered), problems }
  }
  const picks = groupByProduct(offered).flatMap((variants) => {
    const [only, ...others] = variants
    const picked = filterSelected(variants)
    if (picked.length > 0 || only === undefined) return picked
    if (others.length === 0) return [only]
    problems.push(missingItemError(`must contain a variant of ${only.product_name}`))
    return []
  })
  return { picks, problems }
}

/** Returns the first item offered, or the first variant of each product. */
export const defaultSelection = (
  selection_mode: Offering['selection_mode'],
  offered: readonly OfferedItem[],
): OfferedItem[] =>
  (selection_mode === 'one' ? [offered] : groupByProduct(offered)).flatMap((group) =>
    group.slice(0, 1),
  )

/** Validates a selection that may be incomplete. */
export function validateDraft(
  rules: SelectionRules,
  offered: readonly OfferedItem[],
  ids: readonly string[],
): FieldError[] {
  const offeredIds = new Set(offered.map(({ item }) => item.variant_id))
  const problems = ids.flatMap((id, index): FieldError[] =>
    offeredIds.has(id) ? [] : [{ ...unknownItemError, param: `variant_ids.${index}` }],
  )
  const picked = offered.filter(({ item }) => ids.includes(item.variant_id))
  const max = maxItems(rules)
  if (picked.length > max) problems.push(tooManyError(max))
  if (max === 1) return problems
  for (const [first, ...others] of groupByProduct(picked))
    if (others.length > 0)
      problems.push({
        code: 'too_many',
        param: 'variant_ids',
        message: `must contain only one variant of ${first?.product_name}`,
      })
  return problems
}

const maxItems = ({ selection_mode, max_choices }: SelectionRules): number =>
  selection_mode === 'one' ? max_choices : Number.POSITIVE_INFINITY

const tooManyError = (max: number): FieldError => ({
  code: 'too_many',
  param: 'variant_ids',
  message: max === 1 ? 'must contain only one item' : `must contain at most ${max} items`,
})

/** Groups variants by product, in the order of the offering. */
const groupByProduct = (offered: readonly OfferedItem[]): OfferedItem[][] => [
  ...Map.groupBy(offered, ({ product_id }) => product_id).values(),
]

const unknownItemError = {
  code: 'invalid_reference',
  message: 'names no offered item',
} as const

const missingItemError = (message: string): FieldError => ({
  code: 'required',
  param: 'variant_ids',
  message,
})

/**
 * Returns the items that the recipient can get at a place. With selection mode `all` a product that may not go there is
 * left out, unless nothing else remains.
 */
export function leaveOutDenied<Item>(
  selection_mode: Offering['selection_mode'],
  items: readonly Item[],
  isDenied: (item: Item) => boolean,
): Item[] {
  const rest = items.filter((item) => !isDenied(item))
  return selection_mode === 'all' && rest.length > 0 ? rest : [...items]
}

/** Returns an error for each selected item that may not go to the place, or whose rules need a more exact place. */
export function validateDestination(
  picks: readonly OfferedItem[],
  destination: catalogue.Destination | undefined,
  variant_ids: readonly string[],
): FieldError[] {
  return picks.flatMap(({ item, rules }): FieldError[] => {
    const result = catalogue.checkDestination(rules, destination)
    if (result === 'allowed') return []
    if (result === 'denied' && destination !== undefined) {
      const code = catalogue.findDeniedCode(rules, destination) ?? destination.country
      const message = `names ${item.name}, which is not available in ${catalogue.formatDestination(code)}`
      return [{ code: 'not_allowed', param: variantParam(variant_ids, item.variant_id), message }]
    }
    const param = `destination.${destination === undefined ? 'country' : 'region'}`
    return [{ code: 'required', param, message: `is required for ${item.name}` }]
  })
}

/** Returns an error if the recipient does not state to be old enough for the items. */
export function validateAge(
  picks: readonly OfferedItem[],
  age_confirmed: number | undefined,
): FieldError[] {
  const minimumAge = Math.max(0, ...picks.map(({ rules }) => rules.minimum_age ?? 0))
  if ((age_confirmed ?? 0) >= minimumAge) return []
  const message = `is required: the recipient must be at least ${minimumAge} years old`
  return [{ code: 'required', param: 'age_confirmed', message }]
}

/** Returns the path of a variant in the request. */
export function variantParam(variant_ids: readonly string[], variant_id: string): string {
  const index = variant_ids.indexOf(variant_id)
  return index === -1 ? 'variant_ids' : `variant_ids.${index}`
}
