import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHttpClient } from '#platform/http-client/http-client'
import { constructEvent } from '#sdk/webhooks'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCliRunner } from '#test/cli-runner'
import { eventInput } from '#test/webhook-harness'
import { type ReceivedRequest, responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

const testApp = await createTestApp()
const origin = await testApp.listen()
const app = await startReceiver()
after(() => app.close())

/** A machine with a token of the account, or of another. */
const createRunner = (token = testApp.token) =>
  createCliRunner({ BESTOW_API_URL: origin, BESTOW_API_TOKEN: token })
const make = async () => (await testApp.api.post('/gift_requests', giftBody(testApp))).json
const isReady = ({ listening }: { listening?: object }) => listening !== undefined
const isEventOfType = (type: string) => (line: { event?: { type: string } }) =>
  line.event?.type === type

/** Requests for one gift, once there are so many. */
async function findDeliveries(id: string, count = 1): Promise<ReceivedRequest[]> {
  const found = () => app.requests.filter(({ body }) => body.toString().includes(`"${id}"`))
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(20))
    if (found().length >= count) return found()
  throw new Error(`${found().length} of ${count} deliveries of ${id}`)
}

describe('what your app gets', () => {
  it('is what an endpoint gets: the same bytes, the same headers, signed', async () => {
    const endpoint = await startReceiver()
    await testApp.run((ctx) =>
      webhooks.createEndpoint(
        ctx,
        { account_id: testApp.account.id, tier: testApp.account.tier },
        { url: endpoint.url },
        { allowPrivate: true },
      ),
    )
    const httpClient = createHttpClient({ allowPrivate: true, userAgent: `Bestow (+${origin})` })
    const engine = webhooks.startEngine(
      { db: testApp.db, httpClient: httpClient, clock: testApp.db.clock, onError: () => {} },
      { pollIntervalMs: 20 },
    )
    testApp.closeCallbacks.push(async () => {
      await engine.stop()
      httpClient.close()
      await endpoint.close()
    })
    const listening = createRunner().start('listen', '--forward-to', app.url, '--json')
    const { secret } = (await listening.waitForLine(isReady)).listening
    const { id } = await make()
    const [[ours], [received]] = [await findDeliveries(id), await endpoint.waitForRequests(1)]
    assert.ok(ours !== undefined && received !== undefined)
    assert.deepEqual(ours.body, received.body)
    const names = ({ rawHeaders }: ReceivedRequest) =>
      rawHeaders
        .map(([name]) => name)
        .filter((name) => !/^(content-length|host|connection)$/i.test(name))
        .sort()
    assert.deepEqual(names(ours), names(received))
    for (const name of ['event-id', 'event-type', 'api-version'])
      assert.equal(
        ours.headers[`service-webhook-${name}`],
        received.headers[`service-webhook-${name}`],
      )
    for (const name of ['content-type', 'user-agent'])
      assert.equal(ours.headers[name], received.headers[name])
    const event = await constructEvent(ours.body, ours.headers, { secrets: secret })
    assert.equal(event.data.id, id)
    await listening.stop()
  })

  it('is of the payload version that was asked for', async () => {
    const listening = createRunner().start(
      ...['listen', '--forward-to', app.url, '--payload-version', '2025-10', '--json'],
    )
    const { secret } = (await listening.waitForLine(isReady)).listening
    const { id } = await make()
    const [delivery] = await findDeliveries(id)
    assert.ok(delivery)
    assert.equal(delivery.headers['content-type'], 'application/vnd.api+json')
    assert.equal(JSON.parse(delivery.body.toString()).data.type, 'gift_requests')
    await constructEvent(delivery.body, delivery.headers, {
      secrets: secret,
      versions: ['2025-10'],
    })
    await listening.stop()
  })

  it('is only what was asked for', async () => {
    const listening = createRunner().start(
      ...['listen', '--forward-to', app.url, '--events', 'cancelled', '--json'],
    )
    await listening.waitForLine(isReady)
    const { id } = await make()
    await testApp.api.post(`/gift_requests/${id}/cancel`)
    await listening.waitForLine(isEventOfType('gift_request_cancelled'))
    assert.equal((await findDeliveries(id)).length, 1)
    await listening.stop()
  })

  it('comes again when it is asked for', async () => {
    const { id } = await make()
    const event = (await testApp.api.get(`/events?gift_request_id=${id}`)).json.data[0]
    for (const which of [event.id, 'last']) {
      const { code } = await createRunner().run(
        ...['listen', '--forward-to', app.url, '--replay', which, '--exit-after', '1', '--json'],
      )
      assert.equal(code, 0)
    }
    assert.equal((await findDeliveries(id, 2)).length, 2)
    const refused = await createRunner().run(
      ...['listen', '--forward-to', app.url, '--replay', crypto.randomUUID()],
    )
    assert.equal(refused.code, 1)
    assert.match(refused.err, /There is no event/)
  })
})

describe('the secret', () => {
  it('is the same each time on a machine, and another on another and for another account', async () => {
    const runner = createRunner()
    const secretOf = async (on: typeof runner) => {
      const listening = on.start('listen', '--forward-to', '4000', '--json')
      const { secret } = (await listening.waitForLine(isReady)).listening
      await listening.stop()
      return secret
    }
    const first = await secretOf(runner)
    assert.match(first, /^svc-whsec-[\w-]{43}$/)
    assert.equal(await secretOf(runner), first)
    assert.notEqual(await secretOf(createRunner()), first)
    runner.env.BESTOW_API_TOKEN = (await testApp.createOtherAccount()).token
    assert.notEqual(await secretOf(runner), first)
  })
})

