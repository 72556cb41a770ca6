import * as catalogue from '#catalogue'
import type { RedemptionItem, RedemptionPage } from '#gifting'

/** Groups the items by product, in the order of the offering. */
export const groupByProduct = (items: readonly RedemptionItem[]): RedemptionItem[][] => [
  ...Map.groupBy(items, ({ product_id }) => product_id).values(),
]

/** Whether the page shows the items. A choice of one always shows them, regardless of the campaign setting. */
export const areItemsVisible = ({
  visible_at_redemption,
  selection_mode,
}: RedemptionPage): boolean => visible_at_redemption || selection_mode === 'one'

/** Returns the required choices: at least one item out of all, or one version of each product with several versions. */
export function choiceGroups({ selection_mode, items }: RedemptionPage): RedemptionItem[][] {
  if (selection_mode === 'one') return [[...items]]
  return groupByProduct(items).filter((versions) => versions.length > 1)
}

/**
 * How many items the recipient can choose, each of another product. A limit above the number of available products has no
 * effect.
 */
export function maxChoices({ selection_mode, max_choices, items }: RedemptionPage): number {
  if (selection_mode === 'all' || max_choices === 1) return 1
  const available = items.filter(({ is_available }) => is_available)
  return Math.max(1, Math.min(max_choices, groupByProduct(available).length))
}

export const choosesSeveral = (gift: RedemptionPage): boolean => maxChoices(gift) > 1

/** Why these items cannot be chosen together: more than allowed, or two versions of a product. */
export type ChoiceConflict = 'too_many' | 'versions'

export function findConflict(
  gift: RedemptionPage,
  ids: readonly string[],
): ChoiceConflict | undefined {
  if (gift.selection_mode === 'all' || gift.max_choices === 1) return undefined
  if (namesOfDoubledProducts(gift, ids).length > 0) return 'versions'
  return ids.length > gift.max_choices ? 'too_many' : undefined
}

/** The products of which several versions are chosen. */
export const namesOfDoubledProducts = (
  { items }: RedemptionPage,
  ids: readonly string[],
): string[] =>
  groupByProduct(items.filter(({ variant_id }) => ids.includes(variant_id))).flatMap(
    ([first, ...others]) =>
      first === undefined || others.length === 0 ? [] : [first.product_name],
  )

export const hasChoice = (gift: RedemptionPage): boolean => choiceGroups(gift).length > 0

/** Returns the items that are selected so far, or the redeemed line items. */
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

/** Whether every required choice is made. */
export const isSelectionComplete = (gift: RedemptionPage): boolean =>
  choiceGroups(gift).every((group) =>
    group.some(({ variant_id }) => gift.chosen.includes(variant_id)),
  )

/** Whether an item limits its destinations, so that the page asks for the country. */
export const limitsDestinations = ({ items, line_items }: RedemptionPage): boolean =>
  line_items === null && items.some(({ rules }) => rules.destination_mode !== 'all')

/** Whether the US state decides which items are available. */
export const dependOnState = ({ items, left_out }: RedemptionPage): boolean =>
  [...items, ...left_out].some(({ rules }) => catalogue.dependsOnState(rules))

/** The selected items that may not go to the recipient's place. */
export const deniedItems = (gift: RedemptionPage): RedemptionItem[] =>
  selectedItems(gift).filter(({ denied_in }) => denied_in !== null)

/** Whether no item may go to the recipient's place. */
export const isBlocked = ({ items }: RedemptionPage): boolean =>
  items.length > 0 && items.every(({ denied_in }) => denied_in !== null)

/** The age that the recipient must have for the selected items; 0 without a restriction. */
export const minimumAge = (gift: RedemptionPage): number =>
  Math.max(0, ...selectedItems(gift).map(({ rules }) => rules.minimum_age ?? 0))

/** Whether a selected item is physical, so that an address is required. */
export const needsShipping = (gift: RedemptionPage): boolean =>
  selectedItems(gift).some(({ kind }) => kind === 'physical')
