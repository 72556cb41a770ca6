import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createLog } from '#platform/observability/log'
import { eventually } from '#test/eventually'
import { type Receiver, type Respond, responders, startReceiver } from '#test/webhook-receiver'
import { createTelemetryExport, type TelemetryExportOptions } from './telemetry-export.ts'

const accept = responders.status(200, { 'content-type': 'application/json' }, '{}')

async function startCollector(respond: Respond = accept): Promise<Receiver & { base: string }> {
  const receiver = await startReceiver({ respond })
  after(() => receiver.close())
  return { ...receiver, base: new URL(receiver.url).origin }
}

type Limits = NonNullable<TelemetryExportOptions['limits']>

function createExport(url: string, limits: Limits = {}, intervalMs = 20) {
  const resource = { 'service.name': 'bestow', 'service.version': '1.2.3' }
  const headers = { 'x-key': 'k1' }
  const telemetry = createTelemetryExport({ url, headers, intervalMs, resource, limits })
  const lines: string[] = []
  const log = createLog({
    level: 'info',
    destination: { write: (line) => lines.push(line) },
    onLine: telemetry.addLogLine,
  })
  after(() => telemetry.stop())
  return { telemetry, log, lines }
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of a request
const requestsOf = ({ requests }: Receiver, path: string): any[] =>
  requests.filter((each) => each.path === path).map(({ body }) => JSON.parse(body.toString()))

const recordsOf = (collector: Receiver) =>
  requestsOf(collector, '/v1/logs').flatMap((each) => each.resourceLogs[0].scopeLogs[0].logRecords)

const textsOf = (collector: Receiver): string[] =>
  recordsOf(collector).map(({ body }) => body.stringValue)

const countLines = (lines: readonly string[], text: string) =>
  lines.filter((line) => line.includes(text)).length

describe('the export of the log', () => {
  it('sends levels, messages, attributes and traces, redacted as in the log', async () => {
    const collector = await startCollector()
    const { telemetry, log } = createExport(collector.base)
    const token = 'svc-v1-staging-abcdefghijklmnopqrstuvwxyz0123456789'
    const trace_id = 'ab'.repeat(16)
    log.warn(
      { route: '/api/x', ms: 1.5, status: 201, trace_id, password: 'opaque-1' },
      `to ${token}`,
    )
    log.error({ err: new RangeError('too far') }, 'broken')
    log.debug('below the level')
    await telemetry.stop()
    const [request] = requestsOf(collector, '/v1/logs')
    assert.deepEqual(request.resourceLogs[0].resource.attributes, [
      { key: 'service.name', value: { stringValue: 'bestow' } },
      { key: 'service.version', value: { stringValue: '1.2.3' } },
    ])
    assert.equal(collector.requests[0]?.headers['x-key'], 'k1')
    assert.equal(collector.requests[0]?.headers['content-type'], 'application/json')
    const [warning, failure, ...more] = recordsOf(collector)
    assert.deepEqual(more, [])
    assert.deepEqual([warning.severityNumber, warning.severityText], [13, 'WARN'])
    assert.equal(warning.body.stringValue, 'to svc-v1-…')
    assert.equal(warning.traceId, trace_id)
    assert.match(warning.timeUnixNano, /^\d{13}000000$/)
    assert.deepEqual(warning.attributes, [
      { key: 'route', value: { stringValue: '/api/x' } },
      { key: 'ms', value: { doubleValue: 1.5 } },
      { key: 'status', value: { intValue: '201' } },
      { key: 'password', value: { stringValue: '…' } },
    ])
    assert.equal(failure.severityNumber, 17)
    const attributes = Object.fromEntries(
      failure.attributes.map((each: { key: string; value: object }) => [each.key, each.value]),
    )
    assert.deepEqual(attributes['exception.type'], { stringValue: 'RangeError' })
    assert.deepEqual(attributes['exception.message'], { stringValue: 'too far' })
    assert.match(attributes['exception.stacktrace'].stringValue, /^RangeError: too far\n/)
  })

  it('sends at the interval, and a full batch at once', async () => {
    const collector = await startCollector()
    const slow = createExport(collector.base, {}, 3_600_000)
    slow.telemetry.start(slow.log)
    for (let n = 0; n < 512; n++) slow.log.info('full')
    await eventually(async () => textsOf(collector).length === 512)
    const quick = createExport(collector.base)
    quick.telemetry.start(quick.log)
    quick.log.info('alone')
    await eventually(async () => textsOf(collector).includes('alone'))
  })

  it('sends lines again after an outage, in order and once', async () => {
    const collector = await startCollector(responders.status(503))
    const { telemetry, log, lines } = createExport(collector.base)
    telemetry.start(log)
    log.info('first')
    await collector.waitForRequests(3)
    log.info('second')
    const failed = requestsOf(collector, '/v1/logs').length
    assert.ok(failed >= 3)
    assert.ok(telemetry.countFailures().logs >= 2)
    let accepted: number | undefined
    collector.respond((request, ...rest) => {
      accepted ??= request.number
      return accept(request, ...rest)
    })
    await eventually(async () => countLines(lines, 'responds again') === 1)
    await telemetry.stop()
    const sent = collector.requests.filter(({ number }) => number >= (accepted ?? Infinity))
    const texts = textsOf({ ...collector, requests: sent })
    assert.deepEqual(
      texts.filter((text) => text === 'first' || text === 'second'),
      ['first', 'second'],
    )
    assert.equal(countLines(lines, 'does not accept data'), 1, 'warns once')
    assert.equal(telemetry.countDroppedLogRecords(), 0)
  })

  it('counts lines that the collector rejects, and does not send them again', async () => {
    const partial = JSON.stringify({ partialSuccess: { rejectedLogRecords: '1' } })
    const collector = await startCollector(responders.status(200, {}, partial))
    const { telemetry, log } = createExport(collector.base)
    log.info('one')
    log.info('two')
    await telemetry.stop()
    assert.equal(telemetry.countDroppedLogRecords(), 1)
    const strict = await startCollector(responders.status(400))
    const second = createExport(strict.base)
    second.log.info('one')
    await second.telemetry.stop()
    assert.equal(second.telemetry.countDroppedLogRecords(), 1)
    assert.equal(strict.requests.length, 1)
  })

  it('waits as long as the collector asks', async () => {
    const collector = await startCollector(responders.status(429, { 'retry-after': '60' }))
    const { telemetry, log } = createExport(collector.base, { stopTimeoutMs: 1 })
    telemetry.start(log)
    log.info('one')
    await collector.waitForRequests(1)
    await eventually(async () => telemetry.countFailures().logs === 1)
    await sleep(200) // waits for ten intervals
    assert.equal(collector.requests.length, 1)
  })

  it('does not follow redirects, which would receive the headers', async () => {
    const other = await startCollector()
    const collector = await startCollector(responders.redirect(`${other.base}/v1/logs`, 307))
    const { telemetry, log } = createExport(collector.base)
    log.info('one')
    await telemetry.stop()
    assert.equal(collector.requests.length, 1)
    assert.equal(other.requests.length, 0)
  })
})

const outages: [what: string, respond: Respond][] = [
  ['hangs', responders.hang()],
  ['resets connections', responders.reset()],
  ['sends its headers slowly', responders.dripHeaders()],
  ['sends many interim responses', responders.flood103()],
  ['does not speak HTTP', responders.garbage()],
]

describe('a collector', () => {
  for (const [what, respond] of outages)
    it(`that ${what} delays nothing, and recovers`, { timeout: 30_000 }, async () => {
      const collector = await startCollector(respond)
      const { telemetry, log } = createExport(collector.base, { requestTimeoutMs: 150 })
      telemetry.start(log)
      const began = performance.now()
      log.info('early')
      assert.ok(performance.now() - began < 100)
      await collector.waitForRequests(2)
      collector.respond(accept)
      const before = collector.requests.length
      await eventually(async () =>
        textsOf({ ...collector, requests: collector.requests.slice(before) }).includes('early'),
      )
    })

  for (const [what, respond] of [
    ['slowly', responders.dripBody()],
    ['without an end', responders.endlessBody()],
  ] as const)
    it(`that sends the body of its response ${what} has the lines, and gets the next ones`, async () => {
      const collector = await startCollector(respond)
      const { telemetry, log } = createExport(collector.base, { requestTimeoutMs: 150 })
      telemetry.start(log)
      log.info('early')
      await collector.waitForRequests(1)
      collector.respond(accept)
      log.info('next')
      await eventually(() => textsOf(collector).includes('next'))
      assert.deepEqual(textsOf(collector), ['early', 'next'])
      assert.equal(telemetry.countDroppedLogRecords(), 0)
    })

  it('that refuses connections costs bounded memory: the oldest lines are dropped', async () => {
    const collector = await startReceiver()
    await collector.close()
    const limits = { maxLines: 600, maxLength: 100_000, stopTimeoutMs: 500 }
    const { telemetry, log, lines } = createExport(new URL(collector.url).origin, limits)
    telemetry.start(log)
    for (let n = 0; n < 5_000; n++) log.info(`line ${n}`)
    await eventually(async () => countLines(lines, 'did not reach the collector') === 1)
    const dropped = telemetry.countDroppedLogRecords()
    assert.ok(dropped >= 4_400 && dropped < 5_000, String(dropped))
    const again = await startReceiver({ port: collector.port, respond: accept })
    after(() => again.close())
    await eventually(async () => textsOf(again).includes('line 4999'))
    assert.ok(!textsOf(again).includes('line 4000'))
    assert.equal(textsOf(again).filter((text) => text === 'line 4999').length, 1)
    assert.equal(countLines(lines, 'does not accept data'), 1)
    assert.equal(countLines(lines, 'did not reach the collector'), 1)
  })

  it('gets one request at a time, however many lines are waiting', async () => {
    const collector = await startCollector(responders.hang())
    const { telemetry, log } = createExport(collector.base, { stopTimeoutMs: 100 })
    telemetry.start(log)
    for (let n = 0; n < 3_000; n++) log.info('many')
    await collector.waitForRequests(1)
    for (let n = 0; n < 3_000; n++) log.info('many')
    await sleep(200) // waits for ten intervals
    assert.equal(collector.requests.length, 1)
    assert.equal(collector.connections(), 1)
  })

  it('that hangs delays a stop by a limited time, and what remains is counted', async () => {
    const collector = await startCollector(responders.hang())
    const { telemetry, log } = createExport(collector.base, { stopTimeoutMs: 200 })
    telemetry.start(log)
    telemetry.addMetrics(new Registry())
    for (let n = 0; n < 10; n++) log.info('last')
    const began = performance.now()
    await telemetry.stop()
    const ms = performance.now() - began
    assert.ok(ms >= 150 && ms < 3_000, `${ms} ms`)
    assert.ok(telemetry.countDroppedLogRecords() >= 10)
  })
})

describe('the export of metrics', () => {
  it('encodes counters, gauges and histograms under their names', async () => {
    const collector = await startCollector()
    const { telemetry, log } = createExport(collector.base)
    const registers = [new Registry()]
    const [registry = new Registry()] = registers
    new Counter({ name: 'a_total', help: 'A.', labelNames: ['kind'], registers }).inc(
      { kind: 'x' },
      3,
    )
    new Gauge({ name: 'b_bytes', help: 'B.', registers }).set(2.5)
    new Gauge({ name: 'nothing', help: 'N.', registers }).set(Number.NaN)
    const histogram = new Histogram({
      name: 'c_seconds',
      help: 'C.',
      labelNames: ['route'],
      buckets: [0.1, 1],
      registers,
    })
    for (const value of [0.05, 0.06, 0.5, 5]) histogram.observe({ route: '/' }, value)
    histogram.observe({ route: '/other' }, 0.2)
    telemetry.addMetrics(registry)
    telemetry.start(log)
    await collector.waitForRequests(2)
    await telemetry.stop()
    const [request] = requestsOf(collector, '/v1/metrics')
    const [counter, gauge, empty, seconds] = request.resourceMetrics[0].scopeMetrics[0].metrics
    const times = { timeUnixNano: counter.sum.dataPoints[0].timeUnixNano }
    const range = { ...times, startTimeUnixNano: counter.sum.dataPoints[0].startTimeUnixNano }
    assert.ok(BigInt(range.startTimeUnixNano) < BigInt(range.timeUnixNano))
    const attribute = (key: string, stringValue: string) => [{ key, value: { stringValue } }]
    assert.deepEqual(counter, {
      name: 'a_total',
      description: 'A.',
      unit: '',
      sum: {
        aggregationTemporality: 2,
        isMonotonic: true,
        dataPoints: [{ attributes: attribute('kind', 'x'), asDouble: 3, ...range }],
      },
    })
    assert.deepEqual(gauge, {
      name: 'b_bytes',
      description: 'B.',
      unit: 'By',
      gauge: { dataPoints: [{ attributes: [], asDouble: 2.5, ...times }] },
    })
    assert.deepEqual(empty.gauge, { dataPoints: [] })
    assert.equal(seconds.unit, 's')
    assert.equal(seconds.histogram.aggregationTemporality, 2)
    const [root, other] = seconds.histogram.dataPoints
    assert.deepEqual(root, {
      attributes: attribute('route', '/'),
      count: '4',
      sum: 5.61,
      bucketCounts: ['2', '1', '1'],
      explicitBounds: [0.1, 1],
      ...range,
    })
    assert.deepEqual(other.bucketCounts, ['0', '1', '0'])
  })

  it('continues when a metric cannot be read', async () => {
    const collector = await startCollector()
    const { telemetry, log, lines } = createExport(collector.base)
    const registry = new Registry()
    let isBroken = true
    new Gauge({
      name: 'flaky',
      help: 'F.',
      registers: [registry],
      collect() {
        if (isBroken) throw new Error('unreadable')
        this.set(1)
      },
    })
    telemetry.addMetrics(registry)
    telemetry.start(log)
    await eventually(async () => countLines(lines, 'cannot be encoded') === 1)
    isBroken = false
    await eventually(async () => requestsOf(collector, '/v1/metrics').length > 0)
    assert.equal(countLines(lines, 'cannot be encoded'), 1)
  })
})
