import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as oneLinks from '#one-links'
import { createTestApp, giftBody } from '#test/api-harness'
import { claimConfirmed } from '#test/claim-fixture'
import { pluck } from '#test/pluck'

const testApp = await createTestApp()
const { api } = testApp
const day = 86_400_000

async function advance(by: string, client = api) {
  const response = await client.post('/test_helpers/clock/advance', { by })
  assert.equal(response.status, 200, response.text)
  return response.json as { now: string; moved: number }
}

/** Reads the account's clock. Reading advances the clock by a second. */
const clock = async (client = api) => Date.parse((await advance('1s', client)).now)

/** Creates another account, whose clock no other test changes. */
async function createNewAccount() {
  const { api: client } = await testApp.createOtherAccount()
  const { json } = await client.get('/campaigns')
  const campaignId = (method: string) =>
    json.data.find(
      ({ invitation_method }: { invitation_method: string }) => invitation_method === method,
    ).id
  const send = async (more: object = {}) => {
    const body = { ...giftBody(testApp), campaign_id: campaignId('email'), ...more }
    const { json: gift } = await client.post('/gift_requests', body)
    return gift
  }
  return { client, send }
}

const findHistory = async (id: string) =>
  (await api.get(`/gift_requests/${id}/history`)).json.data as { to: string; at: string }[]

const findStates = async (id: string) => (await findHistory(id)).map(({ to }) => to)

it('advancing the clock returns its new time', async () => {
  const startedAt = performance.now()
  const before = await clock()
  const { now } = await advance('90s')
  const passed = Date.parse(now) - before
  assert.ok(
    passed >= 90_000 && passed <= 90_000 + performance.now() - startedAt + 1,
    String(passed),
  )
  const { json: gift } = await api.post('/gift_requests', giftBody(testApp))
  assert.ok(Date.parse(gift.created_at) >= Date.parse(now))
})

it('processes everything that is due before it responds', async () => {
  const start = await clock()
  const send_at = new Date(start + 3 * day).toISOString()
  const expires_at = new Date(start + 10 * day).toISOString()
  const { json: gift } = await api.post(
    '/gift_requests',
    giftBody(testApp, { send_at, expires_at }),
  )
  await advance('1h')
  assert.deepEqual(await findStates(gift.id), ['created', 'scheduled'])
  await advance('3d')
  assert.deepEqual(await findStates(gift.id), ['created', 'scheduled', 'awaiting_recipient'])
  const { now } = await advance('14d')
  const history = await findHistory(gift.id)
  assert.equal(history.at(-1)?.to, 'expired')
  assert.equal(history.at(-1)?.at, now)
  const { json: events } = await api.get(`/events?gift_request_id=${gift.id}&limit=1`)
  assert.equal(events.data[0].type, 'gift_request_cancelled')
  assert.equal(events.data[0].created_at, now)
})

it('a large step processes each transition on the way and counts them', async () => {
  const { client, send } = await createNewAccount()
  const gift = await send({ send_at: new Date((await clock(client)) + day).toISOString() })
  assert.equal((await advance('300d', client)).moved, 2)
  const { json } = await client.get(`/gift_requests/${gift.id}/history`)
  assert.deepEqual(pluck(json.data, 'to'), ['created', 'awaiting_recipient', 'expired'])
})

it('later timers of the account use its own clock', async () => {
  await advance('200d')
  const { json: gift } = await api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  const [created, linked] = await findHistory(gift.id)
  assert.equal(linked?.to, 'awaiting_recipient')
  assert.ok((linked?.at ?? '') >= (created?.at ?? 'x'))
  const start = await clock()
  assert.ok(Date.parse(linked?.at ?? '') <= start)
  const soon = new Date(start + day).toISOString()
  const { json: scheduled } = await api.post('/gift_requests', giftBody(testApp, { send_at: soon }))
  await testApp.advanceTime()
  assert.deepEqual(await findStates(scheduled.id), ['created', 'scheduled'])
  await testApp.advanceTime(day + 1000)
  const sent = (await findHistory(scheduled.id)).at(-1)
  assert.equal(sent?.to, 'awaiting_recipient')
  assert.ok((sent?.at ?? '') >= soon)
})

