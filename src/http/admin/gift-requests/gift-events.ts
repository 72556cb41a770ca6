import * as accounts from '#accounts'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'

const maxEvents = 50

/** Lists the emitted events with their deliveries. The endpoints need `endpoints:read`. */
export async function listEvents(ctx: TxContext, subject_id: string, user: accounts.SessionUser) {
  const page = { limit: maxEvents, order: 'asc' as const }
  const { data } = await webhooks.listEvents(ctx, { subject_id }, page)
  if (data.length === 0) return []
  const seesEndpoints = accounts.can(user, 'endpoints:read')
  const endpoints = seesEndpoints ? await webhooks.listEndpoints(ctx) : []
  const endpointsById = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const events = []
  for (const { id, type, created_at } of data) {
    const deliveries = await webhooks.listDeliveries(ctx, { event_id: id, limit: 20 })
    events.push({
      id,
      type,
      created_at,
      deliveries: deliveries.map((delivery) => ({
        id: delivery.id,
        endpoint_id: seesEndpoints ? delivery.endpoint_id : null,
        url: endpointsById.get(delivery.endpoint_id)?.url ?? null,
        description: endpointsById.get(delivery.endpoint_id)?.description ?? null,
        state: delivery.state,
        attempts: delivery.attempts.length,
        status: delivery.attempts.at(-1)?.status ?? null,
        next_at: delivery.next_at,
      })),
    })
  }
  return events
}
