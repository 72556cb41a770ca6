import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Attributes, Tracing } from './tracing.ts'

interface Service {
  name: string
  version: string
  /** The share of traces to sample, from 0 to 1, of those that begin in this service or come from callers. */
  sampleRatio: number
}

const spanKinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/**
 * Creates tracing that sends spans by OTLP over HTTP, in batches. The exporter reads its
 * endpoint from the environment.
 */
export function createOtlpTracing({ name, version, sampleRatio }: Service): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: createSampler(sampleRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('bestow', version)
  const propagator = new W3CTraceContextPropagator()
  const contextStorage = new AsyncLocalStorage<Context>()

  const resolveContext = (traceparent: string | undefined): Context =>
    traceparent === undefined
      ? (contextStorage.getStore() ?? ROOT_CONTEXT)
      : propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)

  return {
    startSpan(
      spanName,
      { kind = 'internal', parent, isParentRemote = false, attributes = {} } = {},
    ) {
      const parentContext = resolveContext(parent)
      const sampledContext =
        isParentRemote && Math.random() >= sampleRatio ? unsampled(parentContext) : parentContext
      const span = tracer.startSpan(
        spanName,
        { kind: spanKinds[kind], attributes: dropUndefined(attributes) },
        sampledContext,
      )
      const spanContext = trace.setSpan(sampledContext, span)
      return {
        trace_id: span.spanContext().traceId,
        runInContext: (run) => contextStorage.run(spanContext, run),
        end(more = {}, errorMessage) {
          span.setAttributes(dropUndefined(more))
          if (errorMessage !== undefined)
            span.setStatus({ code: SpanStatusCode.ERROR, message: errorMessage })
          span.end()
        },
      }
    },
    currentTraceparent() {
      const activeContext = contextStorage.getStore()
      if (activeContext === undefined) return undefined
      const carrier: { traceparent?: string } = {}
      propagator.inject(activeContext, carrier, defaultTextMapSetter)
      return carrier.traceparent
    },
    shutdown: () => provider.shutdown(),
  }
}

/**
 * Clears the sampled bit of a trace. A caller may choose the trace id, but not what the collector receives.
 */
function unsampled(context: Context): Context {
  const parent = trace.getSpanContext(context)
  return parent === undefined
    ? context
    : trace.setSpanContext(context, { ...parent, traceFlags: TraceFlags.NONE })
}

const createSampler = (sampleRatio: number) => {
  if (sampleRatio === 1) return new AlwaysOnSampler()
  return sampleRatio === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(sampleRatio)
}

const dropUndefined = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
