import { ApiError, type EventType, events, eventTypes, sampleGift, statusOfEvent } from '#contract'
import * as gifting from '#gifting'
import * as webhooks from '#webhooks'
import { handle } from '../lib/handle.ts'
import { redactAddresses } from '../lib/redact-addresses.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './contract.ts'

/** The event catalogue and the list of emitted events. */
export const eventRoutes = [
  handle(contract.listEventTypes, async ({ ctx: { deployment, now } }) => ({
    data: eventTypes.map((type) => ({
      id: type,
      fires: events[type],
      status: statusOfEvent[type],
      bodies: Object.entries(deployment.versions).map(
        ([version, { contentType, renderGiftRequest }]) => ({
          version,
          content_type: contentType,
          body: renderGiftRequest(sampleGift(type, deployment.origin, now)),
        }),
      ),
    })),
    has_more: false,
  })),

  handle(contract.downloadEventExample, async ({ ctx: { deployment, now }, params, reply }) => {
    const type = eventTypes.find((each) => each === params.type)
    const version = Object.entries(deployment.versions).find(([name]) => name === params.version)
    if (type === undefined || version === undefined) throw new ApiError('not_found')
    const [name, { contentType, renderGiftRequest }] = version
    reply
      .header('content-type', contentType)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${type}.${name}.json"`)
    await reply.send(Buffer.from(renderGiftRequest(sampleGift(type, deployment.origin, now))))
    return HANDLED
  }),

  handle(contract.listEvents, async ({ ctx, query }) => {
    const { page, filter } = query
    const { gift_request_id, type } = filter
    const subject_id = gift_request_id
    const { data, has_more } = await webhooks.listEvents(
      ctx,
      { ...(type && { type }), ...(subject_id && { subject_id }) },
      page,
    )
    const references = await gifting.referencesById(
      ctx,
      data.map((event) => event.subject_id),
    )
    return {
      data: data.map((event) => toEventView(event, references.get(event.subject_id))),
      has_more,
    }
  }),

  handle(contract.readEvent, async ({ ctx, params: { id } }) => {
    const event = await webhooks.findEvent(ctx, id)
    if (event === undefined) throw new ApiError('not_found')
    const references = await gifting.referencesById(ctx, [event.subject_id])
    const bodies = await webhooks.findEventBodies(ctx, event.id)
    const redacted = bodies.map((each) => {
      const body = redactAddresses(each.body)
      return { ...each, body, is_address_hidden: body !== each.body }
    })
    return { ...toEventView(event, references.get(event.subject_id)), bodies: redacted }
  }),
]

const toEventView = (
  { id, type, subject_id, created_at, body }: webhooks.EventView,
  reference: string | undefined,
): {
  id: string
  type: EventType
  gift_request_id: string
  reference: string | null
  created_at: Date
  is_erased: boolean
} => ({
  id,
  type,
  gift_request_id: subject_id,
  reference: reference ?? null,
  created_at,
  is_erased: body === null,
})
