import { type EmailMessage, type LineItem, parseRawJson, type RawJson } from '#contract'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { redemptionUrl } from './link.ts'
import { createProof, hashEmail, proofLifetimesMs } from './recipient-proof.ts'
import { type State, states } from './state-machine.ts'
import type { Gift } from './tables.ts'
import type { AppliedTransition } from './transition-store.ts'

/** What the letter about a move can say beyond the gift request itself. */
export interface TransitionDetails {
  /** Why it cannot be shipped, in words for the recipient. */
  reason?: string
  tracking?: readonly mail.ParcelTracking[]
  /** The letter about the parcel says it already. */
  isParcelFailure?: true
}

type EmailInput = Pick<AppliedTransition, 'gift' | 'details'>
type BuildEmail = (ctx: TxContext, input: EmailInput, url: string) => mail.Email | undefined

const wasNotInvited = (from: State) => from === 'created' || from === 'scheduled'
const wasAwaitingRecipient = (from: State) => from === 'awaiting_recipient'
const wasNotShipped = (from: State) => from === 'ordered' || from === 'redelivering'
const wasRedeemed = (from: State) => states[from] === 'redeemed'
const anyState = () => true

/**
 * Which move makes which letter to the recipient: the third part of the table in `machine.ts`. Direct-send
 * announces what is coming; a campaign that hands its links out invites nobody, which `#mail` sees to.
 */
// biome-ignore format: read down the columns
const transitionEmails: readonly [to: State, from: (state: State) => boolean, make: BuildEmail][] = [
  // to                       out of    letter
  ['awaiting_recipient',      wasNotInvited,    invitationEmail],
  ['redeemed',                wasNotInvited,    announcementEmail],
  ['redeemed',                wasAwaitingRecipient,  createRedeemedEmail('redeemed')],
  ['complete',                wasAwaitingRecipient,  createRedeemedEmail('ready')],
  ['in_transit',              wasNotShipped,  dispatchedEmail],
  ['delivered',               anyState,      deliveredEmail],
  ['shipping_error',          anyState,      shippingProblemEmail],
  ['delivery_attempt_failed', anyState,      deliveryFailedEmail],
  ['cancelled',               wasRedeemed, giftCancelledEmail],
  ['shipment_cancelled',      anyState,      shipmentCancelledEmail],
]

/** Whoever has answered, and whoever can no longer answer, is not asked to. */
const invitationKinds: readonly mail.TemplateName[] = [
  'invitation',
  'reminder',
  'expiring',
  'link_again',
]

/** Writes the letters about moves that were made. Does not wait. */
export function enqueueEmails(ctx: TxContext, applied: readonly AppliedTransition[]): void {
  const reachable = applied.filter(({ gift }) => gift.email !== '')
  mail.enqueueAll(
    ctx,
    reachable.flatMap((each) => emailFor(ctx, each)),
  )
  const finished = reachable.filter(({ from, gift }) => leavesAwaitingRecipient(from, gift.state))
  mail.cancelQueued(
    ctx,
    finished.map(({ gift }) => gift),
    invitationKinds,
  )
  for (const { gift } of applied)
    if (gift.state === 'unclaimed') mail.clearRecipientLocale(ctx, gift)
}

const leavesAwaitingRecipient = (from: State, to: State) =>
  from === 'awaiting_recipient' && to !== 'awaiting_recipient'

function emailFor(ctx: TxContext, applied: AppliedTransition): mail.Email[] {
  const row = transitionEmails.find(
    ([to, isFrom]) => applied.gift.state === to && isFrom(applied.from),
  )
  const url = redemptionUrl(ctx.deployment, applied.gift)
  const email = row === undefined || url === null ? undefined : row[2](ctx, applied, url)
  return email === undefined ? [] : [email]
}

/** What every letter to the recipient of a gift request is addressed with. */
const emailBase = (gift: Gift) => ({
  account_id: gift.account_id,
  to: { name: fullName(gift), email: gift.email },
  gift_request_id: gift.id,
  campaign_id: gift.campaign_id,
})

