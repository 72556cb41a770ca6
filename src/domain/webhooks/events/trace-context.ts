import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'

/**
 * Saves the current trace context for these events. Does nothing if tracing is disabled. A column of the event or of the
 * queue would be written by every insert and read by every claim, the two hottest statements.
 */
export function saveTraceContext(
  ctx: TxContext,
  events: readonly { account_id: string; id: string }[],
): void {
  const traceparent = ctx.deployment.tracing?.currentTraceparent()
  if (traceparent === undefined) return
  ctx.enqueue(
    `insert into webhooks.trace (account_id, event_id, traceparent)
     select t.account_id, t.event_id, $3 from unnest($1::uuid[], $2::uuid[]) as t (account_id, event_id)`,
    [events.map(({ account_id }) => account_id), events.map(({ id }) => id), traceparent],
  )
}

/** Returns the trace contexts of these events, in order; undefined for events without one. */
export async function findTraceContexts(
  ctx: TxContext,
  event_ids: readonly string[],
): Promise<(string | undefined)[]> {
  const rows = await ctx.query<{ event_id: string; traceparent: string }>(
    'select event_id, traceparent from webhooks.trace where event_id = any ($1)',
    [event_ids],
  )
  const traceparents = new Map(rows.map(({ event_id, traceparent }) => [event_id, traceparent]))
  return event_ids.map((id) => traceparents.get(id))
}

/** Longer than the time until the last attempt of a delivery. */
const retentionMs = 7 * 24 * 60 * 60 * 1000

export const deleteOldTraceContexts = (ctx: TxContext): void =>
  ctx.enqueue('delete from webhooks.trace where event_id < $1', [
    newId(new Date(ctx.now.getTime() - retentionMs)),
  ])
