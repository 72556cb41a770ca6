import { type AttentionEventType, getNewestVersion } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { payloadVersionSql, type RenderedBody } from './event-store.ts'

/** An item of attention that began or ended. */
export interface AttentionEventInput {
  type: AttentionEventType
  /** The gift request of the item, if it has one. */
  gift_request_id: string | null
  /** The endpoint that the item is about does not receive the event. */
  about_endpoint_id: string | null
  /** The item as flat JSON. */
  item: string
}

/**
 * Records events for the enabled endpoints that receive attention events, in the caller's transaction. Without such an
 * endpoint nothing is stored. The subject of an event without a gift request is the event itself.
 *
 * An endpoint does not receive events about itself, and `listFailingEndpoints` does not count deliveries of these
 * events: an endpoint that fails would otherwise cause its own events without end.
 */
export function recordAttention(ctx: TxContext, inputs: readonly AttentionEventInput[]): void {
  if (inputs.length === 0) return
  const events = inputs.map((input) => ({ ...input, id: newId() }))
  const bodies = events.flatMap(({ id, item }) =>
    Object.entries(ctx.deployment.versions).map(
      ([payload_version, version]): RenderedBody => ({
        event_id: id,
        payload_version,
        body: Buffer.from(version.renderResource('attention_items', item), 'utf8'),
      }),
    ),
  )
  ctx.enqueue(insertAttentionSql, [
    ctx.account_id,
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ gift_request_id, id }) => gift_request_id ?? id),
    events.map(({ about_endpoint_id }) => about_endpoint_id),
    ctx.now,
    bodies.map(({ event_id }) => event_id),
    bodies.map(({ payload_version }) => payload_version),
    bodies.map(({ body }) => body.toString('utf8')),
    getNewestVersion(ctx.deployment.versions),
  ])
  ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
}

const insertAttentionSql = `
  with new_event as (
    select * from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[]) as t (id, type, subject_id, about_endpoint_id)
  ), subscriber as (
    select t.id as event_id, t.type, e.id as endpoint_id, ${payloadVersionSql('= any ($8::text[])', '$10::text')}
      from new_event t
      join webhooks.endpoint e on e.account_id = $1
       and e.enabled and e.deleted_at is null and e.receives_attention
       and e.id is distinct from t.about_endpoint_id
  ), inserted_event as (
    insert into webhooks.event (account_id, id, type, subject_id, created_at)
    select $1, id, type, subject_id, $6::timestamptz from new_event
     where id in (select event_id from subscriber)
  ), stored_body as (
    insert into webhooks.event_body (account_id, event_id, payload_version, body)
    select $1, event_id, payload_version, convert_to(body, 'UTF8')
      from unnest($7::uuid[], $8::text[], $9::text[]) as r (event_id, payload_version, body)
     where (event_id, payload_version) in (select event_id, payload_version from subscriber)
  ), new_delivery as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
    select $1, (left(event_id::text, 26) || right(gen_random_uuid()::text, 10))::uuid, event_id, type, endpoint_id,
           payload_version, $6
      from subscriber
    returning id, event_id, event_type, endpoint_id, payload_version
  )
  insert into webhooks.delivery_queue (account_id, id, event_id, event_type, endpoint_id, payload_version)
  select $1, id, event_id, event_type, endpoint_id, payload_version from new_delivery`
