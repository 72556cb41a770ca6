import type { RedemptionItem, RedemptionPage } from '#gifting'

/** Products in the order in which they are offered, each with its versions. */
export const productsOf = (items: readonly RedemptionItem[]): RedemptionItem[][] => [
  ...Map.groupBy(items, ({ product_id }) => product_id).values(),
]

/** Whether what is offered is shown; who has to choose one sees what there is, whatever the campaign says. */
export const isOpen = ({ visible_at_redemption, selection_mode }: RedemptionPage): boolean =>
  visible_at_redemption || selection_mode === 'one'

/** What the recipient has to choose from: one of all, or one version of each product that has several. */
export function choicesOf({ selection_mode, items }: RedemptionPage): RedemptionItem[][] {
  if (selection_mode === 'one') return [[...items]]
  return productsOf(items).filter((versions) => versions.length > 1)
}

export const hasChoice = (visit: RedemptionPage): boolean => choicesOf(visit).length > 0

/** What the recipient gets, as far as it is settled. */
export function chosenOf({
  selection_mode,
  items,
  line_items,
  chosen,
}: RedemptionPage): RedemptionItem[] {
  if (line_items !== null) return [...line_items]
  const isNamed = ({ variant_id }: RedemptionItem) => chosen.includes(variant_id)
  if (selection_mode === 'one') return items.filter(isNamed)
  return productsOf(items).flatMap((versions) =>
    versions.length === 1 ? versions : versions.filter(isNamed),
  )
}

/** Whether nothing is left to be chosen. */
export const isSettled = (visit: RedemptionPage): boolean =>
  choicesOf(visit).every((group) =>
    group.some(({ variant_id }) => visit.chosen.includes(variant_id)),
  )

/** Whether any of it comes by post, so that an address is needed. */
export const isPosted = (visit: RedemptionPage): boolean =>
  chosenOf(visit).some(({ kind }) => kind === 'physical')
