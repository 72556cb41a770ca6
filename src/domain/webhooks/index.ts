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
  getEndpointHealth,
  listDeliveries,
  listEndpointHealth,
  recoverSince,
  resend,
} from './deliveries.ts'
export {
  countNewerDeliveries,
  findDelivery,
  findEventBodies,
  getDeliveryVersions,
  type LoggedDelivery,
  listDeliveryLog,
} from './delivery-log.ts'
export type { DeliveryPage } from './delivery-store.ts'
export {
  type EndpointDayStats,
  type EndpointStats,
  getEndpointStats,
  getLast24Hours,
} from './endpoint-figures.ts'
export { type EndpointHealth, type HealthState, healthStates } from './endpoint-health.ts'
export { type EndpointInput, type UrlRules, validateEndpoint } from './endpoint-rules.ts'
export {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  type EndpointOwner,
  type EndpointWithSecret,
  enableEndpoint,
  findEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from './endpoints.ts'
export { startEngine } from './engine.ts'
export type {
  Engine,
  EngineContext,
  EngineObserver,
  EngineOptions,
  EngineState,
} from './engine-options.ts'
export { type FailingEndpoint, listFailingEndpoints } from './failing.ts'
export { findEvent, listEvents } from './feed.ts'
export { findFirstSuccess } from './first-success.ts'
export { eraseEvents } from './forget.ts'
export { getQueueStats, type QueueStats, queueCountCap } from './queue-figures.ts'
export { type EventInput, record, recordAll } from './record.ts'
export { type RetryWaitingResult, retriesPerSecond, retryWaiting } from './retry-now.ts'
export { encryptedColumns } from './sealed.ts'
export { sendTestEvent } from './send-test.ts'
export { reconstructRequest, type SentRequest } from './sent-request.ts'
export { computeSignature, computeStandardSignature, toStandardSecret } from './sign.ts'
export type { EventView } from './store.ts'
export { type DeliveryState, type Endpoint, isDeliveryState } from './tables.ts'
export { findTraceContexts } from './traces.ts'
export { findUndecryptableEndpoints, isForeignEncryptionKey } from './unreadable.ts'
export { createPartitions, dropExpiredPartitions, partitionedTables } from './weeks.ts'
