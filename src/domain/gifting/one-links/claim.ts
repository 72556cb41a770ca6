import { type ClaimInput, claimInputValidator, normalizeRecipient, throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { enqueueClaimLink, resendLink } from '../lifecycle/recipient-emails.ts'
import { type RecipientFields, toEmailKey } from '../lifecycle/recipient-fields.ts'
import type { Gift, OneLink } from '../lifecycle/tables.ts'
import { transition } from '../lifecycle/transition.ts'
import * as oneLinkStore from './one-link-store.ts'
import { isEmailAllowed } from './validate.ts'

/**
 * What became of a claim. `already_claimed`: somebody with this e-mail address has a gift of this
 * one-link; the link was sent to that address again, and is never shown to the visitor. `mailed`: the one-link is
 * for certain domains, so the link was sent to the address only.
 */
export type ClaimOutcome =
  | { outcome: 'claimed' | 'already_claimed' | 'mailed'; gift: Gift }
  | { outcome: 'closed' | 'expired' | 'all_claimed' }

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

/** How long a claim by email holds its place until the recipient opens the link. */
export const unconfirmedClaimMinutes = 30

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
  input: ClaimInput,
): Promise<ClaimOutcome | undefined> {
  const claimant = normalizeRecipient(input) as ClaimInput
  throwIfAny(claimInputValidator(claimant))
  const link = isId(id) ? await oneLinkStore.lockShared(ctx, id) : undefined
  if (link === undefined) return undefined
  if (link.closed_at !== null) return { outcome: 'closed' }
  if (link.expires_at <= ctx.now) return { outcome: 'expired' }
  if (!isEmailAllowed(claimant.email, link.allowed_email_domains)) throwIfAny([domainNotAllowed])
  const email_key = toEmailKey(claimant.email)
  oneLinkStore.lockClaimant(ctx, link.id, email_key)
  const existing = await oneLinkStore.findClaim(ctx, link.id, email_key)
  if (existing !== undefined) {
    resendLink(ctx, existing)
    return { outcome: requiresEmailedLink(link) ? 'mailed' : 'already_claimed', gift: existing }
  }
  const placeholder = await oneLinkStore.lockUnclaimed(ctx, link.id)
  if (placeholder === undefined) return { outcome: 'all_claimed' }
  if (!requiresEmailedLink(link))
    return { outcome: 'claimed', gift: await assignPlaceholder(ctx, placeholder, claimant) }
  const gift = await assignPlaceholder(
    ctx,
    placeholder,
    claimant,
    unconfirmedClaimMinutes * minuteMs,
  )
  enqueueClaimLink(ctx, gift, unconfirmedClaimMinutes)
  return { outcome: 'mailed', gift }
}

const requiresEmailedLink = ({ allowed_email_domains }: Pick<OneLink, 'allowed_email_domains'>) =>
  allowed_email_domains.length > 0

/**
 * The recipient opens their gift for the first time. If the claim was unconfirmed until now, its place is kept for
 * 24 hours from the claim.
 */
export async function confirmClaim(ctx: TxContext, gift: Gift): Promise<void> {
  const { one_link_id, claimed_until } = gift
  if (one_link_id === null || claimed_until === null || gift.state !== 'awaiting_recipient') return
  const link = await oneLinkStore.find(ctx, ctx.account_id, one_link_id)
  if (link === undefined || !requiresEmailedLink(link)) return
  const until = new Date(claimed_until.getTime() - unconfirmedClaimMinutes * minuteMs + dayMs)
  oneLinkStore.extendClaim(ctx, { ...gift, claimed_until: until })
}

const domainNotAllowed = {
  code: 'not_allowed',
  param: 'email',
  message: 'is not of a domain that may claim here',
} as const

/** Gives a locked placeholder to a claimant, for a day unless another duration is given. */
export async function assignPlaceholder(
  ctx: TxContext,
  gift: Gift,
  claimant: ClaimInput,
  durationMs = dayMs,
): Promise<Gift> {
  const claimed = transition(ctx, gift, {
    to: 'awaiting_recipient',
    cause: 'claimed by a visitor',
    claim: {
      ...(await upsertRecipient(ctx, claimant)),
      claimed_until: new Date(ctx.now.getTime() + durationMs),
    },
  })
  if (claimed === undefined) throw new Error(`${gift.id} is ${gift.state} and cannot be claimed`)
  return claimed
}

/** The contact of the account that the claimant is, or becomes. */
async function upsertRecipient(ctx: TxContext, claimant: ClaimInput): Promise<RecipientFields> {
  const email_key = toEmailKey(claimant.email)
  const contacts = await giftStore.upsertContacts(ctx, [{ id: newId(ctx.now), email_key }])
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
