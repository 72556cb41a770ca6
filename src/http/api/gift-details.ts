import { ApiError, orNotFound } from '#contract'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { readDetailMembers, readParcelMembers, toMessageView } from './gift-app-views.ts'
import { withAppMembers } from './kernel/app-members.ts'
import { handle } from './kernel/handle.ts'

/** The operations that read the details of one gift request. */
export const giftDetailRoutes = [
  handle('getGiftRequestDetails', async ({ ctx, request, params, deps }) => {
    const gift = await findGift(ctx, params.id)
    const view = await buildDetails(ctx, gift, deps.shipping)
    const { user } = request.grant
    if (user === undefined) return view
    return withAppMembers(view, await readDetailMembers(ctx, gift, user))
  }),

  handle('listGiftRequestParcels', async ({ ctx, request, params }) => {
    const gift = await findGift(ctx, params.id)
    const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
    const { user } = request.grant
    if (user === undefined) return parcels.map(fulfilment.toParcelView)
    const toMembers = await readParcelMembers(ctx, gift, parcels, user)
    return parcels.map((each) => withAppMembers(fulfilment.toParcelView(each), toMembers(each)))
  }),

  handle('listGiftRequestEmails', async ({ ctx, request, params }) => {
    const { id } = await findGift(ctx, params.id)
    if (request.grant.user === undefined)
      return (await gifting.listRecipientEmails(ctx, id)).map(mail.toEmailView)
    const messages = await mail.list(ctx, { gift_request_id: id })
    return messages.map((each) => withAppMembers(toMessageView(each), { channel: each.channel }))
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
