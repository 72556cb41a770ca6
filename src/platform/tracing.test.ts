import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { openTracing } from './tracing.ts'

const sampled = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

/** The traceparent under a span that has this parent, where the configured share of traces is sampled. */
async function childOf(share: number, isParentForeign: boolean): Promise<string> {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_TRACES_SAMPLER_ARG: String(share),
  }
  const tracing = await openTracing(env, { version: '0' })
  assert.ok(tracing)
  after(() => tracing.stop().catch(() => {}))
  const span = tracing.begin('request', { kind: 'server', parent: sampled, isParentForeign })
  return span.within(() => tracing.current() ?? '')
}

it('decides itself whether to sample what callers ask for, in their trace', async () => {
  assert.match(await childOf(0, true), new RegExp(`^00-${'a'.repeat(32)}-.*-00$`))
  assert.match(await childOf(1, true), new RegExp(`^00-${'a'.repeat(32)}-.*-01$`))
})

it('follows what it has decided before, whatever the share', async () => {
  assert.match(await childOf(0, false), /-01$/)
})
