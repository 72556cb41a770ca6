import { ApiError, events, eventTypes, sampleGift, statusOfEvent } from '#contract'
import { handle } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './contract.ts'

/** The routes of the event catalogue. */
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
]
