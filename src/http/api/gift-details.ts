import { ApiError, orNotFound } from '#contract'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { handle } from './kernel/handle.ts'

/** The operations that read what belongs to one gift request. */
export const giftDetailRoutes = [
  handle('getGiftRequestDetails', async ({ ctx, params, deps }) =>
    buildDetails(ctx, await findGift(ctx, params.id), deps.shipping),
  ),

  handle('listGiftRequestParcels', async ({ ctx, params }) => {
    const { id } = await findGift(ctx, params.id)
    return (await fulfilment.listGiftParcels(ctx, id)).map(fulfilment.toParcelView)
  }),

  handle('listGiftRequestEmails', async ({ ctx, params }) => {
    const { id } = await findGift(ctx, params.id)
    return (await gifting.listRecipientEmails(ctx, id)).map(mail.toEmailView)
  }),

  handle('listGiftRequestTextMessages', async ({ ctx, params }) => {
    const { id } = await findGift(ctx, params.id)
    return (await gifting.listTextMessages(ctx, id)).map(mail.toTextMessageView)
  }),

  handle('listGiftRequestProblemReports', async ({ ctx, params }) =>
    gifting.listProblems(ctx, await findGift(ctx, params.id)),
  ),

  handle('getGiftRequestThankYouNote', async ({ ctx, params }) => {
    const note = await gifting.findThankYouNote(ctx, await findGift(ctx, params.id))
    if (note === undefined) throw noNote
    return toNoteView(note)
  }),
]

const findGift = async (ctx: TxContext, id: string) => orNotFound(await gifting.find(ctx, id))

const noNote = new ApiError('not_found', { message: 'The recipient has not written a note.' })

async function buildDetails(
  ctx: TxContext,
  gift: gifting.Gift,
  shipping: fulfilment.ShippingConfig,
) {
  const session = await gifting.findSession(ctx, gift)
  const blockers = await fulfilment.findActionBlockers(ctx, gift, shipping)
  const { reissued_from, reissued_as } = await gifting.findReissues(ctx, gift)
  return {
    id: gift.id,
    state: gift.state,
    send_at: gift.send_at,
    expires_at: gift.expires_at,
    remind_at: gift.remind_at,
    locale: session?.locale ?? null,
    sender: { id: gift.sender_id, name: gift.sender_name, email: gift.sender_email },
    opened_at: session?.opened_at ?? null,
    declined_at: session?.declined_at ?? null,
    decline_reason: session?.decline_reason ?? null,
    renewal_requested_at: session?.renewal_requested_at ?? null,
    one_link_id: gift.one_link_id,
    reissued_from,
    reissued_as,
    actions: Object.fromEntries(
      Object.entries(blockers).map(([name, blocker]) => [name, toSentence(blocker)]),
    ),
  }
}

const toSentence = (reason: string | undefined): string | null =>
  reason === undefined ? null : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`

const toNoteView = ({ text, written_at, changed_at }: gifting.ThankYouNote) => ({
  text,
  written_at,
  changed_at,
})
