import type { TxContext } from '#platform/postgres'
import { atTheDoor } from './at-the-door.ts'
import { confirmClaim } from './claim.ts'
import * as visitStore from './visit-store.ts'

/** The recipient unwraps their gift. Only the first time is noted. Undefined when there is no such gift. */
export async function open(ctx: TxContext, id: string): Promise<{ opened_at: Date } | undefined> {
  const gift = await atTheDoor(ctx, id)
  if (gift === undefined) return undefined
  const known = (await visitStore.find(ctx, gift))?.opened_at
  if (known !== undefined && known !== null) return { opened_at: known }
  visitStore.noteOpened(ctx, gift)
  await confirmClaim(ctx, gift)
  return { opened_at: ctx.now }
}
