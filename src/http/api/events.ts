import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  convertGiftRequest,
  eventFilters,
  parseListQuery,
  serializeEvent,
} from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { rejectParameters } from './body.ts'
import type { Handle } from './handler.ts'
import { renderPage } from './pagination.ts'

/** The event feed of the account (decisions §2): the same events as webhooks, with the same bodies. */
export function eventRoutes(app: FastifyInstance, handle: Handle): void {
  // On the primary: only there can be seen which transactions are still open.
  app.get('/events', { config: { readsPrimary: true } }, (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page, filter } = parseListQuery(request.query, eventFilters)
      const { gift_request_id, ...rest } = filter
      const { data, has_more } = await webhooks.listEvents(
        ctx,
        { ...rest, ...(gift_request_id === undefined ? {} : { subject_id: gift_request_id }) },
        page,
        request.apiVersion,
      )
      const render = (event: webhooks.EventView) => serializeFlat(ctx, request, event)
      const body = await renderPage(ctx, request, 'events', { data, has_more }, render)
      return { status: 200, body }
    }),
  )

  app.get<{ Params: { id: string } }>('/events/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      const event = await webhooks.findEvent(ctx, request.params.id, request.apiVersion)
      if (event === undefined) throw new ApiError('not_found')
      return {
        status: 200,
        body: request.version.renderResource('events', serializeFlat(ctx, request, event)),
      }
    }),
  )
}

/**
 * Serializes an event with the body that a webhook of the request's version has: the stored body, or one converted from
 * it.
 */
function serializeFlat(
  { deployment }: TxContext,
  { version }: FastifyRequest,
  { subject_id, ...event }: webhooks.EventView,
): string {
  const { body, payload_version } = event
  const renderedBody =
    body === null ? null : convertGiftRequest(deployment.versions, body, payload_version, version)
  return serializeEvent({ ...event, gift_request_id: subject_id }, renderedBody)
}