it('gift requests and events stay in chronological order', async () => {
  const createdIds: string[] = []
  for (const by of ['1s', '5m', '2d', '100d']) {
    createdIds.push((await api.post('/gift_requests', giftBody(testApp))).json.id)
    await advance(by)
  }
  createdIds.push((await api.post('/gift_requests', giftBody(testApp))).json.id)
  const { json: gifts } = await api.get('/gift_requests?limit=5')
  assert.deepEqual(pluck(gifts.data, 'id'), createdIds.reverse())
  const { json: events } = await api.get('/events?order=asc&limit=100')
  const timestamps = pluck(events.data, 'created_at')
  assert.deepEqual([...timestamps].sort(), timestamps)
})

it('an unconfirmed claim lapses after half an hour, and an unredeemed gift after a day', async () => {
  const { json: link } = await api.post('/one_links', {
    campaign_id: testApp.campaign('one_link').id,
    quantity: 2,
  })
  const now = new Date(Date.parse(link.created_at))
  const recipient = { first_name: 'A', last_name: 'B', email: 'a@example.com' }
  const available = async () => (await api.get(`/one_links/${link.id}`)).json.available
  await testApp.run((ctx) => oneLinks.claim({ ...ctx, now }, link.id, recipient))
  await advance('29m')
  assert.equal(await available(), 1)
  await advance('2m')
  assert.equal(await available(), 2)
  const second = { ...recipient, email: 'b@example.com' }
  const at = new Date(now.getTime() + 31 * 60_000)
  await claimConfirmed(
    { run: (run) => testApp.run((ctx) => run({ ...ctx, now: at })) },
    link.id,
    second,
  )
  await advance('23h')
  assert.equal(await available(), 1)
  await advance('2h')
  assert.equal(await available(), 2)
  await advance('14d')
  assert.equal((await api.get(`/one_links/${link.id}`)).json.state, 'expired')
})

it('advancing the clock of one account does not affect other accounts', async () => {
  const { client, send } = await createNewAccount()
  const gift = await send()
  await advance('366d')
  const { json: same } = await client.get(`/gift_requests/${gift.id}`)
  assert.equal(same.status, 'submitted')
  assert.ok((await clock(client)) < Date.parse(gift.created_at) + day)
})

it('repeats with the same idempotency key advance the clock once', async () => {
  const idempotencyHeaders = { 'idempotency-key': 'fortnight' }
  const first = await api.post('/test_helpers/clock/advance', { by: '14d' }, idempotencyHeaders)
  const second = await api.post('/test_helpers/clock/advance', { by: '14d' }, idempotencyHeaders)
  assert.equal(first.status, 200)
  assert.equal(second.text, first.text)
  assert.equal(second.headers['idempotent-replayed'], 'true')
})

it('concurrent requests advance the clock one after the other', async () => {
  const { api: otherApi } = await testApp.createOtherAccount()
  const start = Date.parse((await advance('1s', otherApi)).now)
  const responses = await Promise.all(Array.from({ length: 5 }, () => advance('1d', otherApi)))
  const days = responses.map(({ now }) => Math.floor((Date.parse(now) - start) / day))
  assert.deepEqual(days.sort(), [1, 2, 3, 4, 5])
})

it('rejects invalid, too long and negative durations', async () => {
  for (const by of ['', '14', 'd', '0d', '-1d', '1.5d', '1w', '367d', '1d ', 14, null]) {
    const { status, json } = await api.post('/test_helpers/clock/advance', { by })
    assert.equal(status, 422, String(by))
    assert.equal(json.errors[0].param, 'by', String(by))
  }
  const { json } = await api.post('/test_helpers/clock/advance', { seconds: 5 })
  assert.deepEqual(pluck(json.errors, 'param').sort(), ['by', 'seconds'])
})

it('does not advance more than ten years', async () => {
  const { api: otherApi } = await testApp.createOtherAccount()
  const responses = []
  for (let year = 0; year < 11; year++)
    responses.push(await otherApi.post('/test_helpers/clock/advance', { by: '366d' }))
  assert.deepEqual(pluck(responses, 'status'), [...Array(10).fill(200), 422])
})

it('the clock endpoint does not exist in production', async () => {
  const production = await createTestApp({ stage: 'production' })
  const response = await production.api.post('/test_helpers/clock/advance', { by: '1d' })
  assert.equal(response.status, 404)
})
