import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { seed } from '#app/demo-data'
import { runHousekeeping } from '#app/housekeeping'
import { watchSchema } from '#app/schema-watcher'
import { type Role, startService } from '#app/service'
import * as campaigns from '#campaigns'
import { readConfig } from '#platform/config/config'
import { createLog } from '#platform/observability/log'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createAdminClient } from '#test/admin-harness'
import { eventually, never } from '#test/eventually'
import { startRoleProxy } from '#test/role-proxy'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createAccount, openTestDatabase } from '#test/webhook-harness'
import { responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

/*
 * The tests of two API nodes, one web node and two workers on one database, behind a round-robin
 * proxy. The nodes run in this process and share only the database. `packages/reliability/nodes.ts`
 * does the same with separate processes.
 */

const log = createLog({ level: 'silent' })
const { url } = await createMigratedDatabase()
const db = openTestDatabase(url, { size: 4 })
const proxy = await startRoleProxy()
const receiver = await startReceiver()
const key = `test:${Buffer.alloc(32, 7).toString('base64')}`

const account_id = await createAccount(db)
const run = <T>(act: Parameters<typeof inTransaction<T>>[2]) => inTransaction(db, account_id, act)
await run((ctx) => seed(ctx))
const { token } = await run((ctx) => apiKeys.createToken(ctx))
const { data } = await run((ctx) => campaigns.list(ctx, {}, { limit: 25, order: 'desc' }))
const campaign = data.find((each) => each.invitation_method === 'email')
const email = 'ada@larkfield.example.com'
const { password } = await run((ctx) =>
  accounts.createUser(ctx, { email, role: 'admin', name: 'Ada' }),
)
const { endpoint, secret } = await run((ctx) =>
  webhooks.createEndpoint(
    ctx,
    { account_id, tier: 'enterprise' },
    { url: receiver.url },
    { allowPrivate: true },
  ),
)

async function startNode(...roles: Role[]) {
  const config = readConfig({
    BESTOW_DATABASE_URL: url,
    BESTOW_STAGE: 'staging',
    BESTOW_SECRET_KEY: key,
    BESTOW_ORIGIN: proxy.origin,
    BESTOW_SEED: 'none',
    BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
    BESTOW_WEBHOOK_RETRY_DELAYS: '1h,1h,1h,1h',
    BESTOW_DATABASE_CONNECTIONS: '6',
  })
  const service = await startService(config, log, {
    roles,
    onSchemaOutdated: (problem) => assert.fail(problem),
  })
  const base = await service.app.listen({ host: '127.0.0.1', port: 0 })
  return { base, stop: service.stop }
}

const nodes = await Promise.all([
  startNode('api'),
  startNode('api'),
  startNode('web'),
  startNode('worker'),
  startNode('worker'),
])
const [api1, api2, web, worker] = nodes
proxy.upstreams.api = [api1.base, api2.base]
proxy.upstreams.web = [web.base]
after(async () => {
  proxy.close()
  await Promise.all(nodes.map(({ stop }) => stop()))
  await receiver.close()
  await db.pool.end()
})

let giftCount = 0
const headers = (bearer: string) => ({
  authorization: `Bearer ${bearer}`,
  'service-api-version': '2026-05',
  'content-type': 'application/json',
})
/** Creates a gift request. Retries after a 503 with the same idempotency key. */
const sendGift = async (base = proxy.origin, bearer = token) => {
  const recipient = { first_name: 'Bo', last_name: 'Ito', email: `bo.${++giftCount}@example.com` }
  const request = {
    method: 'POST',
    headers: { ...headers(bearer), 'idempotency-key': recipient.email },
    body: JSON.stringify({ campaign_id: campaign?.id, recipient }),
  }
  const attempt = async () => {
    const response = await fetch(`${base}/api/gift_requests`, request)
    const gift = (await response.json()) as { id: string }
    return response.status === 503 ? undefined : { status: response.status, gift }
  }
  return eventually(attempt, { timeoutMs: 60_000, message: 'a status other than 503' })
}
const eventIds = (requests: typeof receiver.requests) =>
  new Set(requests.map((each) => each.headers['service-webhook-event-id']))
/** Waits until the states of the queued deliveries satisfy the predicate. */
async function waitForQueue(predicate: (states: string[]) => boolean): Promise<void> {
  let states: string[] = []
  const check = async () => {
    const rows = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      ctx.query<{ state: number; is_leased: boolean }>(
        'select state, lease_token is not null as is_leased from webhooks.delivery_queue',
      ),
    )
    states = rows.map(({ state, is_leased }) => `${state}${is_leased ? ' leased' : ''}`)
    return predicate(states)
  }
  const message = () => `the queue contains ${states.join(', ')}`
  await eventually(check, { timeoutMs: 60_000, intervalMs: 20, message })
}