describe('nothing is lost', () => {
  it('of what happens while nobody listens', async () => {
    const runner = createRunner()
    const listen = ['listen', '--forward-to', app.url, '--json']
    const first = runner.start(...listen)
    await first.waitForLine(isReady)
    const early = await make()
    await findDeliveries(early.id)
    await first.waitForLine(isEventOfType('gift_request_created'))
    await first.stop()
    const away = [await make(), await make(), await make()]
    const second = runner.start(...listen)
    for (const { id } of away) await findDeliveries(id)
    await second.stop()
    for (const { id } of [early, ...away])
      assert.equal((await findDeliveries(id)).length, 1, 'once')
  })

  it('of what is committed later than what came after it', async () => {
    const listening = createRunner().start('listen', '--forward-to', app.url, '--json')
    await listening.waitForLine(isReady)
    let commit = () => {}
    const blocked = new Promise<void>((resolve) => {
      commit = resolve
    })
    let output = ''
    const late = testApp.run(async (ctx) => {
      output = webhooks.record(ctx, eventInput(testApp.account.id, 'gift_request_dispatched'))
      await blocked
    })
    await sleep(50)
    const quick = await make()
    await findDeliveries(quick.id)
    commit()
    await late
    await listening.waitForLine(({ event }) => event?.id === output)
    await listening.stop()
  })

  it('while the service is away', async () => {
    const other = await createTestApp()
    const address = new URL(await other.listen())
    const listening = createCliRunner({
      BESTOW_API_URL: address.origin,
      BESTOW_API_TOKEN: other.token,
    }).start('listen', '--forward-to', app.url, '--json')
    await listening.waitForLine(isReady)
    await other.db.pool.query('alter schema webhooks rename to elsewhere')
    await listening.waitForLine(({ text }) => /Retrying/.test(text))
    await other.db.pool.query('alter schema elsewhere rename to webhooks')
    const { id } = (await other.api.post('/gift_requests', giftBody(other))).json
    await findDeliveries(id)
    await listening.waitForLine(({ text }) => /reachable again/.test(text))
    await listening.stop()
  })

  it('when the place where it stopped is kept no longer', async () => {
    const other = await createTestApp()
    const runner = createCliRunner({
      BESTOW_API_URL: await other.listen(),
      BESTOW_API_TOKEN: other.token,
    })
    const listen = ['listen', '--forward-to', app.url, '--json']
    await other.api.post('/gift_requests', giftBody(other))
    const first = runner.start(...listen)
    await first.waitForLine(isReady)
    await first.stop()
    await other.run((ctx) => ctx.query('delete from webhooks.event'))
    const { id } = (await other.api.post('/gift_requests', giftBody(other))).json
    const second = runner.start(...listen)
    await findDeliveries(id)
    await second.waitForLine(({ text }) => /no longer stored/.test(text))
    await second.stop()
  })

  it('of what happened since a moment', async () => {
    const other = await createTestApp()
    const gifts = []
    for (let n = 0; n < 3; n++)
      gifts.push((await other.api.post('/gift_requests', giftBody(other))).json)
    const env = { BESTOW_API_URL: await other.listen(), BESTOW_API_TOKEN: other.token }
    const { code } = await createCliRunner(env).run(
      ...['listen', '--forward-to', app.url, '--since', '10m', '--exit-after', '3', '--json'],
    )
    assert.equal(code, 0)
    for (const { id } of gifts) await findDeliveries(id)
  })
})

describe('a line for each delivery', () => {
  async function lineFor(...more: string[]) {
    const { id } = await make()
    const event = (await testApp.api.get(`/events?gift_request_id=${id}`)).json.data[0]
    return createRunner().run('listen', '--replay', event.id, '--exit-after', '1', ...more)
  }

  it('says how your app answered, and what to do when it did not take it', async () => {
    const receiver = await startReceiver()
    after(() => receiver.close())
    const hints: [number, RegExp][] = [
      [204, /✔ 204/],
      [403, /✖ 403[\s\S]*secret[\s\S]*raw bytes/],
      [404, /has no POST \/hook/],
      [302, /Redirects are not followed/],
      [500, /your app failed/i],
    ]
    for (const [status, words] of hints) {
      receiver.respond(responders.status(status))
      assert.match((await lineFor('--forward-to', receiver.url)).out, words)
    }
    assert.match(
      (await lineFor('--forward-to', 'localhost:1')).out,
      /No server listens at localhost:1/,
    )
  })

  it('says whether your app verifies at all', async () => {
    const receiver = await startReceiver()
    after(() => receiver.close())
    const to = ['--forward-to', receiver.url, '--probe']
    assert.match((await lineFor(...to)).err, /does not verify signatures/)
    receiver.respond(responders.status(403))
    assert.match((await lineFor(...to)).err, /rejects forged deliveries/)
  })

  it('shows the secret ready to paste, and the body when it is asked for', async () => {
    const { out, err } = await lineFor('--forward-to', app.url, '--print-json')
    assert.match(err, /export BESTOW_WEBHOOK_SECRET=svc-whsec-/)
    assert.equal(JSON.parse(out).status, 'submitted')
  })
})
