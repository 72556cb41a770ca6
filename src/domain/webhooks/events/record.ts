import { type EventType, type GiftRequestView, getNewestVersion, type Versions } from '#contract'
import { chunkBySize } from '#platform/lib/chunks'
import { newId } from '#platform/lib/ids'
import { getAccountLimits } from '#platform/postgres/account-limits'
import type { TxContext } from '#platform/postgres/database'
import * as store from './event-store.ts'
import type { EventRow } from './tables.ts'
import { saveTraceContext } from './trace-context.ts'

/** Something that happened to a gift request, and what it looked like at that moment. */
export interface EventInput {
  /** Made when left out. */
  event_id?: string
  account_id: string
  type: EventType
  subject_id: string
  gift: GiftRequestView
}

/**
 * Writes down that something happened, and one delivery for each enabled endpoint that subscribes to
 * it, in the caller's transaction: all of it is there after the commit, or nothing. Answers the event's id.
 *
 * The body is rendered here and never again; a retry sends these bytes. Nothing is read first and
 * nothing is waited for: one statement is sent, and its failure surfaces at the commit.
 */
export const record = (ctx: TxContext, input: EventInput): string =>
  recordAll(ctx, [input])[0] ?? ''

/** The same for many, in statements of bounded size. Answers their ids in order. */
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

/** Deliveries that one statement begins at most: a statement that takes too long is cancelled. */
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

/** Every version, as which of them are wanted is known only to the statement that stores them. */
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
