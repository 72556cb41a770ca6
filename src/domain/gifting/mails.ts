import { type EmailMessage, type LineItem, parseRawJson, type RawJson } from '#contract'
import * as mail from '#mail'
import type { TxContext } from '#platform/postgres'
import { redemptionUrl } from './link.ts'
import { type State, states } from './machine.ts'
import type { Made } from './move-store.ts'
import { createProof, digestOfEmail, proofLifetimes } from './recipient-proof.ts'
import type { Gift } from './tables.ts'

/** What the letter about a move can say beyond the gift request itself. */
export interface MoveDetails {
  /** Why it cannot be shipped, in words for the recipient. */
  reason?: string
  tracking?: readonly mail.Tracking[]
  /** The letter about the parcel says it already. */
  isParcelFailure?: true
}

type Told = Pick<Made, 'gift' | 'details'>
type Making = (ctx: TxContext, told: Told, url: string) => mail.Letter | undefined

const fresh = (from: State) => from === 'created' || from === 'scheduled'
const claimed = (from: State) => from === 'awaiting_recipient'
const leaving = (from: State) => from === 'ordered' || from === 'redelivering'
const promised = (from: State) => states[from] === 'redeemed'
const any = () => true

/**
 * Which move makes which letter to the recipient: the third part of the table in `machine.ts`. Direct-send
 * announces what is coming; a campaign that hands its links out invites nobody, which `#mail` sees to.
 */
// biome-ignore format: read down the columns
const letters: readonly [to: State, from: (state: State) => boolean, make: Making][] = [
  // to                       out of    letter
  ['awaiting_recipient',      fresh,    invitation],
  ['redeemed',                fresh,    announcement],
  ['redeemed',                claimed,  of('redeemed')],
  ['complete',                claimed,  of('ready')],
  ['in_transit',              leaving,  dispatched],
  ['delivered',               any,      delivered],
  ['shipping_error',          any,      shippingProblem],
  ['delivery_attempt_failed', any,      deliveryFailed],
  ['cancelled',               promised, giftCancelled],
  ['shipment_cancelled',      any,      shipmentCancelled],
]

/** Whoever has answered, and whoever can no longer answer, is not asked to. */
const asking: readonly mail.Kind[] = ['invitation', 'reminder', 'expiring', 'link_again']

/** Writes the letters about moves that were made. Does not wait. */
export function write(ctx: TxContext, made: readonly Made[]): void {
  const reached = made.filter(({ gift }) => gift.email !== '')
  mail.postAll(
    ctx,
    reached.flatMap((each) => letterFor(ctx, each)),
  )
  const answered = reached.filter(({ from, gift }) => hasEnded(from, gift.state))
  mail.callOff(
    ctx,
    answered.map(({ gift }) => gift),
    asking,
  )
  for (const { gift } of made) if (gift.state === 'unclaimed') mail.forgetReader(ctx, gift)
}

const hasEnded = (from: State, to: State) =>
  from === 'awaiting_recipient' && to !== 'awaiting_recipient'

function letterFor(ctx: TxContext, made: Made): mail.Letter[] {
  const row = letters.find(([to, isFrom]) => made.gift.state === to && isFrom(made.from))
  const url = redemptionUrl(ctx.deployment, made.gift)
  const letter = row === undefined || url === null ? undefined : row[2](ctx, made, url)
  return letter === undefined ? [] : [letter]
}

/** What every letter to the recipient of a gift request is addressed with. */
const addressed = (gift: Gift) => ({
  account_id: gift.account_id,
  to: { name: nameOf(gift), email: gift.email },
  gift_request_id: gift.id,
  campaign_id: gift.campaign_id,
})

const factsFor = (
  { deployment: installation }: TxContext,
  gift: Gift,
  url: string,
): mail.ToRecipient => ({
  first_name: gift.first_name,
  last_name: gift.last_name,
  name: nameOf(gift),
  reference: gift.reference,
  sender: { name: gift.sender_name, email: gift.sender_email },
  url,
  web_url: `${installation.origin}/gift-requests/${gift.id}`,
})

