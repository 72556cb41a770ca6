/**
 * Webhooks: notify the systems of an account about its gift requests.
 *
 * - endpoint  a URL of an account, with the events it subscribes to and its signing secret; or a connection to a broker
 * - event     a state change of a gift request; immutable
 * - body      the exact bytes of an event in one payload version; every attempt sends these bytes
 * - delivery  one event for one endpoint: pending, delivered, abandoned, parked or filtered
 * - queue     the deliveries that have not ended; small and frequently updated
 * - attempt   one HTTP request of a delivery, or one message to a broker; at most five, with its result
 * - filter    an expression that the events of an endpoint must match
 * - lease     the right of one worker to one attempt; a worker without the lease cannot settle
 *
 * `record` writes an event in the transaction that changes the gift request. The engine claims, signs,
 * attempts and settles, each in a transaction of its own. No transaction is open during a request.
 */

export type { DeliveryState } from '#contract/events'
export * as endpointCommands from './commands/endpoint-commands.ts'
export { createDemoFailures } from './demo-failures.ts'
export { rotateSigningKey } from './endpoints/connection.ts'
export { encryptedColumns } from './endpoints/encrypted-columns.ts'
export { findOfConnection } from './endpoints/endpoint-store.ts'
export type { UrlRules } from './endpoints/endpoint-url.ts'
export { type EndpointInput, validateEndpoint } from './endpoints/endpoint-validation.ts'
export {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  type EndpointOwner,
  type EndpointWithSecret,
  enableEndpoint,
  findEndpoint,
  findEndpointForUpdate,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
  wasEndpoint,
} from './endpoints/endpoints.ts'
export { listExpiringCertificates } from './endpoints/expiring-certificates.ts'
export { applyChangedConnection } from './endpoints/publishing-endpoints.ts'
export { sendTestEvent } from './endpoints/send-test.ts'
export { clockSkewThresholdsMs } from './engine/clock-skew.ts'
export { startEngine } from './engine/engine.ts'
export type {
  Engine,
  EngineContext,
  EngineObserver,
  EngineOptions,
  EngineState,
} from './engine/engine-options.ts'
export {
  getOldestByLane,
  getQueueStats,
  type QueueStats,
  queueCountCap,
} from './engine/queue-stats.ts'
export { type RetryWaitingResult, retriesPerSecond, retryWaiting } from './engine/retry-now.ts'
export { computeSignature, computeStandardSignature, toStandardSecret } from './engine/signing.ts'
export { eraseEvents } from './events/erase.ts'
export { type EventView, findActiveAccounts } from './events/event-store.ts'
export { findEvent, listEvents } from './events/feed.ts'
export { type EventInput, record, recordAll } from './events/record.ts'
export { type AttentionEventInput, recordAttention } from './events/record-attention.ts'
export {
  type DeliveredEventType,
  type Endpoint,
  isDeliveryState,
} from './events/tables.ts'
export { findTraceContexts } from './events/trace-context.ts'
export { type DryRun, type DryRunInput, dryRun } from './filters/dry-run.ts'
export { type EndpointBacklog, readBacklog } from './log/backlog.ts'
export {
  countRecoverable,
  type Delivery,
  findOwnerOfDelivery,
  getEndpointHealth,
  listDeliveries,
  listEndpointHealth,
  recoverSince,
  resend,
} from './log/deliveries.ts'
export {
  countNewerDeliveries,
  findDelivery,
  findEventBodies,
  getDeliveryVersions,
  type LoggedDelivery,
  listDeliveryLog,
} from './log/delivery-log.ts'
export type { DeliveryPage } from './log/delivery-store.ts'
export type { EndpointHealth, HealthState } from './log/endpoint-health.ts'
export {
  type EndpointDayStats,
  type EndpointStats,
  getEndpointStats,
  getLast24Hours,
} from './log/endpoint-stats.ts'
export { type FailingEndpoint, listFailingEndpoints } from './log/failing-endpoints.ts'
export { findFirstSuccess } from './log/first-success.ts'
export { createPartitions, dropExpiredPartitions, partitionedTables } from './log/partitions.ts'
export { reconstructRequest, type SentRequest } from './log/sent-request.ts'
export {
  type BrokerConnection,
  createBrokerPublisher,
  withBrokerConnection,
} from './publishers/broker-publisher.ts'
export {
  passwordSetting,
  type ServerValues,
  serverSettings,
  userSetting,
} from './publishers/broker-settings.ts'
export {
  type CloudEvent,
  toHeaderPairs,
  toStructuredJson,
} from './publishers/cloud-event.ts'
export {
  type DestinationConnector,
  defineDestination,
  type EventPublisher,
  PublishFailure,
  publishErrorCodes,
} from './publishers/destination.ts'
