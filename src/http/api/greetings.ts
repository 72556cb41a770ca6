import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordEntry } from '#audit'
import * as campaigns from '#campaigns'
import { ApiError, newGreeting } from '#contract'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'
import { withDryRun } from '#platform/postgres/dry-run'
import { recordGiftChange } from './audit.ts'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import type { ApiResponse, Handle } from './handler.ts'

type IdRequest = { Params: { id: string } }

/** The operations on the card of a gift request or a campaign, and on the photo or video of the sender. */
export function greetingRoutes(app: FastifyInstance, handle: Handle): void {
  giftRoutes(app, handle)
  campaignRoutes(app, handle)
}

function giftRoutes(app: FastifyInstance, handle: Handle): void {
  const path = '/gift_requests/:id/greeting'

  app.get<IdRequest>(path, (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const gift = await gifting.find(ctx, request.params.id)
      if (gift === undefined) throw new ApiError('not_found')
      return render(request, await greetings.findByGift(ctx, gift))
    }),
  )

  app.put<IdRequest>(path, (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members, isDryRun } = parseOperationBody(request, newGreeting)
      return withDryRun(ctx, isDryRun, async () => {
        const input = await toInput(ctx, members)
        return setForGift(ctx, request, input)
      })
    }),
  )

  app.delete<IdRequest>(path, (request, reply) =>
    handle(request, reply, async (ctx) => {
      parseEmptyBody(request)
      return setForGift(ctx, request, null)
    }),
  )
}

function campaignRoutes(app: FastifyInstance, handle: Handle): void {
  const path = '/campaigns/:id/greeting'

  app.get<IdRequest>(path, (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const { id } = await findCampaign(ctx, request)
      return renderOfCampaign(ctx, request, id)
    }),
  )

  app.put<IdRequest>(path, (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { members } = parseOperationBody(request, newGreeting)
      const { id, name } = await findCampaign(ctx, request)
      const input = await toInput(ctx, members)
      await greetings.setForCampaign(ctx, id, input)
      recordEntry(ctx, {
        action: 'campaign.change',
        subject: { kind: 'campaign', id, name },
        details: { changed: ['greeting'], card: input.card },
      })
      return renderOfCampaign(ctx, request, id)
    }),
  )
}

async function setForGift(
  ctx: TxContext,
  request: FastifyRequest<IdRequest>,
  input: greetings.GreetingInput | null,
): Promise<ApiResponse> {
  const gift = await gifting.setGreeting(ctx, request.params.id, input)
  if (gift === undefined) throw new ApiError('not_found')
  recordGiftChange(ctx, 'set_card', gift, { card: input?.card ?? null })
  return render(request, await greetings.findByGift(ctx, gift))
}

async function findCampaign(ctx: TxContext, { params }: FastifyRequest<IdRequest>) {
  const campaign = await campaigns.findForAdmin(ctx, params.id)
  if (campaign === undefined) throw new ApiError('not_found')
  return campaign
}

async function toInput(
  ctx: TxContext,
  { card, media_id }: { card: string | null; media_id?: string },
): Promise<greetings.GreetingInput> {
  if (media_id !== undefined && (await greetings.findMedia(ctx, media_id)) === undefined)
    throw unknownMedia
  return { card, media_id: media_id ?? null }
}

const unknownMedia = new ApiError('invalid_reference', {
  fieldErrors: [
    {
      code: 'invalid_reference',
      param: 'media_id',
      message: greetings.unknownMediaMessage,
    },
  ],
})

const renderOfCampaign = async (
  ctx: TxContext,
  request: FastifyRequest,
  id: string,
): Promise<ApiResponse> =>
  render(request, { ...(await greetings.findByCampaign(ctx, id)), is_own: true })

function render(
  { version }: FastifyRequest,
  { card, media, is_own }: greetings.Greeting & { is_own: boolean },
): ApiResponse {
  const view = { card, media: media === null ? null : toMediaView(media), is_own }
  return { status: 200, body: version.renderResource('greetings', JSON.stringify(view)) }
}

const toMediaView = ({ id, content_type, size, alt }: greetings.Media) => ({
  id,
  content_type,
  size,
  alt,
})
