import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { createLink } from '../lifecycle/link.ts'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { resendToNewAddress } from '../lifecycle/transition-emails.ts'

/** Returns why the link cannot be replaced; undefined if it can. */
export function linkReissueBlocker({ status, state, link_code }: Gift): string | undefined {
  if (status === 'cancelled') return 'its link leads to no gift'
  if (state === 'unclaimed') return 'no recipient has claimed it yet'
  return link_code === null ? 'it has no link' : undefined
}

/**
 * Replaces the link of a gift request and emails the new one to the recipient. The old link stops working at the
 * commit. Returns undefined if the account has no such gift request.
 */
export async function reissueLink(ctx: TxContext, id: string): Promise<Gift | undefined> {
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  const blocker = linkReissueBlocker(gift)
  if (blocker !== undefined) throw invalidStateError(gift, blocker)
  await mail.assertMayEmail(ctx, gift.email)
  const after: Gift = {
    ...gift,
    ...createLink(ctx.deployment, gift.id),
    updated_at: new Date(Math.max(ctx.now.getTime(), gift.updated_at.getTime())),
  }
  ctx.enqueue(
    `update gifting.gift_request set link_digest = $3, link_code = $4, updated_at = $5
      where account_id = $1 and id = $2`,
    [gift.account_id, gift.id, after.link_digest, after.link_code, after.updated_at],
  )
  resendToNewAddress(ctx, after, { hasNewLink: true })
  return after
}
