import type { LoadStats } from './load.ts'
import type { Reconciliation } from './reconcile.ts'

/** The report on one run of a scenario. */
export interface ScenarioReport {
  name: string
  /** A description of the faults that the scenario caused. */
  description: string
  /** The number of gift requests that the clients requested. */
  requested: number
  stats: LoadStats
  reconciliation: Reconciliation
  /** The seconds from the end of the faults and the load until all events had arrived. */
  catchUpSeconds: number
  /** The failures of the checks that only this scenario has. */
  failures: readonly string[]
  /** The maximum number of requests for one event at the receiver. */
  maxRequestsPerEvent: number
}

/** Formats a run as one line. */
export const formatReport = ({
  name,
  description,
  requested,
  stats,
  reconciliation,
  catchUpSeconds,
}: ScenarioReport): string =>
  [
    name.padEnd(19),
    `created ${stats.acknowledged.size}/${requested} (${stats.replayed} found by a retry)`,
    `events ${reconciliation.emitted}`,
    `received ${reconciliation.emitted - reconciliation.lost}`,
    `duplicates ${reconciliation.received.duplicates}`,
    `lost ${reconciliation.lost}`,
    `attempts ≤ ${reconciliation.attempts}`,
    `caught up in ${catchUpSeconds.toFixed(1)} s`,
    `slowest response ${(stats.slowest / 1000).toFixed(1)} s`,
    description,
  ].join('  ')

/** Finds all failed expectations of a run. */
export function findFailures({
  requested,
  stats,
  reconciliation,
  failures,
  maxRequestsPerEvent,
}: ScenarioReport): string[] {
  const { received } = reconciliation
  const expectEqual = (name: string, actual: number, expected = 0) =>
    actual === expected ? [] : [`${name}: ${actual} instead of ${expected}`]
  return [
    ...expectEqual('lost events', reconciliation.lost),
    ...expectEqual('events without a transition', reconciliation.invented),
    ...expectEqual('gift requests', reconciliation.gifts, requested),
    ...expectEqual('acknowledged gift requests', stats.acknowledged.size, requested),
    ...expectEqual('gift requests created twice', reconciliation.made_twice),
    ...expectEqual('acknowledged but not stored', reconciliation.vanished),
    ...expectEqual('gift requests without a link', reconciliation.resting),
    ...expectEqual('deliveries that did not end', reconciliation.waiting),
    ...expectEqual('invalid signatures', received.forged),
    ...expectEqual('changed bodies', received.altered),
    ...expectEqual('503 without Retry-After', stats.without_retry_after),
    ...(reconciliation.attempts > 5
      ? [`attempts of one delivery: ${reconciliation.attempts}`]
      : []),
    ...(received.maxPerEvent > maxRequestsPerEvent
      ? [`requests for one event: ${received.maxPerEvent}`]
      : []),
    ...[...stats.unexpected].map(
      ([response, times]) => `${times} times this response: ${response}`,
    ),
    ...failures,
  ]
}
