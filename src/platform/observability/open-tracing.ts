import type { Tracing } from './tracing.ts'

/**
 * Opens tracing with the standard OpenTelemetry environment variables. Returns
 * undefined if they name no collector.
 */
export async function openTracing(
  env: Record<string, string | undefined>,
  service: { version: string },
): Promise<Tracing | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined || endpoint === '' || env.OTEL_SDK_DISABLED === 'true')
    return undefined
  const { createOtlpTracing } = await import('./tracing-otlp.ts')
  return createOtlpTracing({
    name: env.OTEL_SERVICE_NAME || 'bestow',
    version: service.version,
    sampleRatio: parseSampleRatio(env.OTEL_TRACES_SAMPLER_ARG),
  })
}

/** Parses the share of traces to sample, of those that begin in this service or come from callers. */
function parseSampleRatio(text: string | undefined): number {
  const ratio = Number(text === undefined || text === '' ? 1 : text)
  return ratio >= 0 && ratio <= 1 ? ratio : 1
}
