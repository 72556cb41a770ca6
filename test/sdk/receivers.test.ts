import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import Fastify from 'fastify'
import { type ApiVersion, Bestow, webhooks } from '#sdk'
import { signedDelivery } from '#sdk/testing'
import { directGiftBody, giftBody } from '#test/api-harness'
import { createSdkTestApp } from '#test/sdk-harness'
import { createMigratedDatabase } from '#test/throwaway-database'
import { allInState, startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { createWebhookHarness } from '#test/webhook-harness'
import { createEndpoint, rotateSecret } from '#webhooks'

const secret = 'svc-whsec-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

interface ReceivedEvents {
  options: webhooks.ReceiverOptions<ApiVersion>
  events: webhooks.WebhookEvent<ApiVersion>[]
  faults: unknown[]
}

/** Creates receiver options that record events and errors. The caller may add secrets later. */
function createOptions(
  secrets: string[] = [secret],
  more: Partial<webhooks.ReceiverOptions<ApiVersion>> = {},
): ReceivedEvents {
  const events: webhooks.WebhookEvent<ApiVersion>[] = []
  const faults: unknown[] = []
  return {
    events,
    faults,
    options: {
      secrets,
      seen: webhooks.inMemoryDeduplicator(),
      onEvent: (event) => events.push(event),
      onError: (error) => faults.push(error),
      ...more,
    },
  }
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
}

/** Starts an HTTP server for a fetch handler. */
const serveFetch = (handle: (request: Request) => Promise<Response>) =>
  serve(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = '', headers } = incoming
    const response = await handle(
      new Request('http://127.0.0.1/', {
        method,
        headers: headers as Record<string, string>,
        ...(method === 'GET' ? {} : { body: new Uint8Array(Buffer.concat(chunks)) }),
      }),
    )
    outgoing.writeHead(response.status).end(await response.text())
  })

async function serveFastify(options: webhooks.ReceiverOptions<ApiVersion>): Promise<string> {
  const app = Fastify()
  app.post('/json', async ({ body }) => body)
  await app.register(webhooks.fastifyPlugin({ ...options, path: '/webhooks' }))
  after(() => app.close())
  return `${await app.listen({ host: '127.0.0.1', port: 0 })}/webhooks`
}

const serveExpress = (options: webhooks.ReceiverOptions<ApiVersion>) => {
  const app = express()
  app.post('/webhooks', webhooks.nodeHandler(options))
  app.use(express.json())
  return serve(app)
}

const servers: Record<string, (options: webhooks.ReceiverOptions<ApiVersion>) => Promise<string>> =
  {
    fetch: (options) => serveFetch(webhooks.fetchHandler(options)),
    node: (options) => serve(webhooks.nodeHandler(options)),
    express: serveExpress,
    fastify: serveFastify,
  }

/** Returns the body of an event of the older API version. */
const bodyIn = (event: object | undefined) =>
  (event as { meta?: { body?: unknown } } | undefined)?.meta?.body

