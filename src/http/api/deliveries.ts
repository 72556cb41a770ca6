import { type deliveryFilters, type EventType, type FilterValues, orNotFound } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { handle } from './kernel/handle.ts'

const { endpointCommands } = webhooks

/** How many requests a recovery counts as, in addition to one. */
const recoveryWeight = 49

/** The delivery log, resends, test events and recovery after an outage. */
export const deliveryRoutes = [
  handle('listDeliveries', async ({ ctx, query: { filter, page } }) => {
    const { data, has_more } = await webhooks.listDeliveryLog(ctx, toLogFilter(filter), page)
    return { data: data.map(toView), has_more }
  }),

  handle('getDelivery', ({ ctx, params }) => findView(ctx, params.id)),

  handle('resendDelivery', async ({ ctx, params: { id } }) => {
    orNotFound(await webhooks.findDelivery(ctx, id))
    return findView(ctx, await endpointCommands.resend(ctx, id))
  }),

  handle('sendTestEvent', async ({ ctx, params, body: { type = 'gift_request_created' } }) =>
    findView(ctx, await endpointCommands.sendTest(ctx, params.id, type as EventType)),
  ),

  handle('recoverDeliveries', async ({ ctx, request, params: { id }, body, isDryRun }) => {
    await request.charge(recoveryWeight)
    const since = new Date(body.since)
    return isDryRun ? countOnly(ctx, id, since) : endpointCommands.recover(ctx, id, since)
  }),
]

async function countOnly(ctx: TxContext, id: string, since: Date) {
  const endpoint = await endpointCommands.getEndpoint(ctx, id)
  return { resent: 0, remaining: await webhooks.countRecoverable(ctx, endpoint.id, since) }
}

function toLogFilter({
  gift_request_id,
  created_after,
  created_before,
  ...rest
}: FilterValues<typeof deliveryFilters>) {
  return {
    ...rest,
    ...(gift_request_id === undefined ? {} : { subject_id: gift_request_id }),
    // ids have the millisecond of their creation, and the log includes the beginning of its range
    ...(created_after === undefined ? {} : { created_from: new Date(created_after.getTime() + 1) }),
    ...(created_before === undefined ? {} : { created_until: created_before }),
  }
}

const findView = async (ctx: TxContext, id: string) =>
  toView(orNotFound(await webhooks.findDelivery(ctx, id)))

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
