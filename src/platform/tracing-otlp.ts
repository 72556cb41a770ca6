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
  /** Of the traces that begin here or come from callers, between 0 and 1. */
  share: number
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Sends spans by OTLP over HTTP, in batches; where to, it reads from the environment by itself. */
export function traceWith({ name, version, share }: Service): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: samplerOf(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('bestow', version)
  const propagator = new W3CTraceContextPropagator()
  const here = new AsyncLocalStorage<Context>()

  const contextFrom = (traceparent: string | undefined): Context =>
    traceparent === undefined
      ? (here.getStore() ?? ROOT_CONTEXT)
      : propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)

  return {
    begin(what, { kind = 'internal', parent, isParentForeign = false, attributes = {} } = {}) {
      const from = contextFrom(parent)
      const under = isParentForeign && Math.random() >= share ? unsampled(from) : from
      const span = tracer.startSpan(
        what,
        { kind: kinds[kind], attributes: told(attributes) },
        under,
      )
      const inside = trace.setSpan(under, span)
      return {
        trace_id: span.spanContext().traceId,
        within: (run) => here.run(inside, run),
        end(more = {}, problem) {
          span.setAttributes(told(more))
          if (problem !== undefined)
            span.setStatus({ code: SpanStatusCode.ERROR, message: problem })
          span.end()
        },
      }
    },
    current() {
      const now = here.getStore()
      if (now === undefined) return undefined
      const carried: { traceparent?: string } = {}
      propagator.inject(now, carried, defaultTextMapSetter)
      return carried.traceparent
    },
    stop: () => provider.shutdown(),
  }
}

/** The same trace, without the sampled bit: its id is the caller's to choose, what the collector is sent is not. */
function unsampled(context: Context): Context {
  const parent = trace.getSpanContext(context)
  return parent === undefined
    ? context
    : trace.setSpanContext(context, { ...parent, traceFlags: TraceFlags.NONE })
}

const samplerOf = (share: number) => {
  if (share === 1) return new AlwaysOnSampler()
  return share === 0 ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(share)
}

const told = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
