import { type EventType, findVersion, sampleGift } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findEndpoint } from './endpoints.ts'

/**
 * Sends an endpoint an event that did not happen, of somebody who does not exist: a delivery like any
 * other (signed, tried again, in the log), marked as a test. It is in no feed, sends no alarm, and
 * 'recover since' leaves it alone. Whether the endpoint subscribes to the type does not matter.
 *
 * Answers the delivery's id; undefined when there is no such endpoint.
 */
export async function sendTestEvent(
  ctx: TxContext,
  endpoint_id: string,
  type: EventType,
): Promise<string | undefined> {
  const endpoint = isId(endpoint_id) ? await findEndpoint(ctx, endpoint_id) : undefined
  if (endpoint === undefined) return undefined
  const { versions, origin } = ctx.deployment
  const version = findVersion(versions, endpoint.payload_version)
  if (version === undefined) throw new Error(`no version ${endpoint.payload_version}`)
  const body = Buffer.from(version.renderGiftRequest(sampleGift(type, origin, ctx.now)), 'utf8')
  const event_id = newId()
  const id = newId()
  ctx.enqueue(insertTestDeliverySql, [
    ctx.account_id,
    event_id,
    endpoint.payload_version,
    body,
    id,
    type,
    endpoint.id,
    ctx.now,
  ])
  ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
  return id
}

/** A body and its delivery, and no event: nothing has happened. */
const insertTestDeliverySql = `
  with kept as (
    insert into webhooks.event_body (account_id, event_id, payload_version, body) values ($1, $2, $3, $4)
  ), begun as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at, is_test)
    values ($1, $5, $2, $6, $7, $3, $8, true)
  )
  insert into webhooks.delivery_queue (account_id, id, event_id, event_type, endpoint_id, payload_version)
  values ($1, $5, $2, $6, $7, $3)`
