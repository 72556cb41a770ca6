/**
 * The functions that receive webhooks of Bestow.
 *
 * `fetchHandler`, `nodeHandler` and `fastifyPlugin` handle complete requests. All of them use
 * `createReceiver`, which also works with other servers. `constructEvent` only verifies a delivery.
 */
export {
  type FastifyLike,
  fastifyPlugin,
  fetchHandler,
  type NodeRequest,
  type NodeResponse,
  nodeHandler,
} from './adapters.ts'
export {
  type AttentionEvent,
  type ConstructEventOptions,
  constructEvent,
  type DedupStore,
  type RawBody,
  type SeenStore,
  type UnwrapOptions,
  unwrap,
  type WebhookEvent,
  type WebhookHeaders,
} from './construct-event.ts'
export { type AttentionEventType, type EventType, eventTypes } from './generated/operations.ts'
export {
  createReceiver,
  inMemoryDeduplicator,
  type Receiver,
  type ReceiverOptions,
  rememberRecent,
  type Verdict,
} from './receiver.ts'
export { WebhookError, type WebhookErrorReason, type WebhookFault } from './webhook-error.ts'
