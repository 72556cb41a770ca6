import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  convertGiftRequest,
  eventFilters,
  parseListQuery,
  serializeEvent,
} from '#contract'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { refuseParameters } from './body.ts'
import { nextPage } from './pages.ts'
import type { Serve } from './serve.ts'

/** The events of the account as a feed (decisions §2): the same that webhooks tell, with the same bodies. */
export function eventRoutes(app: FastifyInstance, serve: Serve): void {
  app.get('/events', (request, reply) =>
    serve(request, reply, async (ctx) => {
      const { page, filter } = parseListQuery(request.query, eventFilters)
      const { gift_request_id, ...rest } = filter
      const { data, has_more } = await webhooks.listEvents(
        ctx,
        { ...rest, ...(gift_request_id === undefined ? {} : { subject_id: gift_request_id }) },
        page,
        request.apiVersion,
      )
      const texts = data.map((event) => flat(ctx, request, event))
      const next = nextPage(ctx, request, has_more ? data.at(-1)?.id : undefined)
      return { status: 200, body: request.version.renderList('events', texts, { has_more, next }) }
    }),
  )

  app.get<{ Params: { id: string } }>('/events/:id', (request, reply) =>
    serve(request, reply, async (ctx) => {
      refuseParameters(request)
      const event = await webhooks.findEvent(ctx, request.params.id, request.apiVersion)
      if (event === undefined) throw new ApiError('not_found')
      return {
        status: 200,
        body: request.version.renderResource('events', flat(ctx, request, event)),
      }
    }),
  )
}

/** With the body that a webhook of the request's version tells: the stored one, or made from it. */
function flat(
  { deployment: installation }: TxContext,
  { version }: FastifyRequest,
  { subject_id, ...event }: webhooks.EventView,
): string {
  const { body, payload_version } = event
  const told =
    body === null ? null : convertGiftRequest(installation.versions, body, payload_version, version)
  return serializeEvent({ ...event, gift_request_id: subject_id }, told)
}
