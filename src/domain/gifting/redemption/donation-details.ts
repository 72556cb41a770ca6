import { type LineItem, parseRawJson, type RawJson } from '#contract'
import * as donations from '#donations'
import type { TxContext } from '#platform/postgres/database'
import type { TransitionDetails } from '../lifecycle/tables.ts'

/** Returns the donations of a gift request, for its email, if all its items are donations. */
export async function findDonationDetails(
  ctx: TxContext,
  gift_request_id: string,
  line_items: RawJson<readonly LineItem[]> | null,
): Promise<Pick<TransitionDetails, 'donations'>> {
  const given = await donations.listDonationsByGift(ctx, gift_request_id)
  const lineIds = new Set(given.map(({ line_item_id }) => line_item_id))
  const lines = line_items === null ? [] : parseRawJson(line_items)
  if (given.length === 0 || !lines.every(({ id }) => lineIds.has(id))) return {}
  return {
    donations: given.map(({ charity_name: charity, amount_minor, currency }) => ({
      charity,
      amount_minor,
      currency,
    })),
  }
}
