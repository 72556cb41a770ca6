import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createDeveloperTestApp } from '#test/developer-harness'
import { readGiftPage } from '#test/gift-page'
import { responders, startReceiver } from '#test/webhook-receiver'

/*
 * The tests of clocks in staging. Gifts use the clock of the account. The audit log
 * and deliveries use the real time.
 */

const testApp = await createDeveloperTestApp()
const adminClient = await testApp.signIn(testApp.admin)
const day = 86_400_000
const minute = 60_000
const msFromNow = (at: string) => Date.parse(at) - Date.now()
const isRealTime = (at: string) => Math.abs(msFromNow(at)) < 30 * minute

const receiver = await startReceiver({ respond: responders.status(200) })
after(() => receiver.close())
const { json: endpoint } = await adminClient.post('/endpoints', { url: receiver.url })
const early = await testApp.createGift()
assert.equal((await adminClient.post('/test_helpers/clock/advance', { by: '30d' })).status, 200)
const late = await testApp.createGift()
assert.equal(
  (await adminClient.post(`/endpoints/${endpoint.id}/test`, { type: 'gift_request_created' }))
    .status,
  201,
)

interface LogEntry {
  at: string
  action: string
}

it('the audit log has real timestamps in descending order', async () => {
  await adminClient.post(`/gift_requests/${late.id}/cancel`, {})
  const { json } = await adminClient.get('/audit?limit=100')
  const entries: LogEntry[] = json.data
  assert.ok(entries.some(({ action }) => action === 'gift_request.create_sample'))
  for (const { at, action } of entries) assert.ok(isRealTime(at), `${action} at ${at}`)
  const times = entries.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted().reverse())
})

it('deliveries have real timestamps in descending order', async () => {
  const { json } = await adminClient.get('/deliveries?limit=100')
  assert.ok(json.data.length >= 3)
  assert.ok(json.data.some((each: { is_test: boolean }) => each.is_test))
  const times: string[] = json.data.map((each: { created_at: string }) => each.created_at)
  for (const at of times) assert.ok(isRealTime(at), at)
  assert.deepEqual(times, times.toSorted().reverse())
})

it('a gift and its actions have timestamps of the account’s clock', async () => {
  const gift = await readGiftPage(adminClient, late.id)
  assert.ok(msFromNow(gift.created_at) > 29 * day)
  const actions: LogEntry[] = gift.user_actions
  assert.ok(actions.length > 0)
  for (const { at, action } of actions) assert.ok(msFromNow(at) > 29 * day, `${action} at ${at}`)
  const before = await readGiftPage(adminClient, early.id)
  for (const { at, action } of before.user_actions as LogEntry[])
    assert.ok(isRealTime(at), `${action} at ${at}`)
})
