import { type EmailMessage, toRawJson } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import * as pastLinkStore from '../lifecycle/past-link-store.ts'
import { toEmailKey } from '../lifecycle/recipient-fields.ts'
import { eventsFor, states } from '../lifecycle/state-machine.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { transitionAll } from '../lifecycle/transition.ts'
import * as privacyStore from './privacy-store.ts'

/** What there was of somebody, by the ids that stay. */
export interface EraseResult {
  contact_id: string | null
  gift_request_ids: string[]
  /** Those of them that were called off, as there is nobody left to get them. */
  cancelled: number
}

const batchSize = 500

/**
 * Takes the person with this e-mail address out of the account: whom gifts go to, what was written to
 * and by them, and where they live. Ids, states, times, history and counts stay. What has not left yet
 * is cancelled, and its event names nobody; what has left goes on its way.
 */
export async function erase(ctx: TxContext, email: string): Promise<EraseResult> {
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
    // before the cancellations are told, which name nobody any more
    webhooks.eraseEvents(ctx, ids)
    erased.gift_request_ids.push(...ids)
    erased.cancelled += cancelPending(ctx, gifts.map(redacted))
  }
  // The contact comes last: whoever writes a note takes the gift first too.
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

/** The same as `blank` makes of the row. */
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
 * Forgets where the recipients live of gift requests that ended before then, what they picked, why they
 * said no, what they wrote, and their links. Names and e-mail addresses stay. Answers some of them, and
 * none when there are no more.
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
  return ended
}

/** For how long the page behind an old link says what became of the gift. */
const pastLinkRetentionDays = 730
const dayMs = 24 * 60 * 60 * 1000
