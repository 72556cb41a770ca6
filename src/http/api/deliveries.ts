import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  ApiError,
  deliveryFilters,
  type EventType,
  parseListQuery,
  recoveryBody,
  testEventBody,
} from '#contract'
import { atRealTime, type TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { parseEmptyBody, parseOperationBody, rejectParameters } from './body.ts'
import { requireEnterprise } from './endpoints.ts'
import type { ApiResponse, Handle } from './handler.ts'
import { renderPage } from './pagination.ts'

type IdParams = { Params: { id: string } }
const { endpointCommands } = webhooks

/** How many requests a recovery counts as, in addition to one. */
const recoveryWeight = 49

/** The delivery log, resends, test events and recovery after an outage. */
export function deliveryRoutes(app: FastifyInstance, handle: Handle): void {
  app.get('/deliveries', (request, reply) =>
    handle(request, reply, async (ctx) => {
      const { page, filter } = parseListQuery(request.query, deliveryFilters)
      const { data, has_more } = await webhooks.listDeliveryLog(ctx, toLogFilter(filter), page)
      const views = data.map(toView)
      return {
        status: 200,
        body: await renderPage(ctx, request, 'deliveries', { data: views, has_more }),
      }
    }),
  )

  app.get<IdParams>('/deliveries/:id', (request, reply) =>
    handle(request, reply, async (ctx) => {
      rejectParameters(request)
      return toResponse(ctx, request, request.params.id)
    }),
  )

  app.post<IdParams>('/deliveries/:id/resend', (request, reply) =>
    handle(request, reply, async (ctx) => {
      requireEnterprise(request)
      parseEmptyBody(request)
      const { id } = request.params
      if ((await webhooks.findDelivery(ctx, id)) === undefined) throw new ApiError('not_found')
      const now = atRealTime(ctx)
      return toResponse(ctx, request, await endpointCommands.resend(now, id))
    }),
  )

  recoveryRoutes(app, handle)
}

function recoveryRoutes(app: FastifyInstance, handle: Handle): void {
  app.post<IdParams>('/endpoints/:id/test', (request, reply) =>
    handle(request, reply, async (ctx) => {
      requireEnterprise(request)
      const { type = 'gift_request_created' } = parseOperationBody(request, testEventBody).members
      const now = atRealTime(ctx)
      const { id } = request.params
      const sent = await endpointCommands.sendTest(now, id, type as EventType)
      return { ...(await toResponse(ctx, request, sent)), status: 201 }
    }),
  )

  app.post<IdParams>('/endpoints/:id/recover', (request, reply) =>
    handle(request, reply, async (ctx) => {
      requireEnterprise(request)
      const { members, isDryRun } = parseOperationBody(request, recoveryBody)
      await request.charge(recoveryWeight)
      const { id } = request.params
      const since = new Date(members.since)
      const now = atRealTime(ctx)
      const recovery = isDryRun
        ? await countOnly(now, id, since)
        : await endpointCommands.recover(now, id, since)
      const body = request.version.renderResource('recoveries', JSON.stringify(recovery), id)
      return { status: 200, body }
    }),
  )
}

async function countOnly(ctx: TxContext, id: string, since: Date) {
  const endpoint = await endpointCommands.getEndpoint(ctx, id)
  return { resent: 0, remaining: await webhooks.countRecoverable(ctx, endpoint.id, since) }
}

type Filter = ReturnType<typeof parseListQuery<typeof deliveryFilters>>['filter']

function toLogFilter({ gift_request_id, created_after, created_before, ...rest }: Filter) {
  return {
    ...rest,
    ...(gift_request_id === undefined ? {} : { subject_id: gift_request_id }),
    // ids have the millisecond of their creation, and the log includes the beginning of its range
    ...(created_after === undefined ? {} : { created_from: new Date(created_after.getTime() + 1) }),
    ...(created_before === undefined ? {} : { created_until: created_before }),
  }
}

const toView = (delivery: webhooks.LoggedDelivery) => ({
  id: delivery.id,
  event_id: delivery.event_id,
  event_type: delivery.event_type,
  gift_request_id: delivery.subject_id,
  endpoint_id: delivery.endpoint_id,
  payload_version: delivery.payload_version,
  state: delivery.state,
  is_test: delivery.is_test,
  replay_of: delivery.replay_of,
  next_attempt_at: delivery.next_at,
  attempts: delivery.attempts.map(
    ({ number, started_at, duration_ms, outcome, status, error, reason, detail }) => ({
      number,
      started_at,
      duration_ms,
      outcome,
      status,
      error,
      reason,
      detail,
    }),
  ),
  created_at: delivery.created_at,
  abandoned_at: delivery.abandoned_at,
})

async function toResponse(
  ctx: TxContext,
  { version }: FastifyRequest,
  id: string,
): Promise<ApiResponse> {
  const delivery = await webhooks.findDelivery(ctx, id)
  if (delivery === undefined) throw new ApiError('not_found')
  const flat = JSON.stringify(toView(delivery))
  return { status: 200, body: version.renderResource('deliveries', flat) }
}
