import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { traceWith } from './tracing-otlp.ts'

const sampled = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

/** The traceparent under a span that has this parent, where the configured share of traces is sampled. */
function childOf(share: number, isParentForeign: boolean): string {
  const tracing = traceWith({ name: 'test', version: '0', share })
  after(() => tracing.stop().catch(() => {}))
  const span = tracing.begin('request', { kind: 'server', parent: sampled, isParentForeign })
  return span.within(() => tracing.current() ?? '')
}

it('decides itself whether to sample what callers ask for, in their trace', () => {
  assert.match(childOf(0, true), new RegExp(`^00-${'a'.repeat(32)}-.*-00$`))
  assert.match(childOf(1, true), new RegExp(`^00-${'a'.repeat(32)}-.*-01$`))
})

it('follows what it has decided before, whatever the share', () => {
  assert.match(childOf(0, false), /-01$/)
})
