import { toEmailKey } from '#contract'
import * as mail from '#email'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import type { RecipientFields } from '../lifecycle/recipient-fields.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { transition } from '../lifecycle/transition.ts'
import * as claimStore from './claim-store.ts'
import { type Claim, type Claimant, claimLifetimesMs } from './claim-tables.ts'
import * as oneLinkStore from './one-link-store.ts'

/**
 * Assigns an unclaimed placeholder to the claim, whose row must exist and be locked. Returns the gift, or undefined
 * if there is no placeholder. A claimant with a gift of this one-link keeps it and gets no second one.
 */
export async function assignPlace(
  ctx: TxContext,
  { id }: Pick<oneLinkStore.LockedOneLink, 'id'>,
  claim: Claim,
  claimant: Claimant,
  durationMs: number = claimLifetimesMs.redemption,
): Promise<Gift | undefined> {
  const email_key = toEmailKey(claimant.email)
  const existing = await oneLinkStore.findClaim(ctx, id, email_key)
  if (existing !== undefined) {
    claimStore.remove(ctx, [claim.id])
    return existing
  }
  const placeholder = await oneLinkStore.lockUnclaimed(ctx, id)
  if (placeholder === undefined) {
    claimStore.remove(ctx, [claim.id])
    return undefined
  }
  const gift = await assignPlaceholder(ctx, placeholder, claimant, durationMs)
  if (claimant.locale !== null) mail.setRecipientLocale(ctx, gift, claimant.locale)
  claimStore.update(ctx, {
    ...claim,
    state: 'claimed',
    has_place: false,
    claimant: null,
    network_digest: null,
    gift_request_id: gift.id,
    until: null,
  })
  return gift
}

/** Assigns a locked placeholder to a claimant, for 24 hours by default. */
export async function assignPlaceholder(
  ctx: TxContext,
  gift: Gift,
  claimant: Pick<Claimant, 'first_name' | 'last_name' | 'email'>,
  durationMs: number = claimLifetimesMs.redemption,
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
async function upsertRecipient(
  ctx: TxContext,
  claimant: Pick<Claimant, 'first_name' | 'last_name' | 'email'>,
): Promise<RecipientFields> {
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
