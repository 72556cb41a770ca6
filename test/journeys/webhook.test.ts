import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHttpClient } from '#platform/http-client/http-client'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { type ReceivedRequest, responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

/** From the API to the receiver and nothing in between but what a customer has: the real engine, a real socket. */
const testApp = await createTestApp()
const receiver = await startReceiver()
const { account } = testApp
const { secret } = await testApp.run((ctx) =>
  webhooks.createEndpoint(
    ctx,
    { account_id: account.id, tier: account.tier },
    { url: receiver.url },
    { allowPrivate: true },
  ),
)
const httpClient = createHttpClient({ allowPrivate: true, userAgent: 'Bestow' })
const engine = webhooks.startEngine(
  { db: testApp.db, httpClient: httpClient, clock: testApp.db.clock, onError: () => {} },
  { retryDelaysMs: [20, 40, 80, 160], pollIntervalMs: 20 },
)
testApp.closeCallbacks.push(async () => {
  await engine.stop()
  httpClient.close()
  await receiver.close()
})

/** The deliveries of one gift request, once there are so many. */
async function findDeliveries(id: string, count: number): Promise<ReceivedRequest[]> {
  for (let n = 0; n < 500; n++) {
    const got = receiver.requests.filter(({ body }) => JSON.parse(body.toString()).id === id)
    if (got.length >= count) return got
    engine.notify()
    await sleep(10)
  }
  throw new Error(`${count} deliveries of ${id} did not arrive`)
}

/** The published rules, in another language and by nobody of ours. */
const verifier = `
import hashlib, hmac, sys, time
secret, timestamp, signature = sys.argv[1:4]
body = sys.stdin.buffer.read()
expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
genuine = hmac.compare_digest(expected, signature) and abs(time.time() - int(timestamp)) <= 300
sys.exit(0 if genuine else 1)
`

function isGenuine({ headers, body }: ReceivedRequest, by = secret): boolean {
  const timestamp = String(headers['service-webhook-dispatch-timestamp'])
  const signature = String(headers['service-webhook-signature'])
  const { status, error } = spawnSync('python3', ['-c', verifier, by, timestamp, signature], {
    input: body,
  })
  if (error !== undefined) throw error
  return status === 0
}

it('delivers, byte for byte, what a GET answered at that moment, at every step of a life', async () => {
  const created = await testApp.api.post('/gift_requests', giftBody(testApp))
  const { id } = created.json
  const responseTexts = [created.text]
  for (const to of ['redeemed', 'in_transit', 'delivered']) {
    await testApp.api.post(`/test_helpers/gift_requests/${id}/advance`, { to })
    responseTexts.push((await testApp.api.get(`/gift_requests/${id}`)).text)
  }
  const got = await findDeliveries(id, 4)
  assert.deepEqual(got.map(({ body }) => body.toString()).sort(), responseTexts.sort())
  for (const { headers, body } of got) {
    const told = String(headers['service-webhook-event-type'])
    const status = told.replace('gift_request_', '').replace('created', 'submitted')
    assert.equal(JSON.parse(body.toString()).status, status)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['service-webhook-api-version'], '2026-05')
  }
})

it('signs so that independent code in another language agrees, and disagrees when anything differs', async () => {
  const { json } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
  await testApp.advanceTime()
  for (const got of await findDeliveries(json.id, 2)) {
    assert.ok(isGenuine(got))
    assert.ok(!isGenuine(got, `${secret}x`))
    assert.ok(!isGenuine({ ...got, body: Buffer.concat([got.body, Buffer.from(' ')]) }))
  }
})

it('sends the same bytes and event id at all five attempts, and not a sixth', async () => {
  receiver.respond(responders.status(500))
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  const got = await findDeliveries(json.id, 5)
  await sleep(400) // the longest delay is 160 ms and a fifth of it
  receiver.respond(responders.status(200))
  const all = receiver.requests.filter(({ body }) => JSON.parse(body.toString()).id === json.id)
  assert.equal(all.length, 5)
  assert.equal(new Set(all.map(({ body }) => body.toString())).size, 1)
  assert.equal(new Set(all.map(({ headers }) => headers['service-webhook-event-id'])).size, 1)
  assert.ok(got.every((each) => isGenuine(each)))
})

it('tells the redeemed and the delivered of a gift that goes straight to complete, each with its status', async () => {
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.api.post(`/test_helpers/gift_requests/${json.id}/advance`, {
    to: 'awaiting_recipient',
  })
  await testApp.api.post(`/test_helpers/gift_requests/${json.id}/advance`, { to: 'complete' })
  const got = await findDeliveries(json.id, 3)
  const told = got.map(({ headers, body }) => [
    headers['service-webhook-event-type'],
    JSON.parse(body.toString()).status,
  ])
  assert.deepEqual(told.sort(), [
    ['gift_request_created', 'submitted'],
    ['gift_request_delivered', 'delivered'],
    ['gift_request_redeemed', 'redeemed'],
  ])
})
