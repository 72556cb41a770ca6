import {
  ApiError,
  type EventType,
  events,
  eventTypes,
  parseListQuery,
  sampleGift,
  statusOfEvent,
} from '#contract'
import * as gifting from '#gifting'
import * as webhooks from '#webhooks'
import { hideAddresses } from './hidden-addresses.ts'
import { operation, sent } from './operation.ts'
import { anyText, oneOf } from './rules.ts'

const filters = { type: oneOf(...eventTypes), gift_request_id: anyText }

/** What can be told, and what was. */
export const eventOperations = [
  operation(
    'GET',
    '/event-catalogue',
    { needs: 'admin', does: 'describe the events, with an example in each payload version' },
    async ({ ctx: { deployment: installation, now } }) => ({
      data: eventTypes.map((type) => ({
        id: type,
        fires: events[type],
        status: statusOfEvent[type],
        bodies: Object.entries(installation.versions).map(
          ([version, { contentType, renderGiftRequest: giftRequest }]) => ({
            version,
            content_type: contentType,
            body: giftRequest(sampleGift(type, installation.origin, now)),
          }),
        ),
      })),
      has_more: false,
    }),
  ),

  operation(
    'GET',
    '/event-catalogue/:type/:version',
    { needs: 'admin', does: 'download the example of an event' },
    async ({ ctx: { deployment: installation, now }, params, reply }) => {
      const type = eventTypes.find((each) => each === params.type)
      const version = Object.entries(installation.versions).find(
        ([name]) => name === params.version,
      )
      if (type === undefined || version === undefined) throw new ApiError('not_found')
      const [name, { contentType, renderGiftRequest: giftRequest }] = version
      reply
        .header('content-type', contentType)
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${type}.${name}.json"`)
      await reply.send(Buffer.from(giftRequest(sampleGift(type, installation.origin, now))))
      return sent
    },
  ),

  operation('GET', '/events', { needs: 'admin', does: 'list events' }, async ({ real, query }) => {
    const { page, filter } = parseListQuery(query, filters)
    const { gift_request_id, type } = filter
    const subject_id = gift_request_id
    const { data, has_more } = await webhooks.listEvents(
      real,
      { ...(type && { type }), ...(subject_id && { subject_id }) },
      page,
    )
    const references = await gifting.referencesById(
      real,
      data.map((event) => event.subject_id),
    )
    return {
      data: data.map((event) => shown(event, references.get(event.subject_id))),
      has_more,
    }
  }),

  operation(
    'GET',
    '/events/:id',
    { needs: 'admin', does: 'show an event and its bodies' },
    async ({ real, params: { id = '' } }) => {
      const event = await webhooks.findEvent(real, id)
      if (event === undefined) throw new ApiError('not_found')
      const references = await gifting.referencesById(real, [event.subject_id])
      const bodies = await webhooks.findEventBodies(real, event.id)
      const safe = bodies.map((each) => {
        const body = hideAddresses(each.body)
        return { ...each, body, is_address_hidden: body !== each.body }
      })
      return { ...shown(event, references.get(event.subject_id)), bodies: safe }
    },
  ),
]

const shown = (
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
