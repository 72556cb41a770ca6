import type { RedemptionItem, RedemptionPage } from '#gifting'

/** Products in the order in which they are offered, each with its versions. */
export const groupByProduct = (items: readonly RedemptionItem[]): RedemptionItem[][] => [
  ...Map.groupBy(items, ({ product_id }) => product_id).values(),
]

/** Whether what is offered is shown; who has to choose one sees what there is, whatever the campaign says. */
export const areItemsVisible = ({
  visible_at_redemption,
  selection_mode,
}: RedemptionPage): boolean => visible_at_redemption || selection_mode === 'one'

/** What the recipient has to choose from: one of all, or one version of each product that has several. */
export function choiceGroups({ selection_mode, items }: RedemptionPage): RedemptionItem[][] {
  if (selection_mode === 'one') return [[...items]]
  return groupByProduct(items).filter((versions) => versions.length > 1)
}

export const hasChoice = (gift: RedemptionPage): boolean => choiceGroups(gift).length > 0

/** What the recipient gets, as far as it is settled. */
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

/** Whether nothing is left to be chosen. */
export const isSelectionComplete = (gift: RedemptionPage): boolean =>
  choiceGroups(gift).every((group) =>
    group.some(({ variant_id }) => gift.chosen.includes(variant_id)),
  )

/** Whether any of it comes by post, so that an address is needed. */
export const needsShipping = (gift: RedemptionPage): boolean =>
  selectedItems(gift).some(({ kind }) => kind === 'physical')
