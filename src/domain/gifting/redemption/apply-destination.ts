import * as catalogue from '#catalogue'
import type { RedemptionItem } from './redemption-items.ts'
import type { RedemptionPage } from './redemption-page.ts'
import { leaveOutDenied } from './selection.ts'

/**
 * Returns the page as it is for a recipient at a place: items that may not go there are not available. With selection
 * mode `all` they are left out, unless nothing else remains.
 */
export function applyDestination(
  page: RedemptionPage,
  destination: catalogue.Destination | undefined,
): RedemptionPage {
  if (destination === undefined || page.line_items !== null) return page
  const all = page.items.map((item): RedemptionItem => {
    const denied_in = catalogue.findDeniedCode(item.rules, destination) ?? null
    return denied_in === null ? item : { ...item, denied_in, is_available: false }
  })
  const items = leaveOutDenied(page.selection_mode, all, ({ denied_in }) => denied_in !== null)
  return { ...page, items, left_out: all.filter((item) => !items.includes(item)) }
}
