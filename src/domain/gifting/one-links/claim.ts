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
 * The result of a claim. `already_claimed`: a gift of this one-link was claimed with the same email address;
 * its link was emailed again and is never shown to the visitor. `mailed`: the one-link is restricted to certain
 * domains, so the link was only emailed.
 */
export type ClaimOutcome =
  | { outcome: 'claimed' | 'already_claimed' | 'mailed'; gift: Gift }
  | { outcome: 'closed' | 'expired' | 'all_claimed' }

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

/** The lifetime in minutes of a claim whose emailed link was not opened. */
export const unconfirmedClaimMinutes = 30

/**
 * Claims a gift of a one-link for a visitor, who has 24 hours to redeem it.
 *
 * With `allowed_email_domains` the link is only emailed, and the claim lapses after 30 minutes unless the link
 * is opened: otherwise visitors could claim with invented addresses of an allowed domain.
 *
 * Guarantees under concurrency: each placeholder has one claimant, each email address gets one gift, and
 * `all_claimed` is only returned if no placeholder is free. Throws all validation errors at once. Returns
 * undefined if the account has no such one-link.
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

/** Called when the recipient first opens the gift. Extends an unconfirmed claim to 24 hours from the claim. */
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
  message: 'must be in one of the allowed domains',
} as const

/** Assigns a locked placeholder to a claimant, for 24 hours by default. */
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

/** Finds or creates the claimant's contact. */
async function upsertRecipient(ctx: TxContext, claimant: ClaimInput): Promise<RecipientFields> {
  const email_key = toEmailKey(claimant.email)
  const contacts = await giftStore.upsertContacts(ctx, [{ id: newId(ctx.now), email_key }])
  const contact = contacts.get(email_key)
  if (contact === undefined) throw new Error('the contact was neither found nor created')
  return {
    contact_id: contact.id,
    email_key,
    thank_you_count: contact.thank_you_count,
    first_name: claimant.first_name,
    last_name: claimant.last_name,
    email: claimant.email,
  }
}
