import {
  type ClaimInput,
  claimInputValidator,
  emailDomain,
  normalizeRecipient,
  type RefusalReason,
  throwIfAny,
  toEmailKey,
} from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { assignPlace } from './assign-place.ts'
import * as limitStore from './claim-limit-store.ts'
import {
  type ClaimOrigin,
  countClaim,
  countEmail,
  hashMailbox,
  hashNetwork,
} from './claim-limits.ts'
import * as claimStore from './claim-store.ts'
import { findClosed } from './closure.ts'
import { isDenied } from './denied-claimants.ts'
import { isDisposableDomain } from './disposable-domains.ts'
import { toMailbox } from './mailbox.ts'
import * as oneLinkStore from './one-link-store.ts'
import { buildClaim, sendClaimEmail } from './open-claim.ts'
import { endLapsedClaims, freePlaces, maxWaiting } from './places.ts'
import {
  type Claim,
  type Claimant,
  claimLifetimesMs,
  earlier,
  requiresConfirmation,
} from './tables.ts'
import { isEmailAllowed } from './validate.ts'

/**
 * The result of a claim.
 *
 * - `claimed`          the visitor has a gift; the one-link needs no confirmation
 * - `already_claimed`  the visitor has a gift from an earlier claim. The service sent its link by email, and
 *   never shows it to the visitor
 * - `mailed`           a place is reserved, and the link in the email confirms the claim. Also the result for
 *   a mailbox that has a claim
 * - `queued`           all places are taken; the link in the email puts the claimant on the waiting list
 * - `closed`           the one-link is closed, or its campaign has ended. The holder of a gift gets its link nevertheless if
 *   only the campaign has ended
 * - `paused`           the campaign is paused. The holder of a gift gets its link nevertheless
 * - `refused`          the address cannot claim from this one-link
 * - `limited`          too many claims came from this address, network or device. A claim is allowed again
 *   from `retry_at` on
 * - `all_reserved`     all places are reserved by other claims, which can lapse until `retry_at`
 */
export type ClaimOutcome =
  | { outcome: 'claimed' | 'already_claimed'; gift: gifting.Gift }
  | { outcome: 'mailed' | 'queued' | 'closed' | 'paused' | 'expired' | 'all_claimed' }
  | { outcome: 'refused'; reason: RefusalReason }
  | { outcome: 'limited' | 'all_reserved'; retry_at: Date }

/**
 * Claims a gift of a one-link for a visitor.
 *
 * With confirmation, the claim reserves a place for 30 minutes, and an email contains the link that confirms
 * the claim. Without confirmation, the visitor gets the gift immediately and has 24 hours to redeem it.
 *
 * Guarantees for concurrent claims: there are never more claims with a place than places, each mailbox gets
 * only one gift, and the result is `all_claimed` only if no place is free. The caller must also commit the
 * transaction of a refused or limited claim, because it contains the count of this claim. Throws all
 * validation errors together. Returns undefined if the account has no such one-link.
 */
export async function claim(
  ctx: TxContext,
  id: string,
  input: ClaimInput,
  origin: ClaimOrigin = {},
): Promise<ClaimOutcome | undefined> {
  const claimant = normalizeRecipient(input) as ClaimInput
  throwIfAny(claimInputValidator(claimant))
  const link = isId(id) ? await oneLinkStore.lockShared(ctx, id) : undefined
  if (link === undefined) return undefined
  if (link.closed_at !== null) return { outcome: 'closed' }
  if (link.expires_at <= ctx.now) return { outcome: 'expired' }
  claimStore.lockClaims(ctx, link.id)
  const mailbox_digest = hashMailbox(link.id, toMailbox(claimant.email))
  const exceeded = await countClaim(ctx, link, mailbox_digest, origin)
  if (exceeded !== undefined) return limit(ctx, link.id, exceeded)
  const [reason] = await Promise.all([
    findRefusal(ctx, link, claimant.email),
    endLapsedClaims(ctx, link),
  ])
  const answer = await findClosed(ctx, link)
  const closed: ClaimOutcome | undefined = answer && { outcome: answer }
  if (reason !== undefined && closed !== undefined) return closed
  if (reason !== undefined) {
    limitStore.countRefusal(ctx, link.id, reason)
    return { outcome: 'refused', reason }
  }
  const attempt = {
    link,
    claimant: { ...claimant, locale: origin.locale ?? null },
    mailbox_digest,
    network_digest: await hashNetwork(ctx, origin),
  }
  return claimPlace(ctx, attempt, closed)
}

/** A valid claim of an open one-link. The transaction has locked the claims of this one-link. */
interface ClaimAttempt {
  link: oneLinkStore.LockedOneLink
  claimant: Claimant
  mailbox_digest: Buffer
  network_digest: Buffer | null
}

function limit(
  ctx: TxContext,
  one_link_id: string,
  { reason, retry_at }: { reason: RefusalReason; retry_at: Date },
): ClaimOutcome {
  limitStore.countRefusal(ctx, one_link_id, reason)
  return { outcome: 'limited', retry_at }
}

async function findRefusal(
  ctx: TxContext,
  link: oneLinkStore.LockedOneLink,
  email: string,
): Promise<RefusalReason | undefined> {
  if (!isEmailAllowed(email, link.allowed_email_domains)) return 'domain'
  if (link.refuse_disposable && isDisposableDomain(ctx.deployment, emailDomain(email)))
    return 'disposable'
  return (await isDenied(ctx, email)) ? 'denied' : undefined
}

