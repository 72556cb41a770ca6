import { type EventType, type GiftRequestView, getNewestVersion, type Versions } from '#contract'
import type { LeaseOffer } from '#platform/deployment'
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
    const rendered = renderEvents(versions, inputs, events)
    for (const chunk of chunkBySize(rendered, bodyBytes, chunkLimits(ctx))) {
      const [only, ...others] = chunk
      if (only !== undefined && others.length === 0) insertOne(ctx, only, newest)
      else insertSeveral(ctx, chunk, newest)
    }
    saveTraceContext(ctx, events)
  }
  return events.map(({ id }) => id)
}

/** Inserts an event. The worker of this process sends it after the commit to the endpoints that it has room for. */
function insertOne(ctx: TxContext, rendered: store.RenderedEvent, newest: string): void {
  const { account_id, type: event_type } = rendered.event
  let offer: LeaseOffer | undefined
  ctx.afterFailure(() => offer?.abandon()) // throws if the transaction has ended, before room is reserved
  offer = ctx.deployment.insertLeases?.offer(account_id)
  let written: readonly store.WrittenDelivery[] = []
  store.insertEvent(ctx, rendered, newest, offer, (deliveries) => {
    written = deliveries
  })
  const bodyOf = (version: string) =>
    rendered.bodies.find(({ payload_version }) => payload_version === version)?.body
  ctx.afterCommit(() => {
    const leased = written.filter(({ isLeased }) => isLeased)
    offer?.commit(
      leased.flatMap((each) => {
        const body = bodyOf(each.payload_version)
        return body === undefined ? [] : { ...each, account_id, event_type, body }
      }),
    )
    if (leased.length < written.length) ctx.deployment.notify('deliveries')
  })
}

function insertSeveral(ctx: TxContext, rendered: store.RenderedEvent[], newest: string): void {
  store.insertEvents(ctx, rendered, newest)
  ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
}

/** Maximum number of deliveries per statement, because slow statements are cancelled. */
const maxDeliveries = 10_000

const chunkLimits = ({ deployment }: TxContext) => ({
  maxRows: Math.max(1, Math.floor(maxDeliveries / getAccountLimits(deployment).endpoints)),
})

const bodyBytes = ({ bodies }: store.RenderedEvent) =>
  bodies.reduce((sum, { body }) => sum + body.length, 0)

/** Renders every version, because only the insert statement knows the versions of the subscribers. */
function* renderEvents(
  versions: Versions,
  inputs: readonly EventInput[],
  events: readonly EventRow[],
): Generator<store.RenderedEvent> {
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
