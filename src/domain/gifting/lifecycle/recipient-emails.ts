import { parseRawJson } from '#contract'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { redemptionUrl } from './link.ts'
import { createProof, hashEmail, proofLifetimesMs } from './recipient-proof.ts'
import { remindersUrl } from './reminder-token.ts'
import { decryptAddress } from './snapshot.ts'
import type { Gift } from './tables.ts'

/** Returns the addressee and the references that every email to the recipient has. */
export const emailBase = (gift: Gift) => ({
  account_id: gift.account_id,
  to: { name: fullName(gift), email: gift.email },
  gift_request_id: gift.id,
  campaign_id: gift.campaign_id,
})

export const recipientData = (
  { deployment }: TxContext,
  gift: Gift,
  url: string,
): mail.RecipientEmailData => ({
  first_name: gift.first_name,
  last_name: gift.last_name,
  name: fullName(gift),
  reference: gift.reference,
  ...countryOf(deployment, gift),
  sender: { name: gift.sender_name, email: gift.sender_email },
  url,
  web_url: `${deployment.origin}/gift-requests/${gift.id}`,
})

/** Returns the data of an email about a gift that its recipient has chosen, or that was chosen for them. */
export const chosenGiftData = (ctx: TxContext, gift: Gift, url: string) => ({
  ...recipientData(ctx, gift, url),
  items: itemsUnlessSurprise(gift),
})

const countryOf = (deployment: TxContext['deployment'], gift: Gift) => {
  const country = decryptAddress(deployment, gift)?.country
  return country === undefined ? {} : { country }
}

const fullName = ({ first_name, last_name }: Gift) => `${first_name} ${last_name}`.trim()

export const openInvitationData = (ctx: TxContext, gift: Gift, url: string) => ({
  ...recipientData(ctx, gift, url),
  expires_at: gift.expires_at.toISOString(),
  reminders_url: remindersUrl(ctx.deployment, gift),
})

/** Sends the recipient an email that a parcel is lost or returned, once for each parcel, with the items in it. */
export function enqueueParcelFailure(
  ctx: TxContext,
  gift: Gift,
  {
    parcel_id,
    state,
    items,
  }: { parcel_id: string; state: 'lost' | 'returned'; items: readonly mail.EmailItem[] },
): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  const kind = `parcel_${state}` as const
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind,
    data: { ...recipientData(ctx, gift, url), items: parcelItems(gift, items) },
    dedup_key: `${kind} ${parcel_id}`,
  })
}

/**
 * Sends the recipient an email about a change of the redeemed gift: it took effect, or it was rejected. Sends
 * one email for each change.
 */
export function enqueueChangeResult(
  ctx: TxContext,
  gift: Gift,
  { change_id, kind }: { change_id: string; kind: 'gift_changed' | 'gift_not_changed' },
): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  const data = chosenGiftData(ctx, gift, url)
  mail.enqueue(ctx, { ...emailBase(gift), kind, data, dedup_key: `${kind} ${change_id}` })
}

export const parseItems = ({ line_items }: Gift): mail.EmailItem[] =>
  line_items === null
    ? []
    : parseRawJson(line_items).map(({ name, quantity, variant_id, images: [image] }) => ({
        name,
        variant_id,
        quantity,
        ...(image && { image_url: image.urls.thumbnail }),
      }))

/** Returns the items of a gift. Returns null if they are a surprise until the gift is delivered. */
const itemsUnlessSurprise = (gift: Gift): mail.EmailItem[] | null =>
  gift.offered !== null && parseRawJson(gift.offered).visible_at_redemption
    ? parseItems(gift)
    : null

/** Returns the content of a parcel with the pictures of the gift's items. Returns null if it is a surprise. */
export function parcelItems(
  gift: Gift,
  content: readonly mail.EmailItem[],
): mail.EmailItem[] | null {
  const items = itemsUnlessSurprise(gift)
  return (
    items &&
    content.map((each) => {
      const image_url = items.find(({ variant_id }) => variant_id === each.variant_id)?.image_url
      return { ...each, ...(image_url !== undefined && { image_url }) }
    })
  )
}

/** Returns the URL of the gift's page, with a proof that the visitor is the recipient. */
export function recipientProofUrl(
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

/**
 * Sends the recipient an email with a link that shows the full address. Sends at most one email in ten
 * minutes.
 */
export const enqueueRecipientLink = (ctx: TxContext, gift: Gift): void =>
  enqueueProofLink(ctx, gift, 'recipient_link')

/**
 * Sends the recipient an email with a link that shows the digital items. Sends at most one email in ten
 * minutes.
 */
export const enqueueContentLink = (ctx: TxContext, gift: Gift): void =>
  enqueueProofLink(ctx, gift, 'content_link')

function enqueueProofLink(
  ctx: TxContext,
  gift: Gift,
  kind: 'recipient_link' | 'content_link',
): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null) return
  const own_url = recipientProofUrl(ctx, gift, url, 'requested')
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind,
    data: {
      ...chosenGiftData(ctx, gift, url),
      own_url,
      minutes: proofLifetimesMs.requested / 60_000,
    },
    dedup_key: `recipient link ${ctx.now.toISOString().slice(0, 15)}`,
  })
}

/**
 * Sends the recipient an email that digital items are on the page of the gift, or that a code was replaced.
 */
export function enqueueDigitalNews(
  ctx: TxContext,
  gift: Gift,
  kind: 'ready' | 'code_replaced',
  items: readonly mail.EmailItem[],
): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  const own_url = recipientProofUrl(ctx, gift, url, 'problem')
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind,
    data: { ...recipientData(ctx, gift, url), items, own_url },
  })
}

/**
 * Sends the link of the first gift again if its recipient claims another gift of the same one-link. Sends at
 * most one email an hour.
 */
export function resendLink(ctx: TxContext, gift: Gift): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null || gift.email === '') return
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind: 'link_resend',
    data: openInvitationData(ctx, gift, url),
    dedup_key: `link ${gift.version} ${ctx.now.toISOString().slice(0, 13)}`,
  })
}

/** Sends a reminder that the sender requests. It does not depend on the reminder plan. */
export function enqueueManualReminder(ctx: TxContext, gift: Gift): void {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null) return
  mail.enqueue(ctx, {
    ...emailBase(gift),
    kind: 'reminder',
    data: openInvitationData(ctx, gift, url),
  })
}

/** Builds a planned reminder. Its name is the dedup key, so each reminder of the plan is sent only once. */
export function buildReminder(
  ctx: TxContext,
  gift: Gift,
  reminder: { name: string; kind: 'reminder' | 'expiring' },
): mail.Email[] {
  const url = redemptionUrl(ctx.deployment, gift)
  if (url === null) return []
  const data = openInvitationData(ctx, gift, url)
  const days = Math.max(1, Math.round((gift.expires_at.getTime() - ctx.now.getTime()) / dayMs))
  const email = { ...emailBase(gift), dedup_key: reminder.name }
  return [
    reminder.kind === 'reminder'
      ? { ...email, kind: 'reminder', data }
      : { ...email, kind: 'expiring', data: { ...data, days } },
  ]
}

const dayMs = 24 * 60 * 60 * 1000
