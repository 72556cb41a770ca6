import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import * as accounts from '#accounts'
import { createHttpClient } from '#platform/http-client/http-client'
import { systemClock } from '#platform/lib/clock'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { eventually } from '#test/eventually'
import { createMigratedDatabase } from '#test/throwaway-database'
import { createWebhookHarness, openTestDatabase } from '#test/webhook-harness'
import * as webhooks from '#webhooks'
import * as mail from '../index.ts'

let url: string
let db: Database

before(async () => {
  url = (await createMigratedDatabase()).url
  db = openTestDatabase(url)
})
after(() => db.pool.end())

const listEmails = (account_id: string) =>
  inTransaction(db, account_id, async (ctx) =>
    (await mail.list(ctx, {})).map(({ to, subject }) => [to?.email, subject]),
  )

/** Records events for an endpoint on a closed port, and waits until each delivery has failed. */
async function failDeliveries(
  app: Awaited<ReturnType<typeof createWebhookHarness>>,
  events: number,
) {
  const httpClient = createHttpClient({ allowPrivate: true, userAgent: 'test' })
  const engine = webhooks.startEngine(
    { db: app.db, httpClient, clock: systemClock, onError: () => {} },
    { retryDelaysMs: [1, 1, 1, 3_600_000] },
  )
  for (let n = 0; n < events; n++) await app.recordEvent()
  await eventually(() => engine.state().failed >= events * 4)
  await engine.stop()
  httpClient.close()
}

it('alerts the admins of a failing endpoint once a day, from any process', async () => {
  const app = await createWebhookHarness(url)
  const { account_id } = app
  await inTransaction(db, account_id, async (ctx) => {
    await accounts.createUser(ctx, { email: 'admin@example.com', role: 'admin' })
    await accounts.createUser(ctx, { email: 'sender@example.com', role: 'sender' })
  })
  await mail.alertFailingEndpoints(db)
  assert.deepEqual(await listEmails(account_id), [])
  const { endpoint } = await app.createEndpoint({ url: 'http://127.0.0.1:9/hooks' })
  await failDeliveries(app, 2)
  const counts = await Promise.all([mail.alertFailingEndpoints(db), mail.alertFailingEndpoints(db)])
  assert.equal(counts[0] + counts[1], 1)
  assert.deepEqual(await listEmails(account_id), [
    ['admin@example.com', 'Webhooks to 127.0.0.1:9 are failing'],
  ])
  await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query("update mail.admin_alert set sent_at = sent_at - interval '25 hours'"),
  )
  assert.equal(await mail.alertFailingEndpoints(db), 1)
  await inTransaction(db, account_id, (ctx) => webhooks.disableEndpoint(ctx, endpoint.id))
  await inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query('delete from mail.admin_alert'))
  assert.equal(await mail.alertFailingEndpoints(db), 0, 'a disabled endpoint triggers no alert')
  await app.close()
})

it('reports an abandoned delivery, even a single one', async () => {
  const app = await createWebhookHarness(url)
  await inTransaction(db, app.account_id, (ctx) =>
    accounts.createUser(ctx, { email: 'two@example.com', role: 'admin' }),
  )
  await app.createEndpoint({ url: 'http://127.0.0.1:9/' })
  await app.recordEvent()
  await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query('update webhooks.delivery set abandoned_at = now() where account_id = $1', [
      app.account_id,
    ]),
  )
  const [failing] = await inTransaction(db, ALL_ACCOUNTS, webhooks.listFailingEndpoints)
  assert.equal(failing?.account_id, app.account_id)
  assert.deepEqual([failing.abandoned, failing.attempts, failing.failed], [1, 0, 0])
  await mail.alertFailingEndpoints(db)
  assert.equal((await listEmails(app.account_id)).length, 1)
  await app.close()
})
