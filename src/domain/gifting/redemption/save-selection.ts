import { selectionValidator, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { lockGift } from '../lifecycle/lock-gift.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import { assertSelectable } from './assert-selectable.ts'
import { getOfferedItems } from './redeem.ts'
import { validateDraft } from './selection.ts'

/**
 * Saves the recipient's selection before redemption. Reserves no stock. An empty selection clears it. Returns
 * undefined if the account has no such gift request.
 */
export async function saveSelection(
  ctx: TxContext,
  id: string,
  selection: { variant_ids: readonly string[] },
): Promise<{ chosen: readonly string[] } | undefined> {
  throwIfAny(selectionValidator(selection))
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  assertSelectable(ctx, gift)
  const { offered, rules } = await getOfferedItems(ctx, gift)
  const chosen = [...new Set(selection.variant_ids)]
  throwIfAny(validateDraft(rules, offered, chosen))
  sessionStore.upsert(ctx, gift, { chosen: chosen.length === 0 ? null : chosen })
  return { chosen }
}
