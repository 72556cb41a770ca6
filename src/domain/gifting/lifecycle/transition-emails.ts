import { type EmailMessage, parseRawJson } from '#contract'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { redemptionUrl } from './link.ts'
import {
  chosenGiftData,
  emailBase,
  openInvitationData,
  parcelItems,
  parseItems,
  recipientData,
  recipientProofUrl,
} from './recipient-emails.ts'
import { type State, states } from './state-machine.ts'
import type { Gift, TransitionDetails } from './tables.ts'
import type { AppliedTransition } from './transition-store.ts'

type EmailInput = Pick<AppliedTransition, 'gift' | 'details'>
type BuildEmail = (ctx: TxContext, input: EmailInput, url: string) => mail.Email | undefined

const wasNotInvited = (from: State) => from === 'created' || from === 'scheduled'
const wasAwaitingRecipient = (from: State) => from === 'awaiting_recipient'
const wasNotShipped = (from: State) => from === 'ordered' || from === 'redelivering'
const wasRedeemed = (from: State) => states[from] === 'redeemed'
const anyState = () => true

/**
 * The email to the recipient for each transition. This table extends the table in `state-machine.ts`. A
 * campaign that does not invite by email sends no invitation: `#email` drops emails with
 * `onlyIfInvitedByEmail`.
 */
// biome-ignore format: aligned columns
const transitionEmails: readonly [to: State, from: (state: State) => boolean, make: BuildEmail][] = [
  // to                       from                  email
  ['awaiting_recipient',      wasNotInvited,        invitationEmail],
  ['redeemed',                wasNotInvited,        firstDirectEmail],
  ['redeemed',                wasAwaitingRecipient, redeemedEmail],
  ['complete',                wasAwaitingRecipient, unshippedEmail],
  ['in_transit',              wasNotShipped,        dispatchedEmail],
  ['delivered',               anyState,             deliveredEmail],
  ['shipping_error',          anyState,             shippingProblemEmail],
  ['delivery_attempt_failed', anyState,             deliveryFailedEmail],
  ['backordered',             anyState,             backorderedEmail],
  ['expired',                 wasAwaitingRecipient, expiredEmail],
  ['cancelled',               wasRedeemed,          giftCancelledEmail],
  ['shipment_cancelled',      anyState,             shipmentCancelledEmail],
]

/** The kinds of emails that are cancelled in the queue when the recipient can no longer redeem the gift. */
const invitationKinds: readonly mail.TemplateName[] = [
  'invitation',
  'reminder',
  'expiring',
  'link_resend',
]

/** Enqueues the emails of stored transitions. The function does not wait for the statements. */
export function enqueueEmails(ctx: TxContext, applied: readonly AppliedTransition[]): void {
  mail.enqueueAll(
    ctx,
    applied.flatMap((each) => emailFor(ctx, each)),
  )
  const finished = applied.filter(({ from, gift }) => leavesAwaitingRecipient(from, gift.state))
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

const parseMessage = ({ email_message }: Gift): EmailMessage => parseRawJson(email_message)

function invitationEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  return {
    ...emailBase(gift),
    kind: 'invitation',
    data: { ...openInvitationData(ctx, gift, url), message: parseMessage(gift) },
    dedup_key: 'invitation',
    onlyIfInvitedByEmail: true,
  }
}

/**
 * Builds the first email of a direct-send gift. A gift that replaces an unclaimed gift does not need it,
 * because its only email says that the gift is ready.
 */
function firstDirectEmail(ctx: TxContext, input: EmailInput, url: string): mail.Email | undefined {
  return input.details?.isSilent === true ? undefined : announcementEmail(ctx, input, url)
}

/** Builds the email that the choice has arrived. A gift of codes that are being bought gets the email that it is ready. */
function redeemedEmail(ctx: TxContext, input: EmailInput, url: string): mail.Email | undefined {
  if (input.details?.isSilent === true) return undefined
  return createRedeemedEmail('redeemed')(ctx, input, url)
}

function announcementEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  return {
    ...emailBase(gift),
    kind: 'announcement',
    data: {
      ...recipientData(ctx, gift, url),
      message: parseMessage(gift),
      is_digital: gift.address === null,
    },
    dedup_key: 'announcement',
  }
}

function dispatchedEmail(ctx: TxContext, { gift, details }: EmailInput, url: string): mail.Email {
  const data = chosenGiftData(ctx, gift, url)
  const items = details?.items === undefined ? data.items : parcelItems(gift, details.items)
  const tracking = details?.tracking ?? []
  return { ...emailBase(gift), kind: 'dispatched', data: { ...data, items, tracking } }
}

function deliveredEmail(ctx: TxContext, { gift, details }: EmailInput, url: string): mail.Email {
  if (details?.isUnshipped === true) return unshippedEmail(ctx, { gift, details }, url)
  const data = {
    ...chosenGiftData(ctx, gift, url), // still a surprise: the recipient may not have opened the box yet
    own_url: recipientProofUrl(ctx, gift, url, 'arrival'),
  }
  return { ...emailBase(gift), kind: 'delivered', data, dedup_key: 'delivered' }
}

