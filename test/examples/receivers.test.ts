import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { proveReceiver } from '#sdk/prove'
import { signedDelivery } from '#sdk/testing'
import { directGiftBody, giftBody } from '#test/api-harness'
import { eventually } from '#test/eventually'
import { installReceivers, startProgram, startServerPerConnection } from '#test/example-receivers'
import { isShortRun } from '#test/run-size'
import { createSdkTestApp } from '#test/sdk-harness'
import { startTestEngine } from '#test/webhook-engine-fixture'
import { type ReceivedRequest, responders, startReceiver } from '#test/webhook-receiver'
import { createEndpoint, rotateSecret } from '#webhooks'

/*
 * The tests of the example receivers. Each receiver is started as its documentation says, with the built
 * SDK installed. All receivers get the same deliveries: real deliveries of the engine, repeated
 * deliveries, and tampered ones.
 */

const folder = installReceivers()
const { deliveries, secrets } = await realDeliveries()

/**
 * Records one delivery of each event type. The last deliveries follow a rotation, so they are signed with the
 * new and the old secret.
 */
async function realDeliveries(): Promise<{ deliveries: ReceivedRequest[]; secrets: string[] }> {
  const testApp = await createSdkTestApp()
  const receiver = await startReceiver({ respond: responders.status(200) })
  const owner = { account_id: testApp.account.id, tier: 'enterprise' } as const
  const { endpoint, secret } = await testApp.run((ctx) =>
    createEndpoint(ctx, owner, { url: receiver.url }, { allowPrivate: true }),
  )
  // The timeouts are long, because a retry on a busy machine would be recorded as another delivery.
  const engine = startTestEngine(
    testApp.db,
    {},
    { limits: { connectTimeoutMs: 10_000, responseTimeoutMs: 10_000 } },
  )
  const gift = await testApp.bestow.giftRequests.create(directGiftBody(testApp))
  await testApp.advanceTime()
  await testApp.bestow.testHelpers.advanceGiftRequest(gift.id, { to: 'in_transit' })
  await testApp.bestow.testHelpers.advanceGiftRequest(gift.id, { to: 'delivered' })
  await receiver.waitForRequests(4)
  const rotated = await testApp.run((ctx) => rotateSecret(ctx, endpoint.id))
  const cancelledGift = await testApp.bestow.giftRequests.create(giftBody(testApp))
  await testApp.bestow.giftRequests.cancel(cancelledGift.id)
  const deliveries = [...(await receiver.waitForRequests(6))]
  await engine.stop()
  await receiver.close()
  return { deliveries, secrets: [secret, rotated?.secret ?? ''] }
}

interface RunningReceiver {
  url: string
  /** The lines that the receiver has printed so far. */
  lines: string[]
  /** Waits until the receiver has printed one line for each event. Returns the sorted lines. */
  handled(): Promise<string[]>
}

function runningReceivers(url: string, lines: string[]): RunningReceiver {
  return {
    url,
    lines,
    async handled() {
      await eventually(() => lines.length >= deliveries.length, { message: () => lines.join('\n') })
      return lines.toSorted()
    },
  }
}

const program = async (command: string, args: string[], secret: string) => {
  const { url, lines } = await startProgram(folder, command, args, {
    BESTOW_WEBHOOK_SECRET: secret,
  })
  return runningReceivers(url, lines)
}

const serverPerConnection = async (file: string, secret: string) => {
  const { url, lines } = await startServerPerConnection(folder, file, {
    BESTOW_WEBHOOK_SECRET: secret,
  })
  return runningReceivers(url, lines)
}

const node = (file: string) => (secret: string) =>
  program(process.execPath, [join(folder, file)], secret)

const receivers: Record<string, (secret: string) => Promise<RunningReceiver>> = {
  'node.ts': node('node.ts'),
  'express.ts': node('express.ts'),
  'fastify.ts': node('fastify.ts'),
  'fetch.ts': node('host.ts'),
  'receiver.py': (secret) => program('python3', [join(folder, 'receiver.py')], secret),
  'receiver.sh': (secret) => serverPerConnection(join(folder, 'receiver.sh'), secret),
}

