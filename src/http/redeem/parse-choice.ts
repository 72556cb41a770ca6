import * as catalogue from '#catalogue'
import { atDestination, findDestination, withPlace } from './destination.ts'
import { isAddressComplete } from './draft.ts'
import type { GiftContext } from './gift-context.ts'
import type { AddressInput } from './pages/address-input.ts'
import type { SelectionError } from './pages/choose-page.ts'
import { allValues } from './pages/form.ts'
import {
  deniedItems,
  findConflict,
  isSelectionComplete,
  needsShipping,
  selectedItems,
} from './pages/selection-state.ts'
import { withPicks } from './picks.ts'

/** A submitted choice. */
interface ParsedChoice {
  /** The draft of the address with the place of the form. */
  typed: AddressInput
  /** The page that comes next. Empty for the first page. */
  page: string
  /** The items to save. Undefined if the choice cannot be saved. */
  saved: string[] | undefined
}

/** Parses the submitted choice, also an incomplete one. Stores nothing. */
export function parseChoice(context: GiftContext): ParsedChoice {
  const typed = withPlace(context.draft?.typed ?? {}, context)
  const itemsById = new Map(context.gift.items.map((item) => [item.variant_id, item]))
  const variant_ids = [...new Set(allValues(context.form, 'variant'))].filter((id) =>
    itemsById.has(id),
  )
  const gone = variant_ids.filter((id) => itemsById.get(id)?.is_available === false)
  const available = variant_ids.filter((id) => !gone.includes(id))
  const conflict = findConflict(context.gift, variant_ids)
  if (conflict !== undefined)
    return { typed, page: withPicks(`unwrapped?why=${conflict}`, variant_ids), saved: undefined }
  const chosen: GiftContext = { ...context, gift: { ...context.gift, chosen: variant_ids } }
  const isSavable = gone.length === 0 || (context.gift.max_choices > 1 && available.length > 0)
  return {
    ...{ typed, page: pageAfterChoice(chosen, typed, gone) },
    saved: isSavable ? available : undefined,
  }
}

function pageAfterChoice(
  context: GiftContext,
  typed: AddressInput,
  gone: readonly string[],
): string {
  const action = context.form.get('do')
  if (action === 'show') return ''
  if (action === 'country') return ''
  if (gone.length > 0) return choiceWithError('out_of_stock', gone)
  const gift = atDestination(context, typed)
  if (!isSelectionComplete(gift)) return 'unwrapped?why=required'
  const problem = placeProblem(context, typed)
  if (problem !== undefined) return problem
  const isReady = !needsShipping(gift) || isAddressComplete(typed)
  return isReady ? 'review' : 'address'
}

/** Returns the path of the choice page with the reason why the recipient cannot choose these items. */
export function choiceWithError(why: SelectionError, gone: readonly string[]): string {
  const query = new URLSearchParams({ why })
  for (const id of gone) query.append('gone', id)
  return `unwrapped?${query}`
}

/**
 * Returns the path of the choice page if a selected item may not go to the place, or if the state is missing.
 * Otherwise the function returns undefined.
 */
export function placeProblem(context: GiftContext, typed: AddressInput): string | undefined {
  const gift = atDestination(context, typed)
  const denied = deniedItems(gift).map(({ variant_id }) => variant_id)
  if (denied.length > 0) return choiceWithError('destination', denied)
  const destination = findDestination(context, typed)
  const isUnclear = selectedItems(gift).some(
    ({ rules }) => catalogue.checkDestination(rules, destination) === 'unknown',
  )
  return isUnclear ? choiceWithError('state', []) : undefined
}
