/**
 * Webhooks: telling the outside world what happened to a gift request.
 *
 * - endpoint  a URL of an account, with the events it subscribes to and the secret its requests are signed with
 * - event     something that happened, told in every payload version that somebody wants; never changes
 * - body      the exact bytes of an event in one payload version; every attempt sends these
 * - delivery  one event on its way to one endpoint: pending, delivered, abandoned or parked
 * - queue     the deliveries that have not ended; small, and hot
 * - attempt   one request of a delivery, five at most, and what became of it
 * - lease     a worker's right to one attempt; whoever lost it can no longer settle
 *
 * `record` writes down, in the transaction of whoever moves a gift request. The engine claims, signs,
 * attempts and settles, each in a transaction of its own and none of them across the network.
 */

export {
  countRecoverable,
  type Delivery,
  health,
  healthOf,
  listDeliveries,
  recoverSince,
  resend,
} from './deliveries.ts'
export {
  bodiesOf,
  countNewDeliveries,
  deliveryLog,
  deliveryVersions,
  findDelivery,
  type LoggedDelivery,
} from './delivery-log.ts'
export type { DeliveryPage } from './delivery-store.ts'
export { dayOf, type EndpointDay, type EndpointFigures, figuresOf } from './endpoint-figures.ts'
export { type EndpointHealth, type HealthState, healthStates } from './endpoint-health.ts'
export { problemsOf, type UrlRules, type WantedEndpoint } from './endpoint-rules.ts'
export {
  changeEndpoint,
  createEndpoint,
  disable,
  enable,
  findEndpoint,
  listEndpoints,
  type Owner,
  remove,
  rotate,
  type WithSecret,
} from './endpoints.ts'
export { startEngine } from './engine.ts'
export type {
  Engine,
  EngineContext,
  EngineObserver,
  EngineOptions,
  EngineState,
} from './engine-options.ts'
export { type Failing, failing } from './failing.ts'
export { findEvent, listEvents } from './feed.ts'
export { firstSuccess } from './first-success.ts'
export { forget } from './forget.ts'
export { mostCounted, type QueueFigures, queueFigures } from './queue-figures.ts'
export { record, recordAll, type Telling } from './record.ts'
export { type RetriesMoved, retriesPerSecond, retryWaiting } from './retry-now.ts'
export { sealedColumns } from './sealed.ts'
export { sendTest } from './send-test.ts'
export { type SentRequest, sentRequest } from './sent-request.ts'
export { signature, standardSecret, standardSignature } from './sign.ts'
export type { EventView } from './store.ts'
export { type DeliveryState, type Endpoint, isDeliveryState } from './tables.ts'
export { tracesOf } from './traces.ts'
export { isForeignKey, unreadableEndpoints } from './unreadable.ts'
export { keptTables, prepareWeeks, retain } from './weeks.ts'
