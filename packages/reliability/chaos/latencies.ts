import { connectAsSuperuser } from './reconcile.ts'
import type { ChaosReceiver, TestDeployment } from './test-deployment.ts'

export interface Latency {
  /** When the event was recorded, and the milliseconds until the receiver had it. */
  at: number
  ms: number
}

/** From the moment at which an event was recorded to its arrival, for all that arrived, oldest first. */
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

/** The 95th percentile of those recorded between two moments, in milliseconds. */
export function p95(latencies: readonly Latency[], from: number, to: number): number {
  const sorted = latencies
    .filter(({ at }) => at >= from && at < to)
    .map(({ ms }) => ms)
    .sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}