function shippingProblemEmail(
  ctx: TxContext,
  { gift, details }: EmailInput,
  url: string,
): mail.Email {
  const data = { ...chosenGiftData(ctx, gift, url), reason: details?.reason ?? null }
  return {
    ...emailBase(gift),
    kind: 'shipping_problem',
    data: { ...data, own_url: recipientProofUrl(ctx, gift, url, 'problem') },
  }
}

function deliveryFailedEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  const data = {
    ...chosenGiftData(ctx, gift, url),
    own_url: recipientProofUrl(ctx, gift, url, 'problem'),
  }
  return { ...emailBase(gift), kind: 'delivery_failed', data }
}

/**
 * Builds the email about a gift that ships nothing. The email says where the digital items are, or that the
 * gift is donated.
 */
function unshippedEmail(ctx: TxContext, { gift, details }: EmailInput, url: string): mail.Email {
  if (details?.donations === undefined)
    return createRedeemedEmail('ready')(ctx, { gift, details }, url)
  return donatedEmail(ctx, gift, url, details.donations)
}

const donatedEmail = (
  ctx: TxContext,
  gift: Gift,
  url: string,
  donations: readonly mail.EmailDonation[],
): mail.Email => ({
  ...emailBase(gift),
  kind: 'donated',
  data: { ...recipientData(ctx, gift, url), donations },
})

function createRedeemedEmail(kind: 'redeemed' | 'ready') {
  return (ctx: TxContext, { gift }: EmailInput, url: string): mail.Email => {
    const data = recipientData(ctx, gift, url)
    return kind === 'ready'
      ? {
          ...emailBase(gift),
          kind,
          data: {
            ...data,
            items: parseItems(gift),
            own_url: recipientProofUrl(ctx, gift, url, 'problem'),
          },
        }
      : { ...emailBase(gift), kind, data: chosenGiftData(ctx, gift, url) }
  }
}

function giftCancelledEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  const data = chosenGiftData(ctx, gift, url)
  return { ...emailBase(gift), kind: 'gift_cancelled', data, dedup_key: 'cancelled' }
}

function backorderedEmail(ctx: TxContext, { gift }: EmailInput, url: string): mail.Email {
  const data = { ...chosenGiftData(ctx, gift, url), is_digital: gift.address === null }
  return { ...emailBase(gift), kind: 'gift_backordered', data, dedup_key: 'backordered' }
}

function expiredEmail(
  ctx: TxContext,
  { gift, details }: EmailInput,
  url: string,
): mail.Email | undefined {
  if (details?.isSilent === true) return undefined
  return {
    ...emailBase(gift),
    kind: 'gift_expired',
    data: recipientData(ctx, gift, url),
    dedup_key: 'expired',
    onlyIfInvitedByEmail: true,
  }
}

/**
 * Builds the email about a cancelled shipment. Returns undefined for a lost or returned parcel, which has its
 * own email.
 */
function shipmentCancelledEmail(
  ctx: TxContext,
  input: EmailInput,
  url: string,
): mail.Email | undefined {
  return input.details?.isParcelFailure === true ? undefined : giftCancelledEmail(ctx, input, url)
}

/**
 * Sends the email for the current state to the new address after a correction of the email address. Cancels
 * queued emails to the old address. Sends a text message only for a new link.
 */
export function resendToNewAddress(
  ctx: TxContext,
  gift: Gift,
  { donations, hasNewLink }: Pick<TransitionDetails, 'donations'> & { hasNewLink?: true } = {},
): void {
  mail.cancelQueued(ctx, [gift], [...invitationKinds, 'announcement'])
  if (gift.email !== '') mail.clearBounce(ctx, gift.email, gift.account_id)
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || states[gift.state] === 'cancelled') return
  if (wasNotInvited(gift.state)) return // the first email is sent later, at its planned time
  const email = gift.is_direct
    ? announcementEmail(ctx, { gift, details: undefined }, url)
    : gift.state === 'awaiting_recipient'
      ? invitationEmail(ctx, { gift, details: undefined }, url)
      : donations !== undefined
        ? donatedEmail(ctx, gift, url, donations)
        : isDigitalComplete(gift)
          ? readyEmail(ctx, gift, url)
          : createRedeemedEmail('redeemed')(ctx, { gift, details: undefined }, url)
  const { dedup_key: _, ...resent } = email
  mail.enqueue(ctx, hasNewLink === true ? resent : { ...resent, isEmailOnly: true })
}

/**
 * Returns whether a gift consists of digital items only. A complete gift in choice mode without an address
 * does.
 */
const isDigitalComplete = ({ state, address, is_direct }: Gift) =>
  state === 'complete' && address === null && !is_direct

/**
 * Builds the email that a gift is ready. It contains no recipient proof, because a corrected address must not
 * receive one after the redemption.
 */
const readyEmail = (ctx: TxContext, gift: Gift, url: string): mail.Email => ({
  ...emailBase(gift),
  kind: 'ready',
  data: { ...recipientData(ctx, gift, url), items: parseItems(gift) },
})

/** Builds the first email to a recipient: an invitation, or an announcement for direct-send. */
export const initialEmail = (ctx: TxContext, gift: Gift, url: string): mail.Email =>
  (gift.is_direct ? announcementEmail : invitationEmail)(ctx, { gift, details: undefined }, url)