const nameOf = ({ first_name, last_name }: Gift) => `${first_name} ${last_name}`.trim()

const waiting = (ctx: TxContext, gift: Gift, url: string) => ({
  ...factsFor(ctx, gift, url),
  expires_at: gift.expires_at.toISOString(),
})

const messageOf = ({ email_message }: Gift): EmailMessage => parseRawJson(email_message)

const itemsOf = ({ line_items }: Gift): mail.Item[] =>
  line_items === null
    ? []
    : parseRawJson(line_items as RawJson<readonly LineItem[]>).map(({ name, quantity }) => ({
        name,
        quantity,
      }))

/** What it is stays a surprise until it has arrived. */
const itemsUnlessSurprise = (gift: Gift): mail.Item[] | null =>
  gift.offered !== null && parseRawJson(gift.offered).visible_at_redemption ? itemsOf(gift) : null

function invitation(ctx: TxContext, { gift }: Told, url: string): mail.Letter {
  return {
    ...addressed(gift),
    kind: 'invitation',
    facts: { ...waiting(ctx, gift, url), message: messageOf(gift) },
    slot: 'invitation',
    onlyIfInvited: true,
  }
}

function announcement(ctx: TxContext, { gift }: Told, url: string): mail.Letter {
  return {
    ...addressed(gift),
    kind: 'announcement',
    facts: { ...factsFor(ctx, gift, url), message: messageOf(gift) },
    slot: 'announcement',
  }
}

function dispatched(ctx: TxContext, { gift, details }: Told, url: string): mail.Letter {
  const facts = {
    ...factsFor(ctx, gift, url),
    items: itemsUnlessSurprise(gift),
    tracking: details?.tracking ?? [],
  }
  return { ...addressed(gift), kind: 'dispatched', facts }
}

function delivered(ctx: TxContext, { gift }: Told, url: string): mail.Letter {
  const facts = factsFor(ctx, gift, url)
  return { ...addressed(gift), kind: 'delivered', facts, slot: 'delivered' }
}

function shippingProblem(ctx: TxContext, { gift, details }: Told, url: string): mail.Letter {
  const facts = { ...factsFor(ctx, gift, url), reason: details?.reason ?? null }
  return {
    ...addressed(gift),
    kind: 'shipping_problem',
    facts: { ...facts, own_url: ownUrl(ctx, gift, url, 'problem') },
  }
}

function deliveryFailed(ctx: TxContext, { gift }: Told, url: string): mail.Letter {
  const facts = { ...factsFor(ctx, gift, url), own_url: ownUrl(ctx, gift, url, 'problem') }
  return { ...addressed(gift), kind: 'delivery_failed', facts }
}

function of(kind: 'redeemed' | 'ready') {
  return (ctx: TxContext, { gift }: Told, url: string): mail.Letter => {
    const facts = factsFor(ctx, gift, url)
    return kind === 'ready'
      ? { ...addressed(gift), kind, facts: { ...facts, items: itemsOf(gift) } }
      : { ...addressed(gift), kind, facts: { ...facts, items: itemsUnlessSurprise(gift) } }
  }
}

function giftCancelled(ctx: TxContext, { gift }: Told, url: string): mail.Letter {
  const facts = factsFor(ctx, gift, url)
  return { ...addressed(gift), kind: 'gift_cancelled', facts, slot: 'cancelled' }
}

/** A parcel that was lost or returned has a letter of its own. */
function shipmentCancelled(ctx: TxContext, told: Told, url: string): mail.Letter | undefined {
  return told.details?.isParcelFailure === true ? undefined : giftCancelled(ctx, told, url)
}

/** A parcel of the gift does not arrive; once for each parcel. */
export function writeParcelFailure(
  ctx: TxContext,
  gift: Gift,
  { parcel_id, state }: { parcel_id: string; state: 'lost' | 'returned' },
): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  const kind = `parcel_${state}` as const
  mail.post(ctx, {
    ...addressed(gift),
    kind,
    facts: factsFor(ctx, gift, url),
    slot: `${kind} ${parcel_id}`,
  })
}

