import { ApiError, type FieldError, getNewestVersion, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as endpoints from '../endpoints/endpoint-store.ts'
import { retryDelivery } from '../engine/retry-now.ts'
import type { Endpoint } from '../events/tables.ts'
import { erasedMessage } from './deliveries.ts'
import type { LoggedDelivery } from './delivery-log.ts'
import * as store from './delivery-store.ts'

/** What a delivery says of the event to send. */
type SentEvent = Pick<LoggedDelivery, 'id' | 'event_id' | 'event_type' | 'is_test' | 'erased_at'>

/** The delivery of an event to another endpoint. */
export interface ResentTo {
  id: string
  target: Endpoint
}

/**
 * Sends the event of a delivery to another endpoint of its account: a new delivery with the same event id and five
 * attempts, in the payload version of that endpoint. If an open delivery of the event waits there, it is retried at once
 * instead. The delivery itself does not change.
 *
 * The body is one of those that were stored with the event. No body is rendered later, because the gift request has
 * changed since. So an event has no body in a version to which no endpoint had subscribed, other than the newest.
 *
 * @throws ApiError for `endpoint_id`, when that endpoint cannot receive the event; `invalid_transition` when the event
 *   has no body
 */
export async function resendTo(
  ctx: TxContext,
  delivery: SentEvent,
  endpoint_id: string,
): Promise<ResentTo> {
  // The lock lets a second press wait, so that it finds the delivery of the first one.
  const target = isId(endpoint_id) ? await endpoints.findForUpdate(ctx, endpoint_id) : undefined
  if (target === undefined)
    throw new ApiError('invalid_reference', { fieldErrors: [unknownEndpoint] })
  const stored = await store.listBodyVersions(ctx, delivery.event_id)
  if (stored.length === 0) throw new ApiError('invalid_transition', { message: goneBody(delivery) })
  const payload_version = getPayloadVersion(ctx, target)
  throwIfAny(findProblems(target, delivery, payload_version, stored))
  const open = await store.findOpen(ctx, delivery.event_id, target.id)
  if (open !== undefined && (await retryDelivery(ctx, open))) return { id: open, target }
  const id = await store.replayTo(ctx, delivery.id, target.id, payload_version)
  if (id === undefined) throw new ApiError('not_found')
  ctx.afterCommit(() => ctx.deployment.notify('deliveries'))
  return { id, target }
}

const goneBody = ({ erased_at }: SentEvent) =>
  erased_at === null
    ? 'The delivery cannot be resent: its body was deleted after its retention period.'
    : erasedMessage

/** Returns the version in which the endpoint gets events: its own, or the newest while only newer processes know it. */
const getPayloadVersion = (
  { deployment: { versions } }: TxContext,
  { payload_version }: Endpoint,
): string => (payload_version in versions ? payload_version : getNewestVersion(versions))

/** Returns why the endpoint would not get this event if it occurred now. Its filter decides at the attempt. */
function findProblems(
  target: Endpoint,
  { event_type, is_test }: SentEvent,
  version: string,
  stored: readonly string[],
): FieldError[] {
  if (is_test) return [toProblem('is for real events. Send a test event to that endpoint instead')]
  const isReceived = event_type.startsWith('attention.')
    ? target.receives_attention
    : target.events.some((each) => each === event_type)
  return [
    ...(target.enabled ? [] : [toProblem('names a disabled endpoint. Enable it first')]),
    ...(isReceived
      ? []
      : [
          toProblem(
            `names an endpoint that does not receive ${event_type}. Subscribe it to this event first`,
          ),
        ]),
    ...(stored.includes(version)
      ? []
      : [
          toProblem(
            `names an endpoint with the payload version ${version}, in which this event is not stored. Choose one with ${stored.join(' or ')}, or change its version`,
          ),
        ]),
  ]
}

const toProblem = (message: string): FieldError => ({
  code: 'not_allowed',
  param: 'endpoint_id',
  message,
})

const unknownEndpoint: FieldError = {
  code: 'invalid_reference',
  param: 'endpoint_id',
  message: 'names no endpoint of this account. Use the id of one that GET /endpoints lists',
}
