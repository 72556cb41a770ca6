import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { daysBetween } from './gift-lookup.ts'

/*
 * What can be found out about one gift beside its state: its parcels, the letters about it, and what the
 * recipient did on their page. Never where the recipient lives: senders are not shown that.
 */

/** The parcels, without the places they were seen at. */
export async function listParcels(ctx: TxContext, gift: gifting.Gift) {
  const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
  return parcels.map(
    ({ number, state, carrier, tracking_url, estimated_at, problem, ...rest }) => ({
      number,
      state,
      carrier,
      tracking_url,
      estimated_at,
      problem,
      last_seen: rest.steps.at(-1)?.at ?? null,
      lines: rest.lines.map(({ name, quantity }) => ({ name, quantity })),
    }),
  )
}

/** What the state alone does not say. */
export async function giftNotes(ctx: TxContext, gift: gifting.Gift): Promise<string[]> {
  const notes: string[] = []
  if (gift.state === 'scheduled' && gift.send_at !== null)
    notes.push(`It is sent at ${gift.send_at.toISOString()}, not before.`)
  if (gift.state === 'awaiting_recipient')
    notes.push(...(await waitingNotes(ctx, gift)), ...(await emailNotes(ctx, gift)))
  for (const { number, problem } of await listParcels(ctx, gift))
    if (problem !== null) notes.push(`Parcel ${number}: ${problem.reason} ${problem.remedy}`)
  return notes
}

async function waitingNotes(ctx: TxContext, gift: gifting.Gift): Promise<string[]> {
  const redemption = await gifting.getRedemptionPage(ctx, gift.id)
  const left = daysBetween(ctx.now, gift.expires_at)
  const notes = [`The recipient has until ${gift.expires_at.toISOString()}: ${left} whole days.`]
  if (redemption?.declined_at)
    notes.push(`The recipient declined it at ${redemption.declined_at.toISOString()}.`)
  else if (redemption?.opened_at)
    notes.push(
      `The recipient opened the page at ${redemption.opened_at.toISOString()}, and did not finish.`,
    )
  else notes.push('Nobody has opened the page yet.')
  if (gift.email === '') notes.push('There is no e-mail address: somebody has to pass on the link.')
  return notes
}

/** Letters that did not get through; and whether any was sent at all. */
async function emailNotes(ctx: TxContext, gift: gifting.Gift): Promise<string[]> {
  const emails = await mail.list(ctx, { gift_request_id: gift.id })
  const undelivered = emails.filter(({ state }) => state === 'bounced' || state === 'failed')
  const sent = emails.filter(({ state }) => state === 'sent')
  const [newest] = sent
  return [
    ...(newest?.sent_at
      ? [`The newest e-mail about it left at ${newest.sent_at.toISOString()}.`]
      : []),
    ...(sent.length === 0 ? ['No e-mail about it has been sent.'] : []),
    ...undelivered.map(({ kind, state }) => `The e-mail "${kind}" ${state}: is the address right?`),
  ]
}
