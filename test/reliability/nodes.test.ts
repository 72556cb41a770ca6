import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { startRoleProxy } from '#test/role-proxy'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createAccount, openTestDatabase } from '#test/webhook-harness'
import { responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

/*
 * Two API processes, one for pages and two workers on one database, behind a proxy that asks each in
 * turn. They run in this process, and share nothing but the database. `packages/reliability/nodes.ts` does the same
 * with processes of their own.
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

async function node(...roles: Role[]) {
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
  const made = await startService(config, log, {
    roles,
    onSchemaOutdated: (problem) => assert.fail(problem),
  })
  const base = await made.app.listen({ host: '127.0.0.1', port: 0 })
  return { base, stop: made.stop }
}

const nodes = await Promise.all([
  node('api'),
  node('api'),
  node('web'),
  node('worker'),
  node('worker'),
])
const [one, two, web, worker] = nodes
proxy.upstreams.api = [one.base, two.base]
proxy.upstreams.web = [web.base]
after(async () => {
  proxy.close()
  await Promise.all(nodes.map(({ stop }) => stop()))
  await receiver.close()
  await db.pool.end()
})

let people = 0
const headers = (bearer: string) => ({
  authorization: `Bearer ${bearer}`,
  'service-api-version': '2026-05',
  'content-type': 'application/json',
})
/** Sends one as a client should: again, with its key, while it is told to come again. */
const sendGift = async (base = proxy.origin, bearer = token) => {
  const recipient = { first_name: 'Bo', last_name: 'Ito', email: `bo.${++people}@example.com` }
  const request = {
    method: 'POST',
    headers: { ...headers(bearer), 'idempotency-key': recipient.email },
    body: JSON.stringify({ campaign_id: campaign?.id, recipient }),
  }
  for (;;) {
    const response = await fetch(`${base}/api/gift_requests`, request)
    const gift = (await response.json()) as { id: string }
    if (response.status !== 503) return { status: response.status, gift }
  }
}
const findEvents = (got: typeof receiver.requests) =>
  new Set(got.map((each) => each.headers['service-webhook-event-id']))
/** Looks at the queue until it is so. */
async function queue(isSo: (states: string[]) => boolean): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const rows = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      ctx.query<{ state: number; is_leased: boolean }>(
        'select state, lease_token is not null as is_leased from webhooks.delivery_queue',
      ),
    )
    const states = rows.map(({ state, is_leased }) => `${state}${is_leased ? ' leased' : ''}`)
    if (isSo(states)) return
    assert.ok(attempt < 3_000, `the queue holds ${states.join(', ')}`)
    await sleep(20)
  }
}

describe('several nodes on one database', () => {
  it('each say what they are there for, and who answers the rest', async () => {
    const ask = async (base: string, path: string) => {
      const response = await fetch(`${base}${path}`)
      return { status: response.status, text: await response.text() }
    }
    // biome-ignore format: read down the columns
    const expected: [base: string, path: string, status: number, words: RegExp][] = [
      [one.base,    '/api/',            401, /token/],
      [one.base,    '/',                404, /--roles web/],
      [one.base,    '/admin/api/stream', 404, /--roles web/],
      [web.base,    '/',                200, /<html/],
      [web.base,    '/api/campaigns',   404, /--roles api/],
      [worker.base, '/api',             404, /--roles api/],
      [worker.base, '/r/AbCdEf',        404, /--roles web/],
      [worker.base, '/healthz',         200, /alive/],
      [worker.base, '/metrics',         200, /bestow_deliveries_claimed/],
      [one.base,    '/readyz',          200, /^\{"status":"ready","database":"ok","migrations":"ok"\}$/],
      [worker.base, '/readyz',          200, /"deliveries":"ok"/],
      [proxy.origin, '/nothing/here',   404, /nothing here by that name/],
    ]
    for (const [base, path, status, words] of expected) {
      const response = await ask(base, path)
      assert.equal(response.status, status, path)
      assert.match(response.text, words)
    }
  })

  it('make each gift request once, and tell of it once', async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => sendGift()))
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]))
    for (const { base } of [one, two]) assert.ok((proxy.requestCounts.get(base) ?? 0) >= 12)
    await receiver.waitForRequests(24, 60_000)
    await queue((states) => states.length === 0)
    assert.equal(receiver.requests.length, 24)
    assert.equal(findEvents(receiver.requests).size, 24)
  })

  it('obey at once what was done on another: a new secret, a switch, an end', async () => {
    const ada = createAdminClient(proxy.origin)
    assert.equal((await ada.post('/session', { email, password })).status, 201)

    const rotated = await ada.post(`/endpoints/${endpoint.id}/rotate`, { overlap_seconds: 0 })
    assert.notEqual(rotated.json.secret, secret)
    const from = receiver.requests.length
    for (const base of [one.base, two.base, one.base, two.base]) await sendGift(base)
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
    for (const base of [one.base, two.base]) await sendGift(base)
    await queue((states) => states.length === 2 && states.every((state) => state === '3'))
    const heard = receiver.requests.length
    assert.equal((await ada.post(`/endpoints/${endpoint.id}/disable`)).status, 200)
    for (const base of [one.base, two.base]) assert.equal((await sendGift(base)).status, 201)
    await queue((states) => states.length === 2 && states.every((state) => state === '4'))
    assert.equal(receiver.requests.length, heard, 'nothing is sent, and nothing new is recorded')
    receiver.respond(responders.status(200))
    await ada.post(`/endpoints/${endpoint.id}/enable`)
    await queue((states) => states.length === 0)
    assert.equal(receiver.requests.length, heard + 2)

    const { json } = await ada.post('/api-keys', { name: 'short-lived' })
    for (const base of [one.base, two.base])
      assert.equal((await sendGift(base, json.token)).status, 201)
    await ada.post(`/api-keys/${json.id}/expire`)
    for (const base of [one.base, two.base])
      assert.equal((await sendGift(base, json.token)).status, 401)
  })

  it('show on a page what was changed elsewhere', async () => {
    const ada = createAdminClient(proxy.origin)
    await ada.post('/session', { email, password })
    const { gift } = await sendGift(one.base)
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const stream = await fetch(
      `${proxy.origin}/admin/api/stream?topic=gift_requests&ids=${gift.id}`,
      { headers: { cookie } },
    )
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    while (!heard.includes('event: ready')) heard += (await reader?.read())?.value
    const cancelled = await fetch(`${two.base}/api/gift_requests/${gift.id}/cancel`, {
      method: 'POST',
      headers: headers(token),
    })
    assert.equal(cancelled.status, 200)
    while (!heard.includes('event: changed')) heard += (await reader?.read())?.value
    assert.ok(heard.includes(gift.id))
    await reader?.cancel()
  })

  it('keep house side by side', async () => {
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

  it('hear that a newer version has left them behind', async () => {
    const streamEvents: string[] = []
    const watch = watchSchema(db, log, (problem) => streamEvents.push(problem), 10)
    const add = (name: string, fits: boolean) =>
      inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        ctx.query(
          `insert into platform.migration (name, sha256, fits_older) values ($1, 'x', $2)`,
          [name, fits],
        ),
      )
    await add('9998_more.sql', true)
    await sleep(60)
    assert.deepEqual(streamEvents, [])
    await add('9999_less.sql', false)
    while (streamEvents.length === 0) await sleep(10)
    await sleep(40)
    await watch.stop()
    assert.equal(streamEvents.length, 1)
    assert.match(streamEvents[0] ?? '', /newer than this version of Bestow: it has 9999_less\.sql/)
    await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      ctx.query(`delete from platform.migration where name like '999%'`),
    )
  })
})
