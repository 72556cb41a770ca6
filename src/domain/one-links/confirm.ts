import * as mail from '#email'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { assignPlace } from './assign-place.ts'
import { enqueueApprovalRequest, parseClaimToken } from './claim-emails.ts'
import * as claimStore from './claim-store.ts'
import { findClosed } from './closure.ts'
import * as oneLinkStore from './one-link-store.ts'
import { decryptClaimant, findSender } from './open-claim.ts'
import { endLapsedClaims, freePlaces } from './places.ts'
import { type Claim, claimLifetimesMs, earlier } from './tables.ts'

/**
 * The state of the claim that the link in an email belongs to.
 *
 * - `to_confirm`, `to_join`, `to_accept`  the button on the page confirms the claim, joins the waiting list,
 *   or takes the offered place
 * - `claimed`      the claim has a gift
 * - `pending`      the claim waits for approval until `until`
 * - `listed`       the claim is on the waiting list
 * - `rejected`     the claim was not approved
 * - `lapsed`       the link is too old, or another person has the place
 * - `paused`       the campaign is paused, so that the claim cannot join the waiting list
 */
export type ClaimStatus =
  | { status: 'to_confirm' | 'to_join' | 'to_accept' | 'pending'; until: Date | null }
  | { status: 'claimed'; gift: gifting.Gift }
  | { status: 'listed' | 'rejected' | 'lapsed' | 'all_claimed' }
  | { status: 'closed' | 'paused' | 'expired' }

const statusByState = {
  unconfirmed: 'to_confirm',
  listing: 'to_join',
  offered: 'to_accept',
  pending: 'pending',
} as const

/**
 * Reads the state of a claim. Changes nothing: if a mail scanner opens the link, it does not confirm the
 * claim.
 */
export async function findClaimStatus(
  ctx: TxContext,
  one_link_id: string,
  token: string,
): Promise<ClaimStatus> {
  const link = await oneLinkStore.find(ctx, ctx.account_id, one_link_id)
  const claim = await findByToken(ctx, one_link_id, token)
  return claim === undefined || link === undefined
    ? { status: 'lapsed' }
    : statusOf(ctx, link, claim)
}

async function statusOf(
  ctx: TxContext,
  link: Pick<oneLinkStore.LockedOneLink, 'campaign_id' | 'closed_at' | 'expires_at'>,
  claim: Claim,
): Promise<ClaimStatus> {
  if (claim.gift_request_id !== null) return claimedStatus(ctx, claim.gift_request_id)
  if (link.closed_at !== null) return { status: 'closed' }
  if (link.expires_at <= ctx.now) return { status: 'expired' }
  if (claim.until !== null && claim.until <= ctx.now) return { status: 'lapsed' }
  if (claim.state === 'rejected') return { status: 'rejected' }
  if (claim.state === 'listed' || claim.state === 'listing') {
    const closed = await findClosed(ctx, link)
    // The list of a paused campaign waits until it is resumed.
    if (closed === 'closed' || (closed && claim.state === 'listing')) return { status: closed }
  }
  if (claim.state === 'listed') return { status: 'listed' }
  if (claim.state === 'claimed') throw new Error(`claim ${claim.id} has no gift request`)
  return { status: statusByState[claim.state], until: claim.until }
}

async function claimedStatus(ctx: TxContext, id: string): Promise<ClaimStatus> {
  const gift = await gifting.find(ctx, id)
  return gift === undefined || gift.link_code === null
    ? { status: 'lapsed' }
    : { status: 'claimed', gift }
}

async function findByToken(
  ctx: TxContext,
  one_link_id: string,
  token: string,
): Promise<Claim | undefined> {
  const id = parseClaimToken(ctx, one_link_id, token)
  return id !== undefined && isId(id) ? claimStore.find(ctx, one_link_id, id) : undefined
}

/**
 * Confirms the claim that the link in an email belongs to. The claim takes its place, joins the waiting list,
 * or waits for approval. A repeated or concurrent confirmation returns the state after the first one.
 */
export async function confirmClaim(
  ctx: TxContext,
  one_link_id: string,
  token: string,
): Promise<ClaimStatus> {
  const link = await oneLinkStore.lockShared(ctx, one_link_id)
  if (link === undefined) return { status: 'lapsed' }
  claimStore.lockClaims(ctx, link.id)
  if (link.closed_at === null) await endLapsedClaims(ctx, link)
  const claim = await findByToken(ctx, link.id, token)
  if (claim === undefined) return { status: 'lapsed' }
  const before = await statusOf(ctx, link, claim)
  switch (before.status) {
    case 'to_confirm':
      return claim.has_place ? takePlace(ctx, link, claim) : takeFreePlace(ctx, link, claim)
    case 'to_join':
      return takeFreePlace(ctx, link, { ...claim, queued_at: ctx.now })
    case 'to_accept':
      return takePlace(ctx, link, claim)
    default:
      return before
  }
}

/** Gives a free place to a claim that has none. If no place is free, the claim joins the waiting list. */
async function takeFreePlace(
  ctx: TxContext,
  link: oneLinkStore.LockedOneLink,
  claim: Claim,
): Promise<ClaimStatus> {
  const { free } = await freePlaces(ctx, link.id)
  if (free > 0) return takePlace(ctx, link, claim)
  if (!link.has_waiting_list) {
    removeClaim(ctx, claim)
    return { status: 'all_claimed' }
  }
  const closed = await findClosed(ctx, link)
  if (closed !== undefined) return { status: closed }
  claimStore.update(ctx, { ...claim, state: 'listed', until: link.expires_at })
  claimStore.wakeWaitingList(ctx, link.id)
  return { status: 'listed' }
}

async function takePlace(
  ctx: TxContext,
  link: oneLinkStore.LockedOneLink,
  claim: Claim,
): Promise<ClaimStatus> {
  if (link.require_approval) {
    const until = earlier(new Date(ctx.now.getTime() + claimLifetimesMs.approval), link.expires_at)
    const pending: Claim = {
      ...claim,
      state: 'pending',
      has_place: true,
      network_digest: null,
      until,
    }
    claimStore.update(ctx, { ...pending, queued_at: ctx.now })
    await enqueueApprovalRequest(ctx, link, await findSender(ctx, link))
    return { status: 'pending', until }
  }
  const gift = await assignPlace(ctx, link, claim, decryptClaimant(ctx, claim))
  return gift === undefined ? { status: 'all_claimed' } : { status: 'claimed', gift }
}

/**
 * Deletes the claim that the link in an email belongs to, at the request of the claimant. Returns whether the
 * claim existed.
 */
export async function withdrawClaim(
  ctx: TxContext,
  one_link_id: string,
  token: string,
): Promise<boolean> {
  const link = await oneLinkStore.lockShared(ctx, one_link_id)
  if (link === undefined) return false
  claimStore.lockClaims(ctx, link.id)
  const claim = await findByToken(ctx, link.id, token)
  if (claim === undefined || claim.state === 'claimed' || claim.state === 'rejected') return false
  removeClaim(ctx, claim)
  claimStore.wakeWaitingList(ctx, link.id)
  return true
}

/** Deletes the claim and its emails. */
function removeClaim(ctx: TxContext, claim: Claim): void {
  claimStore.remove(ctx, [claim.id])
  mail.deleteMessages(ctx, claim.email_ids)
}
