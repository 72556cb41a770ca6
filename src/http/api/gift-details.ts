import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { rejectParameters } from './body.ts'
import { renderAll } from './gift-changes.ts'
import type { ApiResponse, Handle } from './handler.ts'

type GiftRequest = FastifyRequest<{ Params: { id: string } }>

/** The operations that read what belongs to one gift request. */
export function giftDetailRoutes(
  app: FastifyInstance,
  handle: Handle,
  shipping: fulfilment.ShippingConfig,
): void {
  const get = (
    name: string,
    read: (ctx: TxContext, request: GiftRequest, gift: gifting.Gift) => Promise<ApiResponse>,
  ) =>
    app.get(`/gift_requests/:id/${name}`, (request: GiftRequest, reply: FastifyReply) =>
      handle(request, reply, async (ctx) => {
        rejectParameters(request)
        const gift = await gifting.find(ctx, request.params.id)
        if (gift === undefined) throw new ApiError('not_found')
        return read(ctx, request, gift)
      }),
    )

  get('details', async (ctx, request, gift) => {
    const details = await buildDetails(ctx, gift, shipping)
    return {
      status: 200,
      body: request.version.renderResource('gift_details', JSON.stringify(details)),
    }
  })
  get('parcels', async (ctx, request, gift) => {
    const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
    return renderAll(request, 'parcels', parcels.map(fulfilment.toParcelView))
  })
  get('emails', async (ctx, request, gift) => {
    const emails = await gifting.listRecipientEmails(ctx, gift.id)
    return renderAll(request, 'emails', emails.map(mail.toEmailView))
  })
  get('text_messages', async (ctx, request, gift) => {
    const messages = await gifting.listTextMessages(ctx, gift.id)
    return renderAll(request, 'text_messages', messages.map(mail.toTextMessageView))
  })
  get('problem_reports', async (ctx, request, gift) =>
    renderAll(request, 'problem_reports', await gifting.listProblems(ctx, gift)),
  )
  get('thank_you_note', async (ctx, request, gift) => {
    const note = await gifting.findThankYouNote(ctx, gift)
    if (note === undefined) throw noNote
    return {
      status: 200,
      body: request.version.renderResource('thank_you_notes', JSON.stringify(toNoteView(note))),
    }
  })
}

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
