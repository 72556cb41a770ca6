import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { before, it } from 'node:test'
import { promisify } from 'node:util'
import { createHttpClient } from '#platform/http-client/http-client'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { eventually, never } from '#test/eventually'
import { type ReceivedRequest, responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

/**
 * The tests from the API to the receiver with only the means of a customer: the
 * real engine and a real socket.
 */
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
let engine: webhooks.Engine
// starts the engine in a hook and not at the import, because it would poll while the tests of
// other files of this process run
before(() => {
  engine = webhooks.startEngine(
    { db: testApp.db, httpClient, clock: testApp.db.clock, onError: () => {} },
    { retryDelaysMs: [20, 40, 80, 160], pollIntervalMs: 20 },
  )
})
testApp.closeCallbacks.push(async () => {
  await engine.stop()
  httpClient.close()
  await receiver.close()
})

/** Waits for this many deliveries of one gift request. Returns the deliveries. */
async function waitForDeliveries(id: string, count: number): Promise<ReceivedRequest[]> {
  return eventually(
    () => {
      engine.notify()
      const found = findDeliveries(id)
      return found.length >= count && found
    },
    { message: `${count} deliveries of ${id} arrive` },
  )
}

const findDeliveries = (id: string): ReceivedRequest[] =>
  receiver.requests.filter(({ body }) => JSON.parse(body.toString()).id === id)

/** An independent implementation of the published signature rules, in another language. */
const verifier = `
import hashlib, hmac, json, sys, time
for secret, timestamp, signature, body in json.loads(sys.argv[1]):
    signed = timestamp.encode() + b"." + body.encode()
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    print(hmac.compare_digest(expected, signature) and abs(time.time() - int(timestamp)) <= 300)
`

/**
 * Verifies requests in a separate process. Returns whether each signature is valid. The test awaits this
 * process and does not block, because the engine in this process must read the responses of the database.
 */
async function verify(requests: readonly ReceivedRequest[], by = secret): Promise<boolean[]> {
  const signed = requests.map(({ headers, body }) => [
    by,
    headers['service-webhook-dispatch-timestamp'],
    headers['service-webhook-signature'],
    body.toString(),
  ])
  const { stdout } = await promisify(execFile)('python3', ['-c', verifier, JSON.stringify(signed)])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line === 'True')
}

it('delivers at each step the same bytes that GET returns at that time', async () => {
  const created = await testApp.api.post('/gift_requests', giftBody(testApp))
  const { id } = created.json
  const responseTexts = [created.text]
  for (const to of ['redeemed', 'in_transit', 'delivered']) {
    await testApp.api.post(`/test_helpers/gift_requests/${id}/advance`, { to })
    responseTexts.push((await testApp.api.get(`/gift_requests/${id}`)).text)
  }
  const got = await waitForDeliveries(id, 4)
  assert.deepEqual(got.map(({ body }) => body.toString()).sort(), responseTexts.sort())
  for (const { headers, body } of got) {
    const eventType = String(headers['service-webhook-event-type'])
    const status = eventType.replace('gift_request_', '').replace('created', 'submitted')
    assert.equal(JSON.parse(body.toString()).status, status)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['service-webhook-api-version'], '2026-05')
  }
})

it('independent code in another language verifies the signature, and rejects changed bytes', async () => {
  const { json } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
  await testApp.advanceTime()
  const got = await waitForDeliveries(json.id, 2)
  const changed = got.map((each) => ({
    ...each,
    body: Buffer.concat([each.body, Buffer.from(' ')]),
  }))
  assert.deepEqual(await verify(got), [true, true])
  assert.deepEqual(await verify(got, `${secret}x`), [false, false])
  assert.deepEqual(await verify(changed), [false, false])
})

it('sends the same bytes and event id in all five attempts, and no sixth', async () => {
  receiver.respond(responders.status(500))
  const { json, status, text } = await testApp.api.post('/gift_requests', giftBody(testApp))
  assert.equal(status, 201, text)
  const got = await waitForDeliveries(json.id, 5)
  // The longest delay is 160 ms, with a jitter of a fifth.
  await never(() => findDeliveries(json.id).length > 5, { forMs: 400, message: 'a sixth attempt' })
  receiver.respond(responders.status(200))
  const all = findDeliveries(json.id)
  assert.equal(all.length, 5)
  assert.equal(new Set(all.map(({ body }) => body.toString())).size, 1)
  assert.equal(new Set(all.map(({ headers }) => headers['service-webhook-event-id'])).size, 1)
  assert.deepEqual(await verify(got), [true, true, true, true, true])
})

it('emits redeemed and delivered for a gift that advances directly to complete, each with its status', async () => {
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.api.post(`/test_helpers/gift_requests/${json.id}/advance`, {
    to: 'awaiting_recipient',
  })
  await testApp.api.post(`/test_helpers/gift_requests/${json.id}/advance`, { to: 'complete' })
  const got = await waitForDeliveries(json.id, 3)
  const statuses = got.map(({ headers, body }) => [
    headers['service-webhook-event-type'],
    JSON.parse(body.toString()).status,
  ])
  assert.deepEqual(statuses.sort(), [
    ['gift_request_created', 'submitted'],
    ['gift_request_delivered', 'delivered'],
    ['gift_request_redeemed', 'redeemed'],
  ])
})