/** The page of the gift by way of a proof that its reader is the recipient. */
function ownUrl(
  ctx: TxContext,
  gift: Gift,
  url: string,
  lifetime: Exclude<keyof typeof proofLifetimes, 'browser'>,
): string {
  const code = url.slice(url.lastIndexOf('/') + 1)
  const expires_at = new Date(ctx.now.getTime() + proofLifetimes[lifetime])
  const subject = { id: gift.id, code, owner: digestOfEmail(gift.email) }
  const proof = createProof(ctx.deployment, 'email', subject, expires_at)
  return `${url}/verify?proof=${proof}`
}

/** The link with which the recipient sees the full address; one in ten minutes. */
export function mailRecipientLink(ctx: TxContext, gift: Gift): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null) return
  const own_url = ownUrl(ctx, gift, url, 'requested')
  mail.post(ctx, {
    ...addressed(gift),
    kind: 'recipient_link',
    facts: { ...factsFor(ctx, gift, url), own_url, minutes: proofLifetimes.requested / 60_000 },
    slot: `recipient link ${ctx.now.toISOString().slice(0, 15)}`,
  })
}

/** The only place where the link of a claim stands that is not confirmed yet. */
export function mailClaimLink(ctx: TxContext, gift: Gift, minutes: number): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  mail.post(ctx, {
    ...addressed(gift),
    kind: 'claim_link',
    facts: { ...waiting(ctx, gift, url), minutes },
    slot: `claim ${gift.version}`,
  })
}

/** Somebody claims a second gift of a one-link: they get the link of the first one, once an hour at most. */
export function linkAgain(ctx: TxContext, gift: Gift): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  mail.post(ctx, {
    ...addressed(gift),
    kind: 'link_again',
    facts: waiting(ctx, gift, url),
    slot: `link ${gift.version} ${ctx.now.toISOString().slice(0, 13)}`,
  })
}

/**
 * The address was corrected: what the recipient has to know as things stand goes to the new one, and what
 * still waits for the old one does not go.
 */
export function writeAgain(ctx: TxContext, gift: Gift): void {
  mail.callOff(ctx, [gift], [...asking, 'announcement'])
  mail.clearBounce(ctx, gift.email, gift.account_id)
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '' || states[gift.state] === 'cancelled') return
  const letter = gift.is_direct
    ? announcement(ctx, { gift, details: undefined }, url)
    : gift.state === 'awaiting_recipient'
      ? invitation(ctx, { gift, details: undefined }, url)
      : of('redeemed')(ctx, { gift, details: undefined }, url)
  const { slot: _, ...again } = letter
  mail.post(ctx, again)
}

/** What somebody is told first: that there is something to choose, or that something is coming. */
export const firstLetter = (ctx: TxContext, gift: Gift, url: string): mail.Letter =>
  (gift.is_direct ? announcement : invitation)(ctx, { gift, details: undefined }, url)

/** A reminder because the sender wants one, whatever the plan says. */
export function reminderByHand(ctx: TxContext, gift: Gift): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null) return
  mail.post(ctx, { ...addressed(gift), kind: 'reminder', facts: waiting(ctx, gift, url) })
}

/** A reminder, in the slot of its campaign's plan: a second one in the same slot is dropped. */
export function reminder(
  ctx: TxContext,
  gift: Gift,
  slot: { name: string; kind: 'reminder' | 'expiring' },
): mail.Letter[] {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null) return []
  const facts = waiting(ctx, gift, url)
  const days = Math.max(1, Math.round((gift.expires_at.getTime() - ctx.now.getTime()) / aDay))
  const letter = { ...addressed(gift), slot: slot.name }
  return [
    slot.kind === 'reminder'
      ? { ...letter, kind: 'reminder', facts }
      : { ...letter, kind: 'expiring', facts: { ...facts, days } },
  ]
}

const aDay = 24 * 60 * 60 * 1000
