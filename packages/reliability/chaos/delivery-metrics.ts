import type { ChaosService } from './service-process.ts'

const metricNames = ['unsettled', 'stale', 'swept'] as const
type DeliveryMetrics = Record<(typeof metricNames)[number], number>

/** What one process says of its deliveries, as the operator's machines read it. */
export async function readDeliveryMetrics({ base }: ChaosService): Promise<DeliveryMetrics> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const read = (name: string) =>
    Number(new RegExp(`^bestow_deliveries_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return Object.fromEntries(metricNames.map((name) => [name, read(name)])) as DeliveryMetrics
}
