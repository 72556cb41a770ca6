import type { ChaosService } from './service-process.ts'

const metricNames = ['unsettled', 'stale', 'swept'] as const
type DeliveryMetrics = Record<(typeof metricNames)[number], number>

/** Reads the delivery metrics of one process from /metrics. */
export async function readDeliveryMetrics({ base }: ChaosService): Promise<DeliveryMetrics> {
  const text = await (await fetch(`${base}/metrics`)).text()
  const read = (name: string) =>
    Number(new RegExp(`^bestow_deliveries_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return Object.fromEntries(metricNames.map((name) => [name, read(name)])) as DeliveryMetrics
}
