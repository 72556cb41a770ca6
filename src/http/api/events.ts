import { convertGiftRequest, orNotFound, serializeEvent } from '#contract'
import * as webhooks from '#webhooks'
import { handleText } from './kernel/handle.ts'
import { renderPage } from './kernel/pagination.ts'
import type { TxRequestContext } from './kernel/route.ts'

/** The event feed of the account (decisions §2): the same events as webhooks, with the same bodies. */
export const eventRoutes = [
  handleText('listEvents', async (context) => {
    const { ctx, request, query } = context
    const { gift_request_id, ...rest } = query.filter
    const { data, has_more } = await webhooks.listEvents(
      ctx,
      { ...rest, ...(gift_request_id === undefined ? {} : { subject_id: gift_request_id }) },
      query.page,
      request.apiVersion,
    )
    const render = (event: webhooks.EventView) => serializeFlat(context, event)
    const page = { data, has_more }
    return { status: 200, body: await renderPage(ctx.deployment, request, 'events', page, render) }
  }),

  handleText('getEvent', async (context) => {
    const { ctx, request, params } = context
    const event = orNotFound(await webhooks.findEvent(ctx, params.id, request.apiVersion))
    const flat = serializeFlat(context, event)
    return { status: 200, body: request.version.renderResource('events', flat) }
  }),
]

/**
 * Serializes an event with the body that a webhook of the request's version has: the stored body, or one converted from
 * it.
 */
function serializeFlat(
  { ctx, request: { version } }: Pick<TxRequestContext, 'ctx' | 'request'>,
  { subject_id, ...event }: webhooks.EventView,
): string {
  const { body, payload_version } = event
  const { versions } = ctx.deployment
  const renderedBody =
    body === null ? null : convertGiftRequest(versions, body, payload_version, version)
  return serializeEvent({ ...event, gift_request_id: subject_id }, renderedBody)
}
