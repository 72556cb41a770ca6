import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, giftBody } from '#test/api-harness'

const testApp = await createTestApp()
const { api } = testApp

it('a repeated request returns the same bytes and has no second effect', async () => {
  const body = giftBody(testApp)
  const before = await testApp.countEvents()
  const first = await api.post('/gift_requests', body, { 'idempotency-key': 'order-17' })
  const second = await api.post('/gift_requests', body, { 'idempotency-key': 'order-17' })
  assert.equal(first.status, 201)
  assert.equal(second.status, 201)
  assert.equal(second.text, first.text)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.equal(await testApp.countEvents(), before + 1)
})

it('concurrent requests with one key have one effect', async () => {
  const body = giftBody(testApp)
  const before = await testApp.countEvents()
  const responses = await Promise.all(
    Array.from({ length: 12 }, () =>
      api.post('/gift_requests', body, { 'idempotency-key': 'all-at-once' }),
    ),
  )
  const createdResponses = responses.filter(({ status }) => status === 201)
  assert.ok(createdResponses.length >= 1)
  assert.equal(new Set(createdResponses.map(({ text }) => text)).size, 1)
  for (const response of responses.filter(({ status }) => status !== 201)) {
    assert.equal(response.status, 409)
    assert.equal(response.json.errors[0].code, 'idempotency_key_in_use')
  }
  assert.equal(await testApp.countEvents(), before + 1)
})

it('repeats an error response unchanged', async () => {
  const body = giftBody(testApp, { campaign_id: 'none' })
  const first = await api.post('/gift_requests', body, { 'idempotency-key': 'rejected' })
  const second = await api.post('/gift_requests', body, { 'idempotency-key': 'rejected' })
  assert.equal(first.status, 422)
  assert.equal(second.text, first.text)
  assert.equal(second.headers['idempotent-replayed'], 'true')
})

it('the keys of two accounts are independent', async () => {
  const { api: otherApi } = await testApp.createOtherAccount()
  const own = await api.post('/gift_requests', giftBody(testApp), {
    'idempotency-key': 'the-same',
  })
  const other = await otherApi.post(
    '/gift_requests',
    { anything: 'else' },
    { 'idempotency-key': 'the-same' },
  )
  assert.equal(own.status, 201)
  assert.equal(other.status, 422)
})

it('a key expires after a day', async () => {
  const body = giftBody(testApp)
  const first = await api.post('/gift_requests', body, { 'idempotency-key': 'yesterday' })
  await testApp.advanceTime(25 * 3_600_000)
  const second = await api.post('/gift_requests', body, { 'idempotency-key': 'yesterday' })
  assert.equal(second.status, 201)
  assert.notEqual(second.json.id, first.json.id)
})

it('rejects malformed keys', async () => {
  for (const key of ['', 'a b', 'x'.repeat(256)]) {
    const response = await api.post('/gift_requests', giftBody(testApp), { 'idempotency-key': key })
    assert.equal(response.status, 400, key)
    assert.equal(response.json.errors[0].param, 'Idempotency-Key')
  }
})
