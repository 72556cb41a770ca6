import { selectionValidator, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres'
import { atTheDoor, refuseUnlessChoosing } from './at-the-door.ts'
import { draftProblems } from './picks.ts'
import { offeredOf } from './redeem.ts'
import * as visitStore from './visit-store.ts'

/**
 * The recipient picks something, and has not confirmed it: it is remembered for them and nothing is
 * kept from others. Naming nothing takes the choice back. Undefined when there is no such gift.
 */
export async function choose(
  ctx: TxContext,
  id: string,
  choice: { variant_ids: readonly string[] },
): Promise<{ chosen: readonly string[] } | undefined> {
  throwIfAny(selectionValidator(choice))
  const gift = await atTheDoor(ctx, id)
  if (gift === undefined) return undefined
  refuseUnlessChoosing(ctx, gift)
  const { offered, selection_mode } = await offeredOf(ctx, gift)
  const chosen = [...new Set(choice.variant_ids)]
  throwIfAny(draftProblems(selection_mode, offered, chosen))
  visitStore.note(ctx, gift, { chosen: chosen.length === 0 ? null : chosen })
  return { chosen }
}
