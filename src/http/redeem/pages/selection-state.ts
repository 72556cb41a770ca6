import * as catalogue from '#catalogue'
import type { RedemptionItem, RedemptionPage } from '#gifting'

/** Groups the items by product. The order of the groups is the order of the offer. */
export const groupByProduct = (items: readonly RedemptionItem[]): RedemptionItem[][] => [
  ...Map.groupBy(items, ({ product_id }) => product_id).values(),
]

/**
 * Returns whether the page shows the items. If the recipient chooses one item, the page always shows the
 * items, regardless of the campaign setting.
 */
export const areItemsVisible = ({
  visible_at_redemption,
  selection_mode,
}: RedemptionPage): boolean => visible_at_redemption || selection_mode === 'one'

/**
 * Returns the groups of items for the required choices. The recipient chooses at least one item out of all
 * items, or one version of each product with several versions.
 */
export function choiceGroups({ selection_mode, items }: RedemptionPage): RedemptionItem[][] {
  if (selection_mode === 'one') return [[...items]]
  return groupByProduct(items).filter((versions) => versions.length > 1)
}

/**
 * Returns how many items the recipient can choose. Each item must be of a different product. A limit above
 * the number of available products has no effect.
 */
export function maxChoices({ selection_mode, max_choices, items }: RedemptionPage): number {
  if (selection_mode === 'all' || max_choices === 1) return 1
  const available = items.filter(({ is_available }) => is_available)
  return Math.max(1, Math.min(max_choices, groupByProduct(available).length))
}

export const choosesSeveral = (gift: RedemptionPage): boolean => maxChoices(gift) > 1

/**
 * The reasons why items cannot be chosen together: there are more than allowed, or two of them are versions
 * of one product.
 */
export type ChoiceConflict = 'too_many' | 'versions'

export function findConflict(
  gift: RedemptionPage,
  ids: readonly string[],
): ChoiceConflict | undefined {
  if (gift.selection_mode === 'all' || gift.max_choices === 1) return undefined
  if (namesOfDoubledProducts(gift, ids).length > 0) return 'versions'
  return ids.length > gift.max_choices ? 'too_many' : undefined
}

/** Returns the names of the products of which several versions are chosen. */
export const namesOfDoubledProducts = (
  { items }: RedemptionPage,
  ids: readonly string[],
): string[] =>
  groupByProduct(items.filter(({ variant_id }) => ids.includes(variant_id))).flatMap(
    ([first, ...others]) =>
      first === undefined || others.length === 0 ? [] : [first.product_name],
  )

export const hasChoice = (gift: RedemptionPage): boolean => choiceGroups(gift).length > 0

/** Returns the items that are selected so far. For a redeemed gift, these are its line items. */
export function selectedItems({
  selection_mode,
  items,
  line_items,
  chosen,
}: RedemptionPage): RedemptionItem[] {
  if (line_items !== null) return [...line_items]
  const isChosen = ({ variant_id }: RedemptionItem) => chosen.includes(variant_id)
  if (selection_mode === 'one') return items.filter(isChosen)
  return groupByProduct(items).flatMap((versions) =>
    versions.length === 1 ? versions : versions.filter(isChosen),
  )
}

/** Returns whether the recipient has made every required choice. */
export const isSelectionComplete = (gift: RedemptionPage): boolean =>
  choiceGroups(gift).every((group) =>
    group.some(({ variant_id }) => gift.chosen.includes(variant_id)),
  )

/** Returns whether an item limits its destinations. If so, the page asks for the country. */
export const limitsDestinations = ({ items, line_items }: RedemptionPage): boolean =>
  line_items === null && items.some(({ rules }) => rules.destination_mode !== 'all')

/** Returns whether the US state decides which items are available. */
export const dependOnState = ({ items, left_out }: RedemptionPage): boolean =>
  [...items, ...left_out].some(({ rules }) => catalogue.dependsOnState(rules))

/** Returns the selected items that may not go to the recipient's place. */
export const deniedItems = (gift: RedemptionPage): RedemptionItem[] =>
  selectedItems(gift).filter(({ denied_in }) => denied_in !== null)

/** Returns whether no item may go to the recipient's place. */
export const isBlocked = ({ items }: RedemptionPage): boolean =>
  items.length > 0 && items.every(({ denied_in }) => denied_in !== null)

/**
 * Returns the minimum age of the recipient for the selected items. The result is 0 if there is no
 * restriction.
 */
export const minimumAge = (gift: RedemptionPage): number =>
  Math.max(0, ...selectedItems(gift).map(({ rules }) => rules.minimum_age ?? 0))

/** Returns whether a selected item is physical. A physical item requires an address. */
export const needsShipping = (gift: RedemptionPage): boolean =>
  selectedItems(gift).some(({ kind }) => kind === 'physical')
