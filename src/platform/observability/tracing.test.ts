import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { openTracing } from './open-tracing.ts'

const sampled = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

/** Returns the traceparent of a span with this parent, for the configured sample ratio. */
async function createChildTraceparent(
  sampleRatio: number,
  isParentRemote: boolean,
): Promise<string> {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_TRACES_SAMPLER_ARG: String(sampleRatio),
  }
  const tracing = await openTracing(env, { version: '0' })
  assert.ok(tracing)
  after(() => tracing.shutdown().catch(() => {}))
  const span = tracing.startSpan('request', { kind: 'server', parent: sampled, isParentRemote })
  return span.runInContext(() => tracing.currentTraceparent() ?? '')
}

it('decides itself whether to sample a trace that a caller started', async () => {
  assert.match(await createChildTraceparent(0, true), new RegExp(`^00-${'a'.repeat(32)}-.*-00$`))
  assert.match(await createChildTraceparent(1, true), new RegExp(`^00-${'a'.repeat(32)}-.*-01$`))
})

it('follows its own earlier sampling decision, whatever the ratio', async () => {
  assert.match(await createChildTraceparent(0, false), /-01$/)
})
