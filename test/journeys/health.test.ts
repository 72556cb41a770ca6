import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, test } from 'node:test'
import * as apiKeys from '#api-keys'
import { buildHttpApp } from '#app/http-app'
import { readConfig } from '#platform/config/config'
import { projectPath } from '#platform/lib/project-files'
import { createLog } from '#platform/observability/log'
import { createTestApp } from '#test/api-harness'
import { eventually } from '#test/eventually'

/*
 * The tests of metrics and readiness details. They are only for the operator: for requests from private
 * addresses, or on a separate port.
 */

const testApp = await createTestApp()

async function openServers(
  env: Record<string, string>,
  { log = createLog({ level: 'silent' }), web = false } = {},
) {
  const front = await buildHttpApp(
    {
      db: testApp.db,
      schema: async () => ({ state: 'current' }),
      config: readConfig({ BESTOW_DATA_DIR: '/nowhere', BESTOW_HOST: '0.0.0.0', ...env }),
      log,
      worker: undefined,
      isStopping: () => false,
    },
    { api: true, web },
  )
  after(() => Promise.all([front.app.close(), front.opsApp?.close()]))
  return front
}

const externalRequest = { remoteAddress: '203.0.113.9' }
const proxied = { remoteAddress: '10.0.0.7', headers: { 'x-forwarded-for': '203.0.113.9' } }
const ready = { status: 'ready' }
const details = { ...ready, database: 'ok', migrations: 'ok' }

test('private addresses get metrics and readiness details, other addresses get only the status', async () => {
  const { app, opsApp } = await openServers({})
  assert.equal(opsApp, undefined)
  for (const from of [externalRequest, proxied]) {
    assert.equal((await app.inject({ url: '/metrics', ...from })).statusCode, 404)
    assert.deepEqual((await app.inject({ url: '/readyz', ...from })).json(), ready)
    assert.equal((await app.inject({ url: '/healthz', ...from })).statusCode, 200)
  }
  const inside = { remoteAddress: '10.0.0.7' }
  assert.match((await app.inject({ url: '/metrics', ...inside })).body, /process_cpu/)
  assert.deepEqual((await app.inject({ url: '/readyz', ...inside })).json(), details)
})

test('with a separate port, metrics and readiness details are on that port only', async () => {
  const { app, opsApp } = await openServers({ BESTOW_OPS_PORT: '9464' })
  assert.equal((await app.inject('/metrics')).statusCode, 404)
  assert.deepEqual((await app.inject('/readyz')).json(), ready)
  assert.ok(opsApp)
  assert.match(
    (await opsApp.inject({ url: '/metrics', ...externalRequest })).body,
    /bestow_http_request/,
  )
  assert.deepEqual((await opsApp.inject('/readyz')).json(), details)
  assert.equal((await opsApp.inject('/api')).statusCode, 404)
})

test('metrics count the 401 responses that no account sees in its request log', async () => {
  const { app } = await openServers({})
  const inside = { remoteAddress: '10.0.0.7' }
  const count = async () => {
    const { body } = await app.inject({ url: '/metrics', ...inside })
    return Number(/^bestow_api_unattributed_unauthorized_total (\d+)$/m.exec(body)?.[1])
  }
  const request = (headers: Record<string, string>) =>
    app.inject({ url: '/api/campaigns', headers: { 'service-api-version': '2026-05', ...headers } })
  assert.equal(await count(), 0)
  const unknown = `${testApp.token.slice(0, -6)}aaaaaa`
  for (const authorization of ['', 'Bearer nonsense', `Bearer ${unknown}`])
    assert.equal((await request({ authorization })).statusCode, 401)
  const expired = await testApp.run(async (ctx) => {
    const { id, token } = await apiKeys.createToken(ctx)
    await apiKeys.expireToken(ctx, id)
    return token
  })
  assert.equal((await request({ authorization: `Bearer ${expired}` })).statusCode, 401)
  // One batch contains all rejected requests: the log attributes the expired token to its account,
  // and counts the other requests.
  await eventually(async () => (await count()) > 1)
  assert.equal(await count(), 3)
})

test('the log has files and repeated requests of pages at level debug', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => lines.push(line) }
  const log = createLog({ level: 'debug', destination })
  const { app } = await openServers({}, { log, web: true })
  const levelOf = async (url: string) => {
    lines.length = 0
    await app.inject({ url, remoteAddress: '10.0.0.7' })
    const line = lines.map((each) => JSON.parse(each)).find(({ msg }) => msg === 'answered')
    return [url, line.status, line.level]
  }
  const [debug, info] = [20, 30]
  const isWebBuilt = existsSync(projectPath('packages/web/dist/index.html'))
  // biome-ignore format: read down the columns
  for (const expected of [
    ['/healthz',                          200, debug],
    ['/readyz',                           200, debug],
    ['/metrics',                          200, debug],
    ['/favicon.ico',                      302, debug],
    ['/images/gift.svg',                  200, debug],
    ['/docs/page.js',                     200, debug],
    ['/pages/gift-old.css',               200, debug],
    ['/admin/api/session',                200, debug],
    ...(isWebBuilt ? [['/assets/icon.svg', 200, debug]] : []),
    ['/images/unknown.png',               404, info],
    ['/admin/api/stream?topic=gifts',     401, info],
    ['/docs',                             200, info],
    ['/sign-in',                          200, info],
  ])
    assert.deepEqual(await levelOf(String(expected[0])), expected)
})
