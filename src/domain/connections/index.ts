/**
 * Connections to services outside, such as carriers.
 *
 * - port        an interface that a service outside implements, such as a carrier
 * - connector   implements a port for one kind of service; a folder of packages/connectors
 * - registry    the connectors of the installation, and which of them the operator allows
 * - connection  a row of an account: a kind with its settings
 * - credentials the settings that are secret: encrypted, and never sent to a client
 * - default     the connection of a port that new work uses
 * - health      the last success and the failures since
 * - run         one reading of a service that is read again and again
 */

export type {
  ConnectorSettings,
  Texts,
  Values,
  ValuesOf,
} from '#platform/lib/connector-settings'
export {
  type ConnectionVersion,
  findAccount,
  findAccountsWith,
  findOfPort,
  list,
  listVersions,
  lock,
  lockOfPort,
} from './connection-store.ts'
export {
  type ConnectionChange,
  change,
  create,
  findFailing,
  type NewConnection,
  type OpenedConnection,
  open,
  recordResult,
  remove,
  test,
} from './connections.ts'
export {
  type Connector,
  type ConnectorRegistry,
  createRegistry,
  definer,
  type OpeningConnector,
  type TestResult,
} from './connector.ts'
export { type DefaultConnection, findDefault } from './default.ts'
export { encryptedColumns } from './encrypted-columns.ts'
export { defineRunLoop } from './run-loop.ts'
export {
  addRuns,
  type ClaimedRun,
  claimRun,
  hastenRun,
  isSuspicious,
  listRuns,
  type RunKind,
  type RunProblem,
  type RunRow,
  type RunState,
  readSafely,
  requestRun,
} from './runs.ts'
export { findValues } from './settings.ts'
export type { Connection, ConnectionRow } from './tables.ts'