const recipientData = (
  { deployment }: TxContext,
  gift: Gift,
  url: string,
): mail.RecipientEmailData => ({
  first_name: gift.first_name,
  last_name: gift.last_name,
  name: fullName(gift),
  reference: gift.reference,
  sender: { name: gift.sender_name, email: gift.sender_email },
  url,
  web_url: `${deployment.origin}/gift-requests/${gift.id}`,
})

const fullName = ({ first_name, last_name }: Gift) => `${first_name} ${last_name}`.trim()

const openInvitationData = (ctx: TxContext, gift: Gift, url: string) => ({
  ...recipientData(ctx, gift, url),
  expires_at: gift.expires_at.toISOString(),
})

const parseMessage = ({ email_message }: Gift): EmailMessage => parseRawJson(email_message)

const parseItems = ({ line_items }: Gift): mail.EmailItem[] =>
  line_items === null
    ? []
    : parseRawJson(line_items as RawJson<readonly LineItem[]>).map(({ name, quantity }) => ({
        name,
        quantity,
      }))

/** What it is stays a surprise until it has arrived. */
const itemsUnlessSurprise = (gift: Gift): mail.EmailItem[] | null =>
  gift.offered !== null && parseRawJson(gift.offered).visible_at_redemption
    ? parseItems(gift)
    : null

function invitationEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  return {
    ...emailBase(gift),
    kind: 'invitation',
    data: { ...openInvitationData(ctx, gift, url), message: parseMessage(gift) },
    dedup_key: 'invitation',
    onlyIfInvitedByEmail: true,
  }
}

function announcementEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  return {
    ...emailBase(gift),
    kind: 'announcement',
    data: { ...recipientData(ctx, gift, url), message: parseMessage(gift) },
    dedup_key: 'announcement',
  }
}

function dispatchedEmail(ctx: TxContext, { gift, details }: EmailInput, url: string): mail.Email {
  const data = {
    ...recipientData(ctx, gift, url),
    items: itemsUnlessSurprise(gift),
    tracking: details?.tracking ?? [],
  }
  return { ...emailBase(gift), kind: 'dispatched', data }
}

function deliveredEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  const data = recipientData(ctx, gift, url)
  return { ...emailBase(gift), kind: 'delivered', data, dedup_key: 'delivered' }
}

function shippingProblemEmail(
  ctx: TxContext,
  { gift, details }: EmailInput,
  url: string,
): mail.Email {
  const data = { ...recipientData(ctx, gift, url), reason: details?.reason ?? null }
  return {
    ...emailBase(gift),
    kind: 'shipping_problem',
    data: { ...data, own_url: recipientProofUrl(ctx, gift, url, 'problem') },
  }
}

function deliveryFailedEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  const data = {
    ...recipientData(ctx, gift, url),
    own_url: recipientProofUrl(ctx, gift, url, 'problem'),
  }
  return { ...emailBase(gift), kind: 'delivery_failed', data }
}

function createRedeemedEmail(kind: 'redeemed' | 'ready') {
  return (ctx: TxContext, { gift }: EmailInput, url: string): mail.Email => {
    const data = recipientData(ctx, gift, url)
    return kind === 'ready'
      ? { ...emailBase(gift), kind, data: { ...data, items: parseItems(gift) } }
      : { ...emailBase(gift), kind, data: { ...data, items: itemsUnlessSurprise(gift) } }
  }
}

function giftCancelledEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  const data = recipientData(ctx, gift, url)
  return { ...emailBase(gift), kind: 'gift_cancelled', data, dedup_key: 'cancelled' }
}

/** A parcel that was lost or returned has a letter of its own. */
function shipmentCancelledEmail(
  ctx: TxContext,
  input: EmailInput,
  url: string,
): mail.Email | undefined {
  return input.details?.isParcelFailure === true ? undefined : giftCancelledEmail(ctx, input, url)
}

/** A parcel of the gift does not arrive; once for each parcel. */
export function enqueueParcelFailure(
  ctx: TxContext,
  gift: Gift,
  { parcel_id, state }: { parcel_id: string; state: 'lost' | 'returned' },
): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  const kind = `parcel_${state}` as const
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind,
    data: recipientData(ctx, gift, url),
    dedup_key: `${kind} ${parcel_id}`,
  })
}

