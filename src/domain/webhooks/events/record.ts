import { type EventType, type GiftRequestView, getNewestVersion, type Versions } from '#contract'
import { chunkBySize } from '#platform/lib/chunks'
import { newId } from '#platform/lib/ids'
import { getAccountLimits } from '#platform/postgres/account-limits'
import type { TxContext } from '#platform/postgres/database'
import * as store from './event-store.ts'
import type { EventRow } from './tables.ts'
import { saveTraceContext } from './trace-context.ts'

/** A state change of a gift request, with the gift request after the change. */
export interface EventInput {
  /** Generated if omitted. */
  event_id?: string
  account_id: string
  type: EventType
  subject_id: string
  gift: GiftRequestView
}

/**
 * Records an event in the caller's transaction, with one delivery for each enabled endpoint that
 * subscribes to the event type. The commit stores all of them, or none. Returns the id of the event.
 *
 * The body is rendered once; retries send the same bytes. The function reads nothing and does not wait:
 * the statement is enqueued, and its errors surface at the commit.
 */
export const record = (ctx: TxContext, input: EventInput): string =>
  recordAll(ctx, [input])[0] ?? ''

/** Records several events in statements of limited size. Returns their ids in order. */
export function recordAll(ctx: TxContext, inputs: readonly EventInput[]): string[] {
  const events = inputs.map(({ event_id, account_id, type, subject_id }) => ({
    account_id,
    id: event_id ?? newId(),
    type,
    subject_id,
    created_at: ctx.now,
  }))
  if (events.length > 0) {
    const { versions } = ctx.deployment
    const newest = getNewestVersion(versions)
    for (const chunk of chunkBySize(
      renderEvents(versions, inputs, events),
      bodyBytes,
      chunkLimits(ctx),
    ))
      store.insertEvents(
        ctx,
        chunk.map(({ event }) => event),
        chunk.flatMap(({ bodies }) => bodies),
        newest,
      )
    saveTraceContext(ctx, events)
    ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
  }
  return events.map(({ id }) => id)
}

/** Maximum number of deliveries per statement, because slow statements are cancelled. */
const maxDeliveries = 10_000

const chunkLimits = ({ deployment }: TxContext) => ({
  maxRows: Math.max(1, Math.floor(maxDeliveries / getAccountLimits(deployment).endpoints)),
})

interface RenderedEvent {
  event: EventRow
  bodies: store.RenderedBody[]
}

const bodyBytes = ({ bodies }: RenderedEvent) =>
  bodies.reduce((sum, { body }) => sum + body.length, 0)

/** Renders every version, because only the insert statement knows the versions of the subscribers. */
function* renderEvents(
  versions: Versions,
  inputs: readonly EventInput[],
  events: readonly EventRow[],
): Generator<RenderedEvent> {
  for (const [index, event] of events.entries()) {
    const gift = inputs[index]?.gift
    if (gift === undefined) continue
    const bodies = Object.entries(versions).map(([payload_version, version]) => ({
      event_id: event.id,
      payload_version,
      body: Buffer.from(version.renderGiftRequest(gift), 'utf8'),
    }))
    yield { event, bodies }
  }
}
