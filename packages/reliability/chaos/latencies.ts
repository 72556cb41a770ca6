import { connectAsSuperuser } from './reconcile.ts'
import type { ChaosReceiver, TestDeployment } from './test-deployment.ts'

export interface Latency {
  /** The time of an event, and the milliseconds until the event arrived. */
  at: number
  ms: number
}

/** Returns the delivery latencies of all received events, from recording to arrival, oldest first. */
export async function measureLatencies(
  deployment: TestDeployment,
  receiver: ChaosReceiver = deployment.receiver,
): Promise<Latency[]> {
  const database = await deployment.attach()
  const client = await connectAsSuperuser(database.superuserUrl)
  try {
    const { rows } = await client.query<{ id: string; at: Date }>(
      'select id, created_at as at from webhooks.event',
    )
    const recordedAt = new Map(rows.map(({ id, at }) => [id, at.getTime()]))
    return (await receiver.received())
      .flatMap(({ event, at: arrived }) => {
        const at = recordedAt.get(event)
        return at === undefined ? [] : [{ at, ms: arrived - at }]
      })
      .sort((one, other) => one.at - other.at)
  } finally {
    await client.end()
    await database.detach()
  }
}

/**
 * Returns the 95th percentile of the latencies of events that were recorded
 * between two times, in milliseconds.
 */
export function p95(latencies: readonly Latency[], from: number, to: number): number {
  const sorted = latencies
    .filter(({ at }) => at >= from && at < to)
    .map(({ ms }) => ms)
    .sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}
