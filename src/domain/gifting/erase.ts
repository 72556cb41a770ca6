import { type EmailMessage, toRawJson } from '#contract'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { advanceAll } from './advance.ts'
import { states, step } from './machine.ts'
import * as privacyStore from './privacy-store.ts'
import { emailKey } from './recipient.ts'
import type { Gift } from './tables.ts'

/** What there was of somebody, by the ids that stay. */
export interface Erased {
  contact_id: string | null
  gift_request_ids: string[]
  /** Those of them that were called off, as there is nobody left to get them. */
  cancelled: number
}

const armful = 500

/**
 * Takes the person with this e-mail address out of the account: whom gifts go to, what was written to
 * and by them, and where they live. Ids, states, times, history and counts stay. What has not left yet
 * is cancelled, and its event names nobody; what has left goes on its way.
 */
export async function erase(ctx: TxContext, email: string): Promise<Erased> {
  const email_key = emailKey(email)
  const contact = await privacyStore.findContact(ctx, email_key)
  const erased: Erased = { contact_id: contact?.id ?? null, gift_request_ids: [], cancelled: 0 }
  if (email_key === '') return erased
  for (;;) {
    const gifts = await privacyStore.holdGiftsOf(ctx, email_key, armful)
    if (gifts.length === 0) break
    const ids = gifts.map(({ id }) => id)
    privacyStore.blank(ctx, ids)
    // before the cancellations are told, which name nobody any more
    webhooks.forget(ctx, ids)
    erased.gift_request_ids.push(...ids)
    erased.cancelled += callOff(ctx, gifts.map(blanked))
  }
  // The contact comes last: whoever writes a note takes the gift first too.
  privacyStore.eraseContact(ctx, email_key)
  return erased
}

function callOff(ctx: TxContext, gifts: readonly Gift[]): number {
  const open = gifts.filter(({ state }) => isAtHome(state) && step(state, 'cancelled'))
  advanceAll(
    ctx,
    open.map((gift) => [gift, { to: 'cancelled', cause: 'its recipient was erased' }]),
  )
  return open.length
}

const isAtHome = (state: Gift['state']) =>
  states[state] === 'submitted' || states[state] === 'redeemed'

/** The same as `blank` makes of the row. */
const blanked = (gift: Gift): Gift => ({
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
 * Forgets where the recipients live of gift requests that ended before then, what they picked, why they
 * said no, what they wrote, and their links. Names and e-mail addresses stay. Answers some of them, and
 * none when there are no more.
 */
export async function forgetEnded(
  ctx: TxContext,
  before: Date,
): Promise<{ id: string; is_direct: boolean }[]> {
  const ended = await privacyStore.holdEnded(ctx, before, armful)
  privacyStore.deletePastLinks(ctx, new Date(ctx.now.getTime() - pastLinkDays * day))
  if (ended.length === 0) return ended
  const ids = ended.map(({ id }) => id)
  privacyStore.keepPastLinks(ctx, ids)
  privacyStore.dropAddresses(ctx, ids)
  return ended
}

/** For how long the page behind an old link says what became of the gift. */
const pastLinkDays = 730
const day = 24 * 60 * 60 * 1000
