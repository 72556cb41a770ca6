import { type ClaimInput, claimInputValidator, normalizeRecipient, throwIfAny } from '#contract'
import { isId, newId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { advance } from './advance.ts'
import { linkAgain, mailClaimLink } from './mails.ts'
import { isAllowed } from './one-link-rules.ts'
import * as oneLinkStore from './one-link-store.ts'
import { emailKey, type RecipientOf } from './recipient.ts'
import * as store from './store.ts'
import type { Gift, OneLink } from './tables.ts'

/**
 * What became of a claim. `already_claimed`: somebody with this e-mail address has a gift of this
 * one-link; the link was sent to that address again, and is never shown to the visitor. `mailed`: the one-link is
 * for certain domains, so the link was sent to the address only.
 */
export type ClaimOutcome =
  | { outcome: 'claimed' | 'already_claimed' | 'mailed'; gift: Gift }
  | { outcome: 'closed' | 'expired' | 'all_claimed' }

const minute = 60 * 1000
const day = 24 * 60 * minute

/** How long a claim by email holds its place until the recipient opens the link. */
export const unconfirmedMinutes = 30

/**
 * A visitor of a one-link claims one of its gifts, which waits 24 hours for them to choose. With
 * `allowed_email_domains` the link goes to the email address only, and the place lapses after 30 minutes unless the
 * link is opened: otherwise anyone could claim with invented addresses of that domain. However
 * many claim at once: each place goes to one of them, each e-mail address gets one, and nobody is told
 * that all is claimed while there is a place. Refuses with all that is wrong with what they gave;
 * undefined when the work's account has no one-link by that id.
 */
export async function claim(
  ctx: TxContext,
  id: string,
  given: ClaimInput,
): Promise<ClaimOutcome | undefined> {
  const claimant = normalizeRecipient(given) as ClaimInput
  throwIfAny(claimInputValidator(claimant))
  const link = isId(id) ? await oneLinkStore.holdOpen(ctx, id) : undefined
  if (link === undefined) return undefined
  if (link.closed_at !== null) return { outcome: 'closed' }
  if (link.expires_at <= ctx.now) return { outcome: 'expired' }
  if (!isAllowed(claimant.email, link.allowed_email_domains)) throwIfAny([foreignDomain])
  const email_key = emailKey(claimant.email)
  oneLinkStore.lockClaimant(ctx, link.id, email_key)
  const theirs = await oneLinkStore.findClaim(ctx, link.id, email_key)
  if (theirs !== undefined) {
    linkAgain(ctx, theirs)
    return { outcome: isByEmail(link) ? 'mailed' : 'already_claimed', gift: theirs }
  }
  const free = await oneLinkStore.holdUnclaimed(ctx, link.id)
  if (free === undefined) return { outcome: 'all_claimed' }
  if (!isByEmail(link)) return { outcome: 'claimed', gift: await take(ctx, free, claimant) }
  const gift = await take(ctx, free, claimant, unconfirmedMinutes * minute)
  mailClaimLink(ctx, gift, unconfirmedMinutes)
  return { outcome: 'mailed', gift }
}

const isByEmail = ({ allowed_email_domains }: Pick<OneLink, 'allowed_email_domains'>) =>
  allowed_email_domains.length > 0

/**
 * The recipient opens their gift for the first time. If the claim was unconfirmed until now, its place is kept for
 * 24 hours from the claim.
 */
export async function confirmClaim(ctx: TxContext, gift: Gift): Promise<void> {
  const { one_link_id, claimed_until } = gift
  if (one_link_id === null || claimed_until === null || gift.state !== 'awaiting_recipient') return
  const link = await oneLinkStore.find(ctx, ctx.account_id, one_link_id)
  if (link === undefined || !isByEmail(link)) return
  const until = new Date(claimed_until.getTime() - unconfirmedMinutes * minute + day)
  oneLinkStore.prolongClaim(ctx, { ...gift, claimed_until: until })
}

const foreignDomain = {
  code: 'not_allowed',
  param: 'email',
  message: 'is not of a domain that may claim here',
} as const

/** Gives a locked placeholder to a claimant, for a day unless another duration is given. */
export async function take(
  ctx: TxContext,
  gift: Gift,
  claimant: ClaimInput,
  durationMs = day,
): Promise<Gift> {
  const moved = advance(ctx, gift, {
    to: 'awaiting_recipient',
    cause: 'claimed by a visitor',
    claim: {
      ...(await recipientOf(ctx, claimant)),
      claimed_until: new Date(ctx.now.getTime() + durationMs),
    },
  })
  if (moved === undefined) throw new Error(`${gift.id} is ${gift.state} and cannot be claimed`)
  return moved
}

/** The contact of the account that the claimant is, or becomes. */
async function recipientOf(ctx: TxContext, claimant: ClaimInput): Promise<RecipientOf> {
  const email_key = emailKey(claimant.email)
  const contacts = await store.meet(ctx, [{ id: newId(ctx.now), email_key }])
  const contact = contacts.get(email_key)
  if (contact === undefined) throw new Error('a contact was neither found nor made')
  return {
    contact_id: contact.id,
    email_key,
    thank_you_count: contact.thank_you_count,
    first_name: claimant.first_name,
    last_name: claimant.last_name,
    email: claimant.email,
  }
}