/** The page of the gift by way of a proof that its reader is the recipient. */
function recipientProofUrl(
  ctx: TxContext,
  gift: Gift,
  url: string,
  lifetime: Exclude<keyof typeof proofLifetimesMs, 'browser'>,
): string {
  const code = url.slice(url.lastIndexOf('/') + 1)
  const expires_at = new Date(ctx.now.getTime() + proofLifetimesMs[lifetime])
  const subject = { id: gift.id, code, owner: hashEmail(gift.email) }
  const proof = createProof(ctx.deployment, 'email', subject, expires_at)
  return `${url}/verify?proof=${proof}`
}

/** The link with which the recipient sees the full address; one in ten minutes. */
export function enqueueRecipientLink(ctx: TxContext, gift: Gift): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null) return
  const own_url = recipientProofUrl(ctx, gift, url, 'requested')
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind: 'recipient_link',
    data: {
      ...recipientData(ctx, gift, url),
      own_url,
      minutes: proofLifetimesMs.requested / 60_000,
    },
    dedup_key: `recipient link ${ctx.now.toISOString().slice(0, 15)}`,
  })
}

/** The only place where the link of a claim stands that is not confirmed yet. */
export function enqueueClaimLink(ctx: TxContext, gift: Gift, minutes: number): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind: 'claim_link',
    data: { ...openInvitationData(ctx, gift, url), minutes },
    dedup_key: `claim ${gift.version}`,
  })
}

/** Somebody claims a second gift of a one-link: they get the link of the first one, once an hour at most. */
export function resendLink(ctx: TxContext, gift: Gift): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind: 'link_again',
    data: openInvitationData(ctx, gift, url),
    dedup_key: `link ${gift.version} ${ctx.now.toISOString().slice(0, 13)}`,
  })
}

/**
 * The address was corrected: what the recipient has to know as things stand goes to the new one, and what
 * still waits for the old one does not go.
 */
export function resendToNewAddress(ctx: TxContext, gift: Gift): void {
  mail.cancelQueued(ctx, [gift], [...invitationKinds, 'announcement'])
  mail.clearBounce(ctx, gift.email, gift.account_id)
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '' || states[gift.state] === 'cancelled') return
  const email = gift.is_direct
    ? announcementEmail(ctx, { gift, details: undefined }, url)
    : gift.state === 'awaiting_recipient'
      ? invitationEmail(ctx, { gift, details: undefined }, url)
      : createRedeemedEmail('redeemed')(ctx, { gift, details: undefined }, url)
  const { dedup_key: _, ...resent } = email
  mail.enqueue(ctx, resent)
}

/** What somebody is told first: that there is something to choose, or that something is coming. */
export const initialEmail = (ctx: TxContext, gift: Gift, url: string): mail.Email =>
  (gift.is_direct ? announcementEmail : invitationEmail)(ctx, { gift, details: undefined }, url)

/** A reminder because the sender wants one, whatever the plan says. */
export function enqueueManualReminder(ctx: TxContext, gift: Gift): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null) return
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind: 'reminder',
    data: openInvitationData(ctx, gift, url),
  })
}

/** A reminder, in the slot of its campaign's plan: a second one in the same slot is dropped. */
export function buildReminder(
  ctx: TxContext,
  gift: Gift,
  slot: { name: string; kind: 'reminder' | 'expiring' },
): mail.Email[] {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null) return []
  const data = openInvitationData(ctx, gift, url)
  const days = Math.max(1, Math.round((gift.expires_at.getTime() - ctx.now.getTime()) / dayMs))
  const email = { ...emailBase(gift), dedup_key: slot.name }
  return [
    slot.kind === 'reminder'
      ? { ...email, kind: 'reminder', data }
      : { ...email, kind: 'expiring', data: { ...data, days } },
  ]
}

const dayMs = 24 * 60 * 60 * 1000
