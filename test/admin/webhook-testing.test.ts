import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { createDeveloperTestApp } from '#test/developer-harness'
import { pluck } from '#test/pluck'
import { waitForDeliveries } from '#test/webhook-engine-fixture'
import { responders, startReceiver } from '#test/webhook-receiver'

const testApp = await createDeveloperTestApp()
const admin = await testApp.signIn(testApp.admin)
const receiver = await startReceiver({ respond: responders.status(500) })
after(() => receiver.close())

async function createEndpoint(input: Record<string, unknown> = {}) {
  const { json } = await admin.post('/endpoints', { url: receiver.url, ...input })
  return json as { id: string; secret: string }
}

const findHeader = (request: { headers: [string, string][] }, name: string) =>
  request.headers.find(([each]) => each.toLowerCase() === name)?.[1]

describe('the preview of a test event', () => {
  it('has the signed request in each payload version, without secrets', async () => {
    const headers = [{ name: 'X-Shop-Key', value: 'quiet-value' }]
    const { id, secret } = await createEndpoint({ headers })
    for (const payload_version of ['2026-05', '2025-10']) {
      const path = `/endpoints/${id}/test?type=gift_request_redeemed&payload_version=${payload_version}`
      const { status, json: request, text, headers: replyHeaders } = await admin.get(path)
      assert.equal(status, 200, text)
      assert.equal(replyHeaders.get('cache-control'), 'no-store')
      const timestamp = findHeader(request, 'service-webhook-dispatch-timestamp')
      const expected = createHmac('sha256', secret).update(`${timestamp}.${request.body}`)
      assert.equal(findHeader(request, 'service-webhook-signature'), expected.digest('hex'))
      assert.equal(findHeader(request, 'service-webhook-api-version'), payload_version)
      assert.equal(findHeader(request, 'service-webhook-event-type'), 'gift_request_redeemed')
      assert.equal(request.bytes, Buffer.byteLength(request.body))
      assert.equal(text.includes(secret) || text.includes('quiet-value'), false)
    }
    const { json: byDefault } = await admin.get(`/endpoints/${id}/test`)
    assert.equal(findHeader(byDefault, 'service-webhook-api-version'), '2026-05')
    assert.deepEqual(receiver.requests, [], 'the preview sends nothing')
  })

  it('rejects unknown payload versions, and endpoints of other accounts', async () => {
    const { id } = await createEndpoint()
    for (const payload_version of ['2020-01', 'constructor', '__proto__']) {
      const preview = await admin.get(`/endpoints/${id}/test?payload_version=${payload_version}`)
      const sent = await admin.post(`/endpoints/${id}/test`, {
        type: 'gift_request_created',
        payload_version,
      })
      assert.deepEqual([preview.status, sent.status], [400, 422])
      assert.equal(sent.json.errors[0].param, 'payload_version')
    }
    const other = await testApp.createAccount('Neighbour')
    const neighbour = await testApp.signIn(await testApp.createUser('admin', other.id))
    const check = { timestamp: '1', body: '{}', signature: 'a' }
    assert.equal((await neighbour.get(`/endpoints/${id}/test`)).status, 404)
    assert.equal((await neighbour.post(`/endpoints/${id}/check-signature`, check)).status, 404)
    assert.equal((await admin.get('/endpoints/no-id/test')).status, 404)
  })

  it('is not for senders', async () => {
    const { id } = await createEndpoint()
    const sender = await testApp.signIn(testApp.sender)
    assert.equal((await sender.get(`/endpoints/${id}/test`)).status, 403)
  })
})

describe('a test event', () => {
  it('is sent in the chosen payload version, with one attempt', async () => {
    const { id } = await createEndpoint()
    const { json: sent } = await admin.post(`/endpoints/${id}/test`, {
      type: 'gift_request_delivered',
      payload_version: '2025-10',
    })
    testApp.engine.notify()
    await waitForDeliveries(testApp.db, { endpoint_id: id }, ([one]) => one?.state === 'abandoned')
    const { json: delivery } = await admin.get(`/deliveries/${sent.id}`)
    assert.equal(delivery.payload_version, '2025-10')
    assert.deepEqual(pluck(delivery.attempts, 'status'), [500])
    const request = receiver.requests.at(-1)
    assert.equal(request?.headers['service-webhook-api-version'], '2025-10')
    assert.match(String(request?.body), /"attributes"/)
  })
})

describe('the check of a signature', () => {
  it('accepts a valid signature, and names mistakes and the previous secret', async () => {
    const { id, secret } = await createEndpoint()
    const { json: request } = await admin.get(`/endpoints/${id}/test`)
    const timestamp = findHeader(request, 'service-webhook-dispatch-timestamp') ?? ''
    const { body } = request
    const mac = (content: string) => createHmac('sha256', secret).update(content).digest('hex')
    const check = async (signature: string) =>
      (await admin.post(`/endpoints/${id}/check-signature`, { timestamp, body, signature })).json
        .mistake
    assert.equal(await check(findHeader(request, 'service-webhook-signature') ?? ''), null)
    assert.equal(await check(mac(body)), 'content_body_only')
    assert.equal(await check(mac(`${timestamp}.${body}\n`)), 'body_line_end')
    assert.equal(await check('0'.repeat(64)), 'unknown')

    const right = mac(`${timestamp}.${body}`)
    await admin.post(`/endpoints/${id}/rotate_secret`, { overlap_seconds: 3_600 })
    assert.equal(await check(right), 'secret_previous')
    await admin.post(`/endpoints/${id}/rotate_secret`, { overlap_seconds: 0 })
    assert.equal(await check(right), 'unknown')
  })

  it('bounds its input', async () => {
    const { id } = await createEndpoint()
    const send = (input: Record<string, string>) =>
      admin.post(`/endpoints/${id}/check-signature`, {
        ...{ timestamp: '1', body: '{}', signature: 'a' },
        ...input,
      })
    assert.equal((await send({ body: 'x'.repeat(30_001) })).status, 422)
    assert.equal((await send({ signature: 'x'.repeat(201) })).status, 422)
    assert.equal((await send({ timestamp: '' })).status, 422)
    assert.equal((await send({})).json.mistake, 'signature_length')
  })
})