for (const [name, open] of Object.entries(servers)) {
  describe(`the ${name} receiver`, () => {
    it('accepts deliveries of the service, in both versions and across a rotation', async () => {
      const testApp = await createSdkTestApp()
      const secrets: string[] = []
      // Both endpoints receive the same event ids, so the receiver must not drop duplicates.
      const received = createOptions(secrets, { versions: ['2026-05', '2025-10'], seen: undefined })
      const url = await open(received.options)
      const owner = { account_id: testApp.account.id, tier: 'enterprise' } as const
      const endpoint = async (payload_version: ApiVersion) => {
        const created = await testApp.run((ctx) =>
          createEndpoint(ctx, owner, { url, payload_version }, { allowPrivate: true }),
        )
        secrets.push(created.secret)
        return created.endpoint.id
      }
      const endpoints = [await endpoint('2026-05'), await endpoint('2025-10')]
      const engine = startTestEngine(
        testApp.db,
        {},
        { limits: { connectTimeoutMs: 10_000, responseTimeoutMs: 10_000 } },
      )
      const gift = await testApp.bestow.giftRequests.create(directGiftBody(testApp))
      await testApp.advanceTime()
      await testApp.bestow.testHelpers.advanceGiftRequest(gift.id, { to: 'in_transit' })
      for (const id of endpoints) await testApp.run((ctx) => rotateSecret(ctx, id))
      await testApp.bestow.testHelpers.advanceGiftRequest(gift.id, { to: 'delivered' })
      const cancelled = await testApp.bestow.giftRequests.create(giftBody(testApp))
      await testApp.bestow.giftRequests.cancel(cancelled.id)
      await waitForDeliveries(
        testApp.db,
        {},
        (all) => all.length === 12 && allInState('delivered')(all),
      ).finally(() => engine.stop())
      assert.deepEqual(received.faults, [])
      const newer = received.events.filter(({ version }) => version === '2026-05')
      const older = received.events.filter(({ version }) => version === '2025-10')
      assert.deepEqual([newer.length, new Set(newer.map(({ type }) => type)).size], [6, 5])
      const sortedIds = (events: readonly { id: string }[]) => events.map(({ id }) => id).sort()
      assert.deepEqual(sortedIds(older), sortedIds(newer))
      const feed = await testApp.bestow.events.list().toArray({ limit: 10 })
      for (const { id, data } of newer)
        assert.deepEqual(data, feed.find((each) => each.id === id)?.body)
      const { baseUrl, token } = testApp
      const olderFeed = await new Bestow({ baseUrl, token, apiVersion: '2025-10' }).events
        .list()
        .toArray({ limit: 10 })
      for (const { id, data } of older)
        assert.deepEqual(data, bodyIn(olderFeed.find((each) => each.id === id)))
    })

    it('responds 403 to invalid deliveries, and 200 to valid ones and their duplicates', async () => {
      const received = createOptions()
      const url = await open(received.options)
      const delivery = await signedDelivery({ secret })
      const forged = { ...delivery, body: `${delivery.body} ` }
      const stale = await signedDelivery({ secret, sentAt: new Date(0) })
      const post = async (request: RequestInit) => {
        const response = await fetch(url, request)
        return `${response.status} ${await response.text()}`
      }
      assert.equal(await post(forged), '403 bad_signature')
      assert.equal(await post(stale), '403 stale')
      assert.equal(await post({ ...delivery, headers: {} }), '403 missing_header')
      assert.equal(await post({ method: 'POST' }), '403 missing_header')
      assert.equal(received.events.length, 0)
      assert.equal(await post(delivery), '200 accepted')
      assert.equal(await post(delivery), '200 duplicate')
      assert.deepEqual([received.events.length, received.faults.length], [1, 4])
      const older = await signedDelivery({ secret, version: '2025-10' })
      assert.equal(await post(older), '500 other_version')
    })

    it('responds 500 when its handler fails, and accepts the next attempt', async () => {
      let tries = 0
      const onEvent = () => {
        tries += 1
        if (tries === 1) throw new Error('the database is unavailable')
      }
      const url = await open(createOptions([secret], { onEvent }).options)
      const delivery = await signedDelivery({ secret })
      const statuses: number[] = []
      for (const _ of [1, 2, 3]) statuses.push((await fetch(url, delivery)).status)
      assert.deepEqual([statuses, tries], [[500, 200, 200], 2])
    })

    it('handles a delivery once that arrives ten times concurrently', async () => {
      let handled = 0
      const onEvent = async () => {
        await sleep(30)
        handled += 1
      }
      const ids = new Set<string>()
      const seen = {
        has: (id: string) => sleep(5).then(() => ids.has(id)),
        add: (id: string) => sleep(5).then(() => ids.add(id)),
      }
      const url = await open(createOptions([secret], { onEvent, seen }).options)
      const delivery = await signedDelivery({ secret })
      const responses = await Promise.all(Array.from({ length: 10 }, () => fetch(url, delivery)))
      assert.ok(responses.every(({ status }) => status === 200))
      assert.equal(handled, 1)
    })

    it('responds 413 to bodies that are too large, and 404 or 405 to other methods', async () => {
      const url = await open(createOptions([secret], { maxBytes: 2_000 }).options)
      const delivery = await signedDelivery({ secret, body: 'x'.repeat(5_000) })
      assert.equal((await fetch(url, delivery)).status, 413)
      assert.match(String((await fetch(url)).status), /^40[45]$/)
    })
  })
}

