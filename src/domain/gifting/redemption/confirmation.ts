import type { NewRedemption } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import { lockGift } from '../lifecycle/lock-gift.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift, RedemptionSession } from '../lifecycle/tables.ts'
import { listTransitions } from '../lifecycle/transition-store.ts'
import { redeem } from './redeem.ts'
import { getOwnerDigest } from './redemption-page.ts'

/** Requests of a double tap arrive within this time of the confirmation. */
const doubleTapMs = 2 * 60 * 1000

/**
 * Redeems the gift with a form that contains a random token. Returns the owner of the gift, for a proof, if the visitor is the
 * recipient: the one who confirms the gift, and one who sends the token of that form again, as a double tap does. An address is no
 * proof, because the sender may know it.
 */
export async function confirmGift(
  ctx: TxContext,
  id: string,
  body: NewRedemption,
  token: string,
): Promise<Buffer | undefined> {
  const before = await lockGift(ctx, id)
  const gift = await redeem(ctx, id, body)
  if (before === undefined || gift === undefined) return undefined
  if (before.line_items === null) {
    if (token !== '') sessionStore.upsert(ctx, gift, { confirmation_digest: sha256(token) })
    return getOwnerDigest(gift, undefined)
  }
  const session = await sessionStore.find(ctx, gift)
  const isRecipient = await isSecondTap(ctx, gift, session, token)
  return isRecipient ? getOwnerDigest(gift, session) : undefined
}

async function isSecondTap(
  ctx: TxContext,
  gift: Gift,
  session: RedemptionSession | undefined,
  token: string,
): Promise<boolean> {
  if (token === '' || session?.confirmation_digest?.equals(sha256(token)) !== true) return false
  const transitions = await listTransitions(ctx, gift.account_id, gift.id)
  const confirmed = transitions.findLast(({ from_state }) => from_state === 'awaiting_recipient')
  return confirmed !== undefined && ctx.now.getTime() - confirmed.created_at.getTime() < doubleTapMs
}
