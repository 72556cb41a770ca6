/**
 * Receiving what Bestow tells.
 *
 * `fetchHandler`, `nodeHandler` and `fastifyPlugin` do everything. `createReceiver` is what they have in
 * common, for another server. `unwrap` only verifies.
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
  type ConstructEventOptions,
  constructEvent,
  type DedupStore,
  type RawBody,
  type WebhookEvent,
  type WebhookHeaders,
} from './construct-event.ts'
export { type EventType, eventTypes } from './generated/operations.ts'
export {
  createReceiver,
  inMemoryDeduplicator,
  type Receiver,
  type ReceiverOptions,
  type Verdict,
} from './receiver.ts'
export { WebhookError, type WebhookErrorReason } from './webhook-error.ts'
