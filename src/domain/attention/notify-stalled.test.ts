import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import * as mail from '#email'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestApp, giftBody } from '#test/api-harness'
import { createAttentionFixture } from '#test/attention-fixture'
import * as attention from './index.ts'

const testApp = await createTestApp()
const { check, setState } = createAttentionFixture(testApp)
await testApp.run((ctx) =>
  accounts.createUser(ctx, { email: 'admin@larkfield.example', role: 'admin' }),
)

const listAlerts = async () =>
  (await testApp.run((ctx) => mail.list(ctx, {}))).filter(({ kind }) => kind === 'stalled')

/** Makes the item of a gift older. */
const ageBy = (id: string, hours: number) =>
  testApp.run((ctx) =>
    ctx.query(
      `update attention.item set since = since - $2 * interval '1 hour' where gift_request_id = $1`,
      [id, hours],
    ),
  )

it('emails admins about stalled gifts, but not daily about the same ones', async () => {
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  await setState(json.id, 'shipping_error')
  await check()
  assert.equal(await attention.notifyStalled(testApp.db), 0, 'a day has not passed')
  await ageBy(json.id, 25)
  const counts = await Promise.all([
    attention.notifyStalled(testApp.db),
    attention.notifyStalled(testApp.db),
  ])
  assert.equal(counts[0] + counts[1], 1)
  const alerts = await listAlerts()
  const admins = new Set(alerts.map(({ to }) => to?.email))
  assert.ok(admins.has('admin@larkfield.example'))
  assert.equal(alerts.length, admins.size, 'each admin gets one email')
  await testApp.run(
    (ctx) => ctx.query("update mail.admin_alert set sent_at = sent_at - interval '30 hours'"),
    ALL_ACCOUNTS,
  )
  await ageBy(json.id, 60)
  assert.equal(await attention.notifyStalled(testApp.db), 0, 'the same gift is not reported again')
})

it('does not report a gift that has moved on', async () => {
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  await setState(json.id, 'backordered')
  await check()
  await ageBy(json.id, 25)
  await setState(json.id, 'ordered')
  await check()
  const before = (await listAlerts()).length
  await testApp.run((ctx) => ctx.query('delete from mail.admin_alert'), ALL_ACCOUNTS)
  await attention.notifyStalled(testApp.db)
  const references = JSON.stringify((await listAlerts()).slice(0, -before))
  assert.ok(!references.includes(json.reference))
})
