import { randomUUID } from 'node:crypto'
import type { TelemetryExport } from './otlp/telemetry-export.ts'

export interface TelemetrySettings {
  /** The base URL of the collector. If undefined, metrics and logs are not sent. */
  url: string | undefined
  headers: Readonly<Record<string, string>>
  intervalMs: number
}

/**
 * Opens the export of metrics and logs. Returns undefined if there is no collector,
 * and loads no code in that case.
 */
export async function openTelemetryExport(
  { url, headers, intervalMs }: TelemetrySettings,
  service: { name: string; version: string; stage: string },
): Promise<TelemetryExport | undefined> {
  if (url === undefined) return undefined
  const { createTelemetryExport } = await import('./otlp/telemetry-export.ts')
  const resource = {
    'service.name': service.name,
    'service.version': service.version,
    'service.instance.id': randomUUID(),
    'deployment.environment.name': service.stage,
  }
  return createTelemetryExport({ url, headers, intervalMs, resource })
}
