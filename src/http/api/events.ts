import type { FastifyRequest } from 'fastify'
import { convertGiftRequest, orNotFound, serializeEvent } from '#contract'
import * as giftLists from '#gift-lists'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { appendAppMembers, withAppMembers } from './kernel/app-members.ts'
import { handleText } from './kernel/handle.ts'
import { renderPage } from './kernel/pagination.ts'
import { redactAddresses } from './kernel/redact-addresses.ts'
import type { TxRequestContext } from './kernel/route.ts'

/**
 * The operations on the event feed of the account (decisions §2). The feed has the same events as webhooks,
 * with the same bodies.
 */
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
    const page = { data: isUser(request) ? await withReferences(ctx, data) : data, has_more }
    return { status: 200, body: await renderPage(ctx.deployment, request, 'events', page, render) }
  }),

  handleText('getEvent', async (context) => {
    const { ctx, request, params } = context
    const event = orNotFound(await webhooks.findEvent(ctx, params.id, request.apiVersion))
    const text = request.version.renderResource('events', serializeFlat(context, event))
    if (!isUser(request)) return { status: 200, body: text }
    const view = withAppMembers(event, await readDetailMembers(ctx, event))
    return { status: 200, body: appendAppMembers(request, view, text), etagText: text }
  }),
]

const isUser = ({ grant }: FastifyRequest): boolean => grant.user !== undefined

async function withReferences(ctx: TxContext, events: readonly webhooks.EventView[]) {
  const ids = events.map(({ subject_id }) => subject_id)
  const references = await giftLists.referencesById(ctx, ids)
  return events.map((each) =>
    withAppMembers(each, { reference: references.get(each.subject_id) ?? null }),
  )
}

async function readDetailMembers(ctx: TxContext, { id, subject_id }: webhooks.EventView) {
  const references = await giftLists.referencesById(ctx, [subject_id])
  const bodies = await webhooks.findEventBodies(ctx, id)
  return {
    reference: references.get(subject_id) ?? null,
    bodies: bodies.map((each) => {
      const body = redactAddresses(each.body)
      return { ...each, body, is_address_hidden: body !== each.body }
    }),
  }
}

/**
 * Serializes an event. Its body is the same as in a webhook of the request's version. It is the stored body,
 * or a body that is converted from it.
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
