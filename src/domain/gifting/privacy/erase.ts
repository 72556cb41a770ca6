import { type EmailMessage, toEmailKey, toRawJson } from '#contract'
import * as digital from '#digital'
import * as mail from '#email'
import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import * as contactNoteStore from '../commands/contact-note-store.ts'
import * as commentStore from '../comments/comment-store.ts'
import { eventsFor, states } from '../lifecycle/state-machine.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { transitionAll } from '../lifecycle/transition.ts'
import * as problemStore from '../problems/problem-store.ts'
import * as pastLinkStore from '../redemption/past-link-store.ts'
import * as privacyStore from './privacy-store.ts'

/** The ids of the data that the erasure does not delete. */
export interface EraseResult {
  contact_id: string | null
  gift_request_ids: string[]
  /** The number of gift requests that the erasure cancelled. */
  cancelled: number
}

const batchSize = 500

/**
 * Erases the recipient with this email address from the account: name, addresses, messages and notes. Does
 * not erase ids, states, times, history and counts. Cancels gifts that are not dispatched, with an event
 * without personal data. Does not stop dispatched gifts.
 *
 * @param eraseUpper  erases the data that upper modules store about the address and these gift requests. It
 *   runs before the contact is erased, because a claim also locks its contact last
 */
export async function erase(
  ctx: TxContext,
  email: string,
  eraseUpper: (gift_request_ids: readonly string[]) => Promise<void> = async () => {},
): Promise<EraseResult> {
  const email_key = toEmailKey(email)
  const contact = await privacyStore.findContact(ctx, email_key)
  const erased: EraseResult = {
    contact_id: contact?.id ?? null,
    gift_request_ids: [],
    cancelled: 0,
  }
  if (email_key === '') return erased
  for (;;) {
    const gifts = await privacyStore.lockGifts(ctx, email_key, batchSize)
    if (gifts.length === 0) break
    const ids = gifts.map(({ id }) => id)
    privacyStore.redact(ctx, ids)
    problemStore.erase(ctx, ids)
    commentStore.erase(ctx, ids)
    greetings.eraseByGift(ctx, ids)
    // Erases the events before the cancellations are recorded. The events of the cancellations contain no
    // personal data.
    webhooks.eraseEvents(ctx, ids)
    erased.gift_request_ids.push(...ids)
    erased.cancelled += cancelPending(ctx, gifts.map(redacted))
    digital.eraseItems(ctx, ids) // runs after the cancellation, which frees codes that no recipient has seen
  }
  await eraseUpper(erased.gift_request_ids)
  contactNoteStore.eraseByEmail(ctx, email_key)
  // The contact is erased last. A thank-you note uses the same order of locks: first the gift request.
  privacyStore.eraseContact(ctx, email_key)
  return erased
}

function cancelPending(ctx: TxContext, gifts: readonly Gift[]): number {
  const cancellable = gifts.filter(
    ({ state }) => isNotDispatched(state) && eventsFor(state, 'cancelled'),
  )
  transitionAll(
    ctx,
    cancellable.map((gift) => [gift, { to: 'cancelled', cause: 'its recipient was erased' }]),
  )
  return cancellable.length
}

const isNotDispatched = (state: Gift['state']) =>
  states[state] === 'submitted' || states[state] === 'redeemed'

/** Returns the gift request as the store has it after `redact`. */
const redacted = (gift: Gift): Gift => ({
  ...gift,
  email_key: '',
  first_name: '',
  last_name: '',
  email: '',
  address: null,
  country: null,
  email_message: toRawJson<EmailMessage>({ subject: '', body: '' }),
  metadata: toRawJson({}),
  link_digest: null,
  link_code: null,
})

/**
 * Deletes the address, selection, decline reason, note and link of gift requests that ended before a date.
 * Does not delete names and email addresses. Processes one batch per call and returns it. Returns an empty
 * batch if none are left.
 */
export async function purgeEndedGifts(
  ctx: TxContext,
  before: Date,
): Promise<{ id: string; is_direct: boolean }[]> {
  const ended = await privacyStore.lockEnded(ctx, before, batchSize)
  pastLinkStore.deletePastLinks(ctx, new Date(ctx.now.getTime() - pastLinkRetentionDays * dayMs))
  if (ended.length === 0) return ended
  const ids = ended.map(({ id }) => id)
  pastLinkStore.savePastLinks(ctx, ids)
  privacyStore.deleteAddresses(ctx, ids)
  problemStore.erase(ctx, ids)
  commentStore.erase(ctx, ids)
  digital.eraseItems(ctx, ids)
  greetings.eraseByGift(ctx, ids)
  mail.deleteRecipientPhones(ctx, ids)
  return ended
}

/** The number of days in which the page of a deleted link shows the final status of the gift. */
const pastLinkRetentionDays = 730
const dayMs = 24 * 60 * 60 * 1000
