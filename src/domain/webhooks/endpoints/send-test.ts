import { type EventType, findVersion, sampleGift } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findEndpoint } from './endpoints.ts'

/**
 * Sends an endpoint a sample event: a normal delivery (signed, logged) that is marked as a test and
 * has one attempt: `settle` does not retry it.
 * Test deliveries do not appear in the event feed, do not trigger alerts, and are excluded from
 * `recoverSince`. The endpoint does not have to subscribe to the event type.
 *
 * @param payload_version the default is the version of the endpoint
 * @returns the id of the delivery; undefined when the endpoint does not exist
 */
export async function sendTestEvent(
  ctx: TxContext,
  endpoint_id: string,
  type: EventType,
  payload_version?: string,
): Promise<string | undefined> {
  const endpoint = isId(endpoint_id) ? await findEndpoint(ctx, endpoint_id) : undefined
  if (endpoint === undefined) return undefined
  const version = payload_version ?? endpoint.payload_version
  const body = renderSample(ctx, type, version)
  const event_id = newId()
  const id = newId()
  ctx.enqueue(insertTestDeliverySql, [
    ctx.account_id,
    event_id,
    version,
    body,
    id,
    type,
    endpoint.id,
    ctx.now,
  ])
  ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
  return id
}

/** Renders the sample gift request in a payload version that exists. */
export function renderSample(
  { deployment: { versions, origin }, now }: TxContext,
  type: EventType,
  payload_version: string,
): Buffer {
  const version = findVersion(versions, payload_version)
  if (version === undefined) throw new Error(`unknown payload version ${payload_version}`)
  return Buffer.from(version.renderGiftRequest(sampleGift(type, origin, now)), 'utf8')
}

/** Inserts a body and a delivery, but no event, because no gift request changed. */
const insertTestDeliverySql = `
  with stored_body as (
    insert into webhooks.event_body (account_id, event_id, payload_version, body) values ($1, $2, $3, $4)
  ), new_delivery as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at, is_test)
    values ($1, $5, $2, $6, $7, $3, $8, true)
  )
  insert into webhooks.delivery_queue (account_id, id, event_id, event_type, endpoint_id, payload_version)
  values ($1, $5, $2, $6, $7, $3)`
