import { toEmailKey } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import type { RecipientFields } from '../lifecycle/recipient-fields.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { transition } from '../lifecycle/transition.ts'

/** Assigns a locked placeholder of a one-link to a claimant. */
export async function assignPlaceholder(
  ctx: TxContext,
  gift: Gift,
  claimant: Pick<Gift, 'first_name' | 'last_name' | 'email'>,
  durationMs: number,
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
  claimant: Pick<Gift, 'first_name' | 'last_name' | 'email'>,
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
