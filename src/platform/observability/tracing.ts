/*
 * Traces: from a call of the API through its transaction to the attempts to deliver what it told. Off
 * unless OTEL_EXPORTER_OTLP_ENDPOINT names somebody who collects them; then nothing of it is loaded, and
 * nothing is asked but whether it is there.
 */

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export interface SpanOptions {
  kind?: 'server' | 'client' | 'internal'
  /** What it follows from, in the form of the header `traceparent`; what is under way here when left out. */
  parent?: string | undefined
  /** Whether a caller named the parent: then the sampled bit is a wish, and the configured share decides. */
  isParentRemote?: boolean
  attributes?: Attributes
}

/** Something that takes time. */
export interface Span {
  /** By which it is found, and what it shares with all that follows from the same call. */
  readonly trace_id: string
  /** Runs something as a part of it. */
  runInContext<T>(run: () => T): T
  end(attributes?: Attributes, errorMessage?: string): void
}

export interface Tracing {
  startSpan(name: string, options?: SpanOptions): Span
  /** What is under way here, in the form of the header `traceparent`; undefined when nothing is. */
  currentTraceparent(): string | undefined
  /** Sends what was not sent yet. */
  shutdown(): Promise<void>
}

/** Runs something as a span of its own. What it throws ends it, with no more said than that it failed. */
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