describe('the node receiver with a body that a framework has read', () => {
  /**
   * Sets the properties that Express, Next.js and function hosts set on a
   * request before they call the handler.
   */
  const behind = (put: (request: object, bytes: Buffer) => void, read = true) => {
    const handle = webhooks.nodeHandler(createOptions().options)
    return serve(async (request, response) => {
      const chunks: Buffer[] = []
      if (read) for await (const chunk of request) chunks.push(chunk as Buffer)
      put(request, Buffer.concat(chunks))
      await handle(request, response)
    })
  }

  // biome-ignore format: columns
  const cases: [name: string, put: (request: object, bytes: Buffer) => void, expected: string, read?: boolean][] = [
    ['as bytes',                    (request, body) => Object.assign(request, { body }),                              '200 accepted'],
    ['as text',                     (request, bytes) => Object.assign(request, { body: bytes.toString() }),           '200 accepted'],
    ['with the raw bytes',          (request, rawBody) => Object.assign(request, { rawBody, body: {} }),              '200 accepted'],
    ['not read, for its type',      (request) => Object.assign(request, { body: {} }),                                '200 accepted', false],
    ['as JSON',                     (request, bytes) => Object.assign(request, { body: JSON.parse(bytes.toString()) }), '500 body_was_parsed'],
    ['discarded',                   () => {},                                                                         '500 body_was_parsed'],
  ]
  for (const [name, put, expected, read] of cases) {
    it(`${name}: ${expected}`, async () => {
      const url = await behind(put, read)
      const response = await fetch(url, await signedDelivery({ secret }))
      assert.equal(`${response.status} ${await response.text()}`, expected)
    })
  }
})

describe('the fastify plugin', () => {
  it('does not affect other routes', async () => {
    const url = await serveFastify(createOptions().options)
    const response = await fetch(url.replace('webhooks', 'json'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    })
    assert.deepEqual(await response.json(), { a: 1 })
  })
})

describe('the signed test delivery', () => {
  it('has the same headers as a delivery of the service', async () => {
    const { url: database } = await createMigratedDatabase()
    const testApp = await createWebhookHarness(database)
    after(() => testApp.close())
    const received: { headers: Record<string, string>; body: string }[] = []
    const url = await serveFetch(async (request) => {
      received.push({ headers: Object.fromEntries(request.headers), body: await request.text() })
      return new Response()
    })
    const { secret: real } = await testApp.createEndpoint({ url, standard_webhooks: true })
    const engine = startTestEngine(testApp.db)
    await testApp.recordEvent('gift_request_redeemed')
    await waitForDeliveries(testApp.db, {}, allInState('delivered')).finally(() => engine.stop())
    const [sent] = received
    assert.ok(sent !== undefined)
    const delivery = await signedDelivery({
      secret: real,
      type: 'gift_request_redeemed',
      eventId: sent.headers['service-webhook-event-id'],
      sentAt: new Date(Number(sent.headers['service-webhook-dispatch-timestamp']) * 1000),
      body: sent.body,
      standard: true,
    })
    for (const [name, value] of Object.entries(delivery.headers)) {
      assert.equal(sent.headers[name], value, name)
    }
    assert.equal(delivery.body, sent.body)
  })
})

describe('the in-memory deduplicator', () => {
  it('remembers the last ids up to its limit', () => {
    const seen = webhooks.inMemoryDeduplicator(2)
    for (const id of ['a', 'b', 'c']) seen.add(id)
    assert.deepEqual(['a', 'b', 'c'].map(seen.has), [false, true, true])
  })
})