/** Builds the request that repeats a delivery, without the headers of the connection. */
function redeliver(
  { headers, body }: ReceivedRequest,
  extraHeaders: Record<string, string> = {},
): RequestInit {
  const own = Object.entries(headers).filter(([name]) => /^service-|^content-type$/.test(name))
  return {
    method: 'POST',
    headers: { ...Object.fromEntries(own), ...extraHeaders },
    body: new Uint8Array(body),
  }
}

const postStatus = async (url: string, request: RequestInit) => {
  const result = await fetch(url, request)
  await result.arrayBuffer()
  return result.status
}

const expected = deliveries
  .map(
    ({ headers }) =>
      `${headers['service-webhook-event-type']} ${headers['service-webhook-event-id']}`,
  )
  .sort()

for (const [name, start] of Object.entries(receivers)) {
  describe(`examples/receivers/${name}`, () => {
    it('handles each delivery once, also deliveries signed with an old secret', async () => {
      const [old = ''] = secrets
      const { url, handled } = await start(old)
      for (const each of [...deliveries, ...deliveries]) {
        assert.equal(await postStatus(url, redeliver(each)), 200)
      }
      assert.deepEqual(await handled(), expected)
    })

    it('rejects tampered deliveries, and supports several secrets', async () => {
      const { url, lines, handled } = await start(secrets.join())
      const [first] = deliveries
      assert.ok(first !== undefined)
      const longer = { ...first, body: Buffer.concat([first.body, Buffer.from(' ')]) }
      const later = String(Number(first.headers['service-webhook-dispatch-timestamp']) + 1)
      const wrongSecretDelivery = await signedDelivery({ secret: 'svc-whsec-other' })
      const stale = await signedDelivery({ secret: secrets[1] ?? '', sentAt: new Date(1e12) })
      const forgeries: Record<string, RequestInit> = {
        'another body': redeliver(longer),
        'another time': redeliver(first, { 'service-webhook-dispatch-timestamp': later }),
        'no time': redeliver(first, { 'service-webhook-dispatch-timestamp': '' }),
        'no signature': redeliver(first, { 'service-webhook-signature': '' }),
        'an odd signature': redeliver(first, { 'service-webhook-signature': "'; rm -rf / #" }),
        'an odd id': redeliver(first, { 'service-webhook-event-id': '' }),
        'another secret': wrongSecretDelivery,
        'an old delivery': stale,
        nothing: { method: 'POST', body: '' },
      }
      for (const [forgery, request] of Object.entries(forgeries)) {
        assert.equal(await postStatus(url, request), 403, forgery)
      }
      assert.deepEqual(lines, [])
      for (const each of deliveries) assert.equal(await postStatus(url, redeliver(each)), 200)
      assert.deepEqual(await handled(), expected)
    })

    // The proof sends 600 deliveries. This receiver starts a program for each of
    // them, which takes half a minute.
    const isSlow = name === 'receiver.sh' && isShortRun
    it('passes the proof', { skip: isSlow }, async () => {
      const { url } = await start(secrets.join())
      const [secret = '', nextSecret] = secrets
      // starting a program for each connection takes time, and other tests use the same processors
      const parallel = name === 'receiver.sh' ? 10 : 50
      const { results } = await proveReceiver({ url, secret, nextSecret, parallel })
      const defects = results.filter(({ outcome }) => outcome !== 'passed')
      assert.deepEqual(
        defects.filter(({ id }) => !isAdvice(id)),
        [],
      )
    })
  })
}

/**
 * Returns whether a check is only advice for the examples. The examples support one payload version, and a
 * busy machine makes them slow.
 */
const isAdvice = (id: string) => ['accepts_older_version', 'answers_quickly'].includes(id)