/**
 * Takes a place, or sends the link of the gift or the claim again.
 *
 * @param closed  the outcome for those who have no gift yet, of a campaign that takes no new ones
 */
async function claimPlace(
  ctx: TxContext,
  attempt: ClaimAttempt,
  closed: ClaimOutcome | undefined,
): Promise<ClaimOutcome> {
  const { link, claimant, mailbox_digest } = attempt
  const [existing, sameAddress, { free, counts }] = await Promise.all([
    claimStore.findByMailbox(ctx, link.id, mailbox_digest),
    oneLinkStore.findClaim(ctx, link.id, toEmailKey(claimant.email)),
    freePlaces(ctx, link.id),
  ])
  const gift = sameAddress ?? (await findClaimedGift(ctx, existing))
  if (gift !== undefined) return repeatClaimed(ctx, attempt, gift)
  if (closed !== undefined) return closed
  if (existing !== undefined) return repeatOpen(ctx, attempt, existing)
  if (!requiresConfirmation(link) && free > 0) return claimAtOnce(ctx, attempt)
  if (free > 0) return open(ctx, attempt, 'unconfirmed')
  if (counts.unclaimed > 0 && counts.listed === 0 && (await displace(ctx, attempt, counts)))
    return requiresConfirmation(link)
      ? open(ctx, attempt, 'unconfirmed')
      : claimAtOnce(ctx, attempt)
  if (link.has_waiting_list && counts.listing + counts.listed < maxWaiting(link))
    return open(ctx, attempt, 'listing')
  limitStore.countRefusal(ctx, link.id, 'full')
  if (counts.unclaimed === 0) return { outcome: 'all_claimed' }
  return {
    outcome: 'all_reserved',
    retry_at: new Date(ctx.now.getTime() + claimLifetimesMs.confirmation),
  }
}

const findClaimedGift = async (ctx: TxContext, claim: Claim | undefined) =>
  claim === undefined || claim.gift_request_id === null
    ? undefined
    : gifting.find(ctx, claim.gift_request_id)

/**
 * Takes a place from the network with the most unconfirmed places, so that a few networks cannot reserve all
 * places. The claimant who loses the place can still confirm, and then gets a free place or the first
 * position on the waiting list.
 */
const displace = (
  ctx: TxContext,
  { link, network_digest }: ClaimAttempt,
  { unconfirmed }: claimStore.PlaceCounts,
): Promise<boolean> =>
  unconfirmed < 2 * link.quantity + 100 // limits the number of rows of displaced claims
    ? claimStore.displace(ctx, link.id, network_digest)
    : Promise.resolve(false)

/** Sends the link of the gift again, because the mailbox already has a gift of this one-link. */
async function repeatClaimed(
  ctx: TxContext,
  { link, mailbox_digest }: ClaimAttempt,
  gift: gifting.Gift,
): Promise<ClaimOutcome> {
  const exceeded = await countEmail(ctx, link.id, mailbox_digest)
  if (exceeded !== undefined) return limit(ctx, link.id, exceeded)
  gifting.resendLink(ctx, gift)
  return requiresConfirmation(link) ? { outcome: 'mailed' } : { outcome: 'already_claimed', gift }
}

/** Sends the link of an open claim again. Sends no further email for a rejected claim. */
async function repeatOpen(
  ctx: TxContext,
  { link, mailbox_digest }: ClaimAttempt,
  existing: Claim,
): Promise<ClaimOutcome> {
  const outcome = existing.state === 'listing' || existing.state === 'listed' ? 'queued' : 'mailed'
  if (existing.state === 'rejected') return { outcome }
  const exceeded = await countEmail(ctx, link.id, mailbox_digest)
  if (exceeded !== undefined) return limit(ctx, link.id, exceeded)
  claimStore.update(ctx, await sendClaimEmail(ctx, link, existing))
  if (existing.state === 'listed') claimStore.wakeWaitingList(ctx, link.id)
  return { outcome }
}

async function claimAtOnce(ctx: TxContext, attempt: ClaimAttempt): Promise<ClaimOutcome> {
  const { link, claimant } = attempt
  const claim = buildClaim(ctx, { ...attempt, state: 'unconfirmed', until: null })
  claimStore.insert(ctx, { ...claim, has_place: false })
  const gift = await assignPlace(ctx, link, claim, claimant)
  return gift === undefined ? { outcome: 'all_claimed' } : { outcome: 'claimed', gift }
}

/** Saves the claim and its email in one transaction, so that neither of them exists without the other. */
async function open(
  ctx: TxContext,
  attempt: ClaimAttempt,
  state: 'unconfirmed' | 'listing',
): Promise<ClaimOutcome> {
  const { link, mailbox_digest } = attempt
  const exceeded = await countEmail(ctx, link.id, mailbox_digest)
  if (exceeded !== undefined) return limit(ctx, link.id, exceeded)
  const until = new Date(ctx.now.getTime() + claimLifetimesMs.confirmation)
  const claim = buildClaim(ctx, { ...attempt, state, until: earlier(until, link.expires_at) })
  claimStore.insert(ctx, await sendClaimEmail(ctx, link, claim))
  return { outcome: state === 'unconfirmed' ? 'mailed' : 'queued' }
}
