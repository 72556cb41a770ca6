/*
 * Traces lead from an API call through its transaction to the delivery attempts of the events that it emitted.
 * Tracing is off unless OTEL_EXPORTER_OTLP_ENDPOINT names a collector. When it is off, no OpenTelemetry code is
 * loaded.
 */

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  kind?: 'server' | 'client' | 'internal'
  /** The parent span as a `traceparent` header. The default is the current span. */
  parent?: string | undefined
  /**
   * Whether a caller named the parent. In that case, the configured ratio decides about
   * sampling, not the sampled bit.
   */
  isParentRemote?: boolean
  attributes?: Attributes
}

/** A timed operation of a trace. */
export interface Span {
  /** The id that all spans of one API call share. */
  readonly trace_id: string
  /** Runs a function with this span as the current span. */
  runInContext<T>(run: () => T): T
  end(attributes?: Attributes, errorMessage?: string): void
}

export interface Tracing {
  startSpan(name: string, options?: SpanOptions): Span
  /** Returns the current span as a `traceparent` header. Returns undefined if there is no current span. */
  currentTraceparent(): string | undefined
  /** Sends all pending spans. */
  shutdown(): Promise<void>
}

/** Runs a function in its own span. If it throws, the span records only the name of the error. */
export async function inSpan<T>(
  tracing: Tracing,
  name: string,
  options: SpanOptions,
  run: () => Promise<T>,
): Promise<T> {
  const span = tracing.startSpan(name, options)
  try {
    const result = await span.runInContext(run)
    span.end()
    return result
  } catch (error) {
    span.end({}, error instanceof Error ? error.name : 'thrown')
    throw error
  }
}
