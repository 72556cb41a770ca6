import { type Claimant, claimantShape, normalizeRecipient, refuseIfAny } from '#contract'
import { isId, newId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import { advance } from './advance.ts'
import { linkAgain } from './mails.ts'
import { isAllowed } from './one-link-rules.ts'
import * as oneLinkStore from './one-link-store.ts'
import { emailKey, type RecipientOf } from './recipient.ts'
import * as store from './store.ts'
import type { Gift } from './tables.ts'

/**
 * What became of a claim. `already_claimed`: somebody with this e-mail address has a gift of this
 * one-link; the link was sent to that address again, and is never shown to the visitor.
 */
export type ClaimOutcome =
  | { outcome: 'claimed' | 'already_claimed'; gift: Gift }
  | { outcome: 'closed' | 'expired' | 'all_claimed' }

const day = 24 * 60 * 60 * 1000

/**
 * A visitor of a one-link claims one of its gifts, which waits 24 hours for them to choose. However
 * many claim at once: each place goes to one of them, each e-mail address gets one, and nobody is told
 * that all is claimed while there is a place. Refuses with all that is wrong with what they gave;
 * undefined when the work's account has no one-link by that id.
 */
export async function claim(
  work: Work,
  id: string,
  given: Claimant,
): Promise<ClaimOutcome | undefined> {
  const claimant = normalizeRecipient(given) as Claimant
  refuseIfAny(claimantShape(claimant))
  const link = isId(id) ? await oneLinkStore.holdOpen(work, id) : undefined
  if (link === undefined) return undefined
  if (link.closed_at !== null) return { outcome: 'closed' }
  if (link.expires_at <= work.now) return { outcome: 'expired' }
  if (!isAllowed(claimant.email, link.allowed_email_domains)) refuseIfAny([foreignDomain])
  const email_key = emailKey(claimant.email)
  oneLinkStore.lockClaimant(work, link.id, email_key)
  const theirs = await oneLinkStore.findClaim(work, link.id, email_key)
  if (theirs !== undefined) {
    linkAgain(work, theirs)
    return { outcome: 'already_claimed', gift: theirs }
  }
  const free = await oneLinkStore.holdUnclaimed(work, link.id)
  if (free === undefined) return { outcome: 'all_claimed' }
  return { outcome: 'claimed', gift: await take(work, free, claimant) }
}

const foreignDomain = {
  code: 'not_allowed',
  param: 'email',
  message: 'is not of a domain that may claim here',
} as const

/** Gives a held placeholder to somebody, for a day. */
export async function take(work: Work, gift: Gift, claimant: Claimant): Promise<Gift> {
  const moved = advance(work, gift, {
    to: 'awaiting_recipient',
    cause: 'claimed by a visitor',
    claim: {
      ...(await recipientOf(work, claimant)),
      claimed_until: new Date(work.now.getTime() + day),
    },
  })
  if (moved === undefined) throw new Error(`${gift.id} is ${gift.state} and cannot be claimed`)
  return moved
}

/** The contact of the account that the claimant is, or becomes. */
async function recipientOf(work: Work, claimant: Claimant): Promise<RecipientOf> {
  const email_key = emailKey(claimant.email)
  const contacts = await store.meet(work, [{ id: newId(work.now), email_key }])
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
