import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, it } from 'node:test'
import { serviceVersion } from '#app/version'
import { freePort, type RunningProcess, startProcess } from '#scripts/demo/processes'
import { eventually } from '#test/eventually'
import { createMigratedDatabase } from '#test/throwaway-database'
import { type Receiver, responders, startReceiver } from '#test/webhook-receiver'

/*
 * The tests of telemetry. The service runs in a separate process, and sends its
 * metrics and its log to a collector.
 */

const { url } = await createMigratedDatabase()

interface RunningService extends RunningProcess {
  origin: string
  output: string[]
}

async function startWithCollector(collectorUrl: string): Promise<RunningService> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    BESTOW_HOST: '127.0.0.1',
    BESTOW_DATABASE_URL: url,
    BESTOW_STAGE: 'staging',
    BESTOW_SECRET_KEY: `own:${Buffer.alloc(32, 9).toString('base64')}`,
    BESTOW_OTLP_URL: `${new URL(collectorUrl).origin}/otlp/`,
    BESTOW_OTLP_HEADERS: 'Authorization=Bearer%20xq7key,X-Tenant=gifts',
    BESTOW_OTLP_INTERVAL: '1s',
  }
  const output: string[] = []
  const service = startProcess({
    args: ['--no-warnings', 'src/app/main.ts', 'serve'],
    env,
    onLine: (line) => output.push(line),
  })
  after(() => service.child.kill('SIGKILL'))
  const isReadyOrEnded = async () =>
    service.child.exitCode !== null ||
    (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true
  await eventually(isReadyOrEnded, { timeoutMs: 60_000, message: () => output.join('\n') })
  assert.equal(service.child.exitCode, null, output.join('\n'))
  return { ...service, origin, output }
}

/** Stops the process. Returns its exit code and the duration in milliseconds. */
async function stop({ child }: RunningService): Promise<{ code: number | null; ms: number }> {
  const began = performance.now()
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exit
  return { code, ms: performance.now() - began }
}

interface Attribute {
  key: string
  value: { stringValue: string }
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of a request
const requestsOf = ({ requests }: Receiver, path: string): any[] =>
  requests.filter((each) => each.path === path).map(({ body }) => JSON.parse(body.toString()))

const metricsOf = (collector: Receiver) =>
  requestsOf(collector, '/otlp/v1/metrics').map(
    (each) => each.resourceMetrics[0].scopeMetrics[0].metrics,
  )

it('the collector receives each metric, the log until its last line, and the names of the process', async () => {
  const collector = await startReceiver()
  after(() => collector.close())
  const service = await startWithCollector(collector.url)
  await fetch(`${service.origin}/api/gift_requests`)
  const text = await (await fetch(`${service.origin}/metrics`)).text()
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  assert.ok(names.includes('bestow_queue_deliveries'))
  assert.ok(names.includes('bestow_otlp_dropped_log_records_total'), names.join())
  await eventually(() => metricsOf(collector).length > 0)
  assert.deepEqual(await stop(service).then(({ code }) => code), 0)

  const sent = metricsOf(collector).at(-1) ?? []
  assert.deepEqual(sent.map(({ name }: { name: string }) => name).sort(), names.sort())
  const findPoints = (name: string) => {
    const metric = sent.find((each: { name: string }) => each.name === name)
    return (metric.sum ?? metric.gauge ?? metric.histogram).dataPoints
  }
  assert.deepEqual(findPoints('bestow_otlp_dropped_log_records_total')[0].asDouble, 0)
  const isCall = ({ attributes }: { attributes: Attribute[] }) =>
    attributes.some(({ value }) => value.stringValue === '/api/gift_requests')
  const [call] = findPoints('bestow_http_request_duration_seconds').filter(isCall)
  assert.equal(call.count, '1')

  const logs = requestsOf(collector, '/otlp/v1/logs').flatMap((each) => each.resourceLogs)
  const records = logs.flatMap((each) => each.scopeLogs[0].logRecords)
  const printed = service.output
    .filter((line) => line.startsWith('{'))
    .map((line): string => JSON.parse(line).msg)
  assert.ok(printed.includes('stopping'), printed.join('\n'))
  assert.deepEqual(
    records.map(({ body }) => body.stringValue),
    printed,
  )
  const resource = Object.fromEntries(
    logs[0].resource.attributes.map(({ key, value }: Attribute) => [key, value.stringValue]),
  )
  assert.equal(resource['service.name'], 'bestow')
  assert.equal(resource['service.version'], serviceVersion())
  assert.equal(resource['deployment.environment.name'], 'staging')
  assert.match(resource['service.instance.id'], /^[0-9a-f-]{36}$/)
  for (const { headers } of collector.requests) {
    assert.equal(headers.authorization, 'Bearer xq7key')
    assert.equal(headers['x-tenant'], 'gifts')
  }
  assert.ok(!service.output.join('\n').includes('xq7key'))
})

it('a collector that hangs delays neither requests nor the stop for long', async () => {
  const collector = await startReceiver({ respond: responders.hang() })
  after(() => collector.close())
  const service = await startWithCollector(collector.url)
  await collector.waitForRequests(2)
  for (let n = 0; n < 20; n++) {
    const response = await fetch(`${service.origin}/healthz`, {
      signal: AbortSignal.timeout(5_000), // shorter than the timeout of a request to the collector
    })
    assert.equal(response.status, 200)
  }
  const { code, ms } = await stop(service)
  assert.equal(code, 0, service.output.join('\n'))
  assert.ok(ms < 15_000, `${ms} ms`)
})

it('a collector that refuses connections is reported once, and the service works', async () => {
  const closed = await startReceiver()
  await closed.close()
  const service = await startWithCollector(closed.url)
  const countWarnings = () =>
    service.output.filter((line) => line.includes('does not accept data')).length
  await eventually(() => countWarnings() === 2) // waits for one warning about metrics and one about logs
  const metrics = async () => (await fetch(`${service.origin}/metrics`)).text()
  await eventually(async () =>
    /bestow_otlp_export_failures_total\{signal="logs"\} [3-9]/.test(await metrics()),
  )
  assert.equal(countWarnings(), 2)
  assert.match(service.output.join('\n'), /"problem":"ECONNREFUSED"/)
  assert.equal((await stop(service)).code, 0)
})
