import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import * as claimStore from './claim-store.ts'
import type { LockedOneLink } from './one-link-store.ts'
import { sendClaimEmail } from './open-claim.ts'
import { type Claim, claimLifetimesMs, earlier } from './tables.ts'

/** Entries in the waiting list of a one-link, including those that wait for a confirmation. */
export const maxWaiting = ({ quantity }: Pick<LockedOneLink, 'quantity'>): number =>
  Math.min(1_000, Math.max(100, quantity))

/**
 * Returns the places that a new claim can take. Those for which people are on the waiting list are not free.
 * The claims must be locked.
 */
export async function freePlaces(
  ctx: TxContext,
  one_link_id: string,
): Promise<{ free: number; counts: claimStore.PlaceCounts }> {
  const counts = await claimStore.countPlaces(ctx, one_link_id)
  return { free: Math.max(0, counts.unclaimed - counts.places - counts.listed), counts }
}

/**
 * Deletes claims whose time is over, together with their emails, so that no trace of the claimant remains. A
 * claim that waited for approval in vain gets an email.
 */
export async function endLapsedClaims(ctx: TxContext, link: LockedOneLink): Promise<number> {
  return endClaims(ctx, link, await claimStore.removeLapsed(ctx, link.id))
}

/** Ends all claims without a gift, when the one-link ends. */
export async function endOpenClaims(ctx: TxContext, link: LockedOneLink): Promise<number> {
  return endClaims(ctx, link, await claimStore.removeOpen(ctx, link.id))
}

/** Ends the waiting list, when the campaign ends. Claims with a place continue. */
export async function endWaitingList(ctx: TxContext, link: LockedOneLink): Promise<number> {
  return endClaims(ctx, link, await claimStore.removeWaitingList(ctx, link.id))
}

async function endClaims(
  ctx: TxContext,
  link: LockedOneLink,
  ended: readonly Claim[],
): Promise<number> {
  for (const claim of ended)
    if (claim.state === 'pending') await sendClaimEmail(ctx, link, claim, 'rejected')
  mail.deleteMessages(
    ctx,
    ended.flatMap(({ email_ids }) => email_ids),
  )
  return ended.length
}

/** Offers the free places of a one-link to the first people on its waiting list. The claims must be locked. */
export async function offerPlaces(ctx: TxContext, link: LockedOneLink): Promise<number> {
  const counts = await claimStore.countPlaces(ctx, link.id)
  const free = Math.min(counts.unclaimed - counts.places, counts.listed)
  if (free <= 0) return 0
  const next = await claimStore.listByState(ctx, link.id, ['listed'], Math.min(free, maxOffers))
  const until = earlier(new Date(ctx.now.getTime() + claimLifetimesMs.offer), link.expires_at)
  for (const claim of next) {
    const offered: Claim = { ...claim, state: 'offered', has_place: true, until }
    claimStore.update(ctx, await sendClaimEmail(ctx, link, offered))
  }
  return next.length
}

/** Offers in one transaction. */
const maxOffers = 100
