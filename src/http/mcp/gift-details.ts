import { Type } from 'typebox'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { daysBetween, findGift, giftRef } from './gift-lookup.ts'
import { emails, parcels, text } from './output-schemas.ts'
import { readOnly, type Tool, tool, toolInput } from './tool.ts'

/*
 * The details of a gift in addition to its state: its parcels, its emails, and the recipient's actions. The
 * postal address is not included, because senders may not see it.
 */

/** Lists the parcels in the format of the API, but without the places of their scans. */
export async function listParcels(ctx: TxContext, gift: gifting.Gift) {
  const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
  return parcels.map((parcel) => {
    const { scans, ...view } = fulfilment.toParcelView(parcel)
    return { ...view, scans: scans.map(({ at, state }) => ({ at, state })) }
  })
}

/** Returns notes about circumstances that the state alone does not show. */
export async function giftNotes(ctx: TxContext, gift: gifting.Gift): Promise<string[]> {
  const notes: string[] = []
  if (gift.state === 'scheduled' && gift.send_at !== null)
    notes.push(`The gift is scheduled for ${gift.send_at.toISOString()}.`)
  if (gift.state === 'awaiting_recipient')
    notes.push(...(await waitingNotes(ctx, gift)), ...(await emailNotes(ctx, gift)))
  for (const { number, problem } of await listParcels(ctx, gift))
    if (problem !== null) notes.push(`Parcel ${number}: ${problem.reason} ${problem.remedy}`)
  return notes
}

async function waitingNotes(ctx: TxContext, gift: gifting.Gift): Promise<string[]> {
  const redemption = await gifting.getRedemptionPage(ctx, gift.id)
  const left = daysBetween(ctx.now, gift.expires_at)
  const notes = [
    `The recipient can redeem the gift until ${gift.expires_at.toISOString()}: ${left} whole days.`,
  ]
  if (redemption?.declined_at)
    notes.push(`The recipient declined the gift at ${redemption.declined_at.toISOString()}.`)
  else if (redemption?.opened_at)
    notes.push(
      `The recipient opened the page at ${redemption.opened_at.toISOString()} and did not finish.`,
    )
  else notes.push('The page has not been opened yet.')
  if (gift.email === '')
    notes.push('The gift has no email address: the sender has to share the link.')
  return notes
}

/** Returns notes about emails that were not delivered, and about whether any email was sent. */
async function emailNotes(ctx: TxContext, gift: gifting.Gift): Promise<string[]> {
  const emails = await mail.list(ctx, { gift_request_id: gift.id })
  const undelivered = emails.filter(({ state }) => state === 'bounced' || state === 'failed')
  const sent = emails.filter(({ state }) => state === 'sent')
  const [newest] = sent
  return [
    ...(newest?.sent_at
      ? [`The newest email about the gift was sent at ${newest.sent_at.toISOString()}.`]
      : []),
    ...(sent.length === 0 ? ['No email about the gift has been sent.'] : []),
    ...undelivered.map(({ kind, state }) => `The email "${kind}" ${state}. Check the address.`),
  ]
}

const oneGift = toolInput({ gift: giftRef })

const giftParcels = tool({
  name: 'gift_parcels',
  scope: 'gift_requests:read',
  title: 'Parcels of a gift',
  description:
    'Lists the parcels of a gift with their ids, items, tracking and scans. preview_change with ship_again needs the id of a parcel.',
  hints: readOnly,
  input: oneGift,
  output: Type.Object({ reference: text(), parcels }),
  async run({ ctx }, { gift: ref }) {
    const gift = await findGift(ctx, ref)
    const output = { reference: gift.reference, parcels: await listParcels(ctx, gift) }
    return { output, gift_request_ids: [gift.id] }
  },
})

const giftEmails = tool({
  name: 'gift_emails',
  scope: 'gift_requests:read',
  title: 'Emails of a gift',
  description:
    'Lists the latest emails to the recipient of a gift, newest first, and whether they were delivered. preview_change with resend_emails accepts their ids.',
  hints: readOnly,
  input: oneGift,
  output: Type.Object({ reference: text(), emails }),
  async run({ ctx }, { gift: ref }) {
    const gift = await findGift(ctx, ref)
    const list = await gifting.listRecipientEmails(ctx, gift.id)
    const output = { reference: gift.reference, emails: list.map(mail.toEmailView) }
    return { output, gift_request_ids: [gift.id] }
  },
})

export const detailTools: readonly Tool[] = [giftParcels, giftEmails]