describe('several nodes on one database', () => {
  it('serve the paths of their roles, and name the role of the other paths', async () => {
    const fetchText = async (base: string, path: string) => {
      const response = await fetch(`${base}${path}`)
      return { status: response.status, text: await response.text() }
    }
    // biome-ignore format: aligned columns
    const expected: [base: string, path: string, status: number, text: RegExp][] = [
      [api1.base,    '/api/',            401, /token/],
      [api1.base,    '/',                404, /--roles web/],
      [api1.base,    '/admin/api/stream', 404, /--roles web/],
      [web.base,    '/',                200, /<html/],
      [web.base,    '/api/campaigns',   404, /--roles api/],
      [worker.base, '/api',             404, /--roles api/],
      [worker.base, '/r/AbCdEf',        404, /--roles web/],
      [worker.base, '/healthz',         200, /alive/],
      [worker.base, '/metrics',         200, /bestow_deliveries_claimed/],
      [api1.base,    '/readyz',          200, /^\{"status":"ready","database":"ok","migrations":"ok"\}$/],
      [worker.base, '/readyz',          200, /"deliveries":"ok"/],
      [proxy.origin, '/nothing/here',   404, /Check the path and the id/],
    ]
    for (const [base, path, status, text] of expected) {
      const response = await fetchText(base, path)
      assert.equal(response.status, status, path)
      assert.match(response.text, text)
    }
  })

  it('create each gift request once, and deliver its event once', async () => {
    const responses = await Promise.all(Array.from({ length: 24 }, () => sendGift()))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]))
    for (const { base } of [api1, api2]) assert.ok((proxy.requestCounts.get(base) ?? 0) >= 12)
    await receiver.waitForRequests(24, 60_000)
    await waitForQueue((states) => states.length === 0)
    assert.equal(receiver.requests.length, 24)
    assert.equal(eventIds(receiver.requests).size, 24)
  })

  it('apply changes of other nodes immediately: a new secret, a disabled endpoint, an expired API key', async () => {
    const ada = createAdminClient(proxy.origin)
    assert.equal((await ada.post('/session', { email, password })).status, 201)

    const rotated = await ada.post(`/endpoints/${endpoint.id}/rotate_secret`, {
      overlap_seconds: 0,
    })
    assert.notEqual(rotated.json.secret, secret)
    const from = receiver.requests.length
    for (const base of [api1.base, api2.base, api1.base, api2.base]) await sendGift(base)
    for (const { headers: sent, body } of (await receiver.waitForRequests(from + 4, 60_000)).slice(
      from,
    )) {
      const timestamp = Number(sent['service-webhook-dispatch-timestamp'])
      assert.equal(
        sent['service-webhook-signature'],
        webhooks.computeSignature(rotated.json.secret, timestamp, body),
      )
    }

    receiver.respond(responders.status(500))
    for (const base of [api1.base, api2.base]) await sendGift(base)
    await waitForQueue((states) => states.length === 2 && states.every((state) => state === '3'))
    const requestCount = receiver.requests.length
    assert.equal((await ada.patch(`/endpoints/${endpoint.id}`, { enabled: false })).status, 200)
    for (const base of [api1.base, api2.base]) assert.equal((await sendGift(base)).status, 201)
    await waitForQueue((states) => states.length === 2 && states.every((state) => state === '4'))
    assert.equal(receiver.requests.length, requestCount, 'a disabled endpoint receives no requests')
    receiver.respond(responders.status(200))
    await ada.patch(`/endpoints/${endpoint.id}`, { enabled: true })
    await waitForQueue((states) => states.length === 0)
    assert.equal(receiver.requests.length, requestCount + 2)

    const { json } = await ada.post('/api-keys', { name: 'short-lived' })
    for (const base of [api1.base, api2.base])
      assert.equal((await sendGift(base, json.token)).status, 201)
    await ada.post(`/api-keys/${json.id}/expire`)
    for (const base of [api1.base, api2.base])
      assert.equal((await sendGift(base, json.token)).status, 401)
  })

  it('stream changes of other nodes to a live page', async () => {
    const ada = createAdminClient(proxy.origin)
    await ada.post('/session', { email, password })
    const { gift } = await sendGift(api1.base)
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const stream = await fetch(
      `${proxy.origin}/admin/api/stream?topic=gift_requests&ids=${gift.id}`,
      { headers: { cookie }, signal: AbortSignal.timeout(60_000) },
    )
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const readUntil = async (expected: string) => {
      while (!text.includes(expected)) {
        const chunk = await reader?.read()
        assert.ok(chunk?.done === false, `the stream ended before ${expected}: ${text}`)
        text += chunk.value
      }
    }
    await readUntil('event: ready')
    const cancelled = await fetch(`${api2.base}/api/gift_requests/${gift.id}/cancel`, {
      method: 'POST',
      headers: headers(token),
    })
    assert.equal(cancelled.status, 200)
    await readUntil('event: changed')
    assert.ok(text.includes(gift.id))
    await reader?.cancel()
  })

  it('run housekeeping concurrently', async () => {
    await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      ctx.query(`select webhooks.drop_partitions('attempt', now() + interval '1 year')`),
    )
    const findPartitions = () =>
      inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        ctx.query(`select from pg_inherits where inhparent = 'webhooks.attempt'::regclass`),
      )
    assert.equal((await findPartitions()).length, 1)
    await Promise.all([runHousekeeping(db), runHousekeeping(db), runHousekeeping(db)])
    assert.ok((await findPartitions()).length >= 5)
  })

  it('detect a schema that is too new for them', async () => {
    const problems: string[] = []
    const watcher = watchSchema(db, log, (problem) => problems.push(problem), 10)
    const addMigration = (name: string, isCompatible: boolean) =>
      inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        ctx.query(
          `insert into platform.migration (name, sha256, fits_older) values ($1, 'x', $2)`,
          [name, isCompatible],
        ),
      )
    await addMigration('9998_more.sql', true)
    await never(() => problems.length > 0, {
      forMs: 60,
      message: 'a compatible schema is reported',
    })
    await addMigration('9999_less.sql', false)
    await eventually(() => problems.length > 0, { message: 'the incompatible schema is reported' })
    await never(() => problems.length > 1, { forMs: 40, message: 'the problem is reported twice' })
    await watcher.stop()
    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', /newer than this version of Bestow: it has 9999_less\.sql/)
    await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      ctx.query(`delete from platform.migration where name like '999%'`),
    )
  })
})
