import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createHttpClient } from '#platform/http-client/http-client'
import { constructEvent } from '#sdk/webhooks'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCliRunner } from '#test/cli-runner'
import { eventually } from '#test/eventually'
import { eventInput } from '#test/webhook-harness'
import { type ReceivedRequest, responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'

const testApp = await createTestApp()
const origin = await testApp.listen()
const app = await startReceiver()
after(() => app.close())

/** Creates a command line on a separate machine with a token. The default is a token of the test account. */
const createRunner = (token = testApp.token) =>
  createCliRunner({ BESTOW_API_URL: origin, BESTOW_API_TOKEN: token })
const create = async () => (await testApp.api.post('/gift_requests', giftBody(testApp))).json
const isReady = ({ listening }: { listening?: object }) => listening !== undefined
const isEventOfType = (type: string) => (line: { event?: { type: string } }) =>
  line.event?.type === type

/** Waits for this many deliveries of one gift request. Returns the deliveries. */
function waitForDeliveries(id: string, count = 1): Promise<ReceivedRequest[]> {
  const find = () => app.requests.filter(({ body }) => body.toString().includes(`"${id}"`))
  return eventually(() => find().length >= count && find(), {
    timeoutMs: 30_000,
    message: () => `${count} deliveries of ${id} arrive; there are ${find().length}`,
  })
}

describe('a forwarded delivery', () => {
  it('has the same body, headers and signature as a delivery to an endpoint', async () => {
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
      { db: testApp.db, httpClient, clock: testApp.db.clock, onError: () => {} },
      { pollIntervalMs: 20 },
    )
    testApp.closeCallbacks.push(async () => {
      await engine.stop()
      httpClient.close()
      await endpoint.close()
    })
    const listening = createRunner().start('listen', '--forward-to', app.url, '--json')
    const { secret } = (await listening.waitForLine(isReady)).listening
    const { id } = await create()
    const [[forwarded], [received]] = [
      await waitForDeliveries(id),
      await endpoint.waitForRequests(1),
    ]
    assert.ok(forwarded !== undefined && received !== undefined)
    assert.deepEqual(forwarded.body, received.body)
    const names = ({ rawHeaders }: ReceivedRequest) =>
      rawHeaders
        .map(([name]) => name)
        .filter((name) => !/^(content-length|host|connection)$/i.test(name))
        .sort()
    assert.deepEqual(names(forwarded), names(received))
    for (const name of ['event-id', 'event-type', 'api-version'])
      assert.equal(
        forwarded.headers[`service-webhook-${name}`],
        received.headers[`service-webhook-${name}`],
      )
    for (const name of ['content-type', 'user-agent'])
      assert.equal(forwarded.headers[name], received.headers[name])
    const event = await constructEvent(forwarded.body, forwarded.headers, { secrets: secret })
    assert.equal(event.data.id, id)
    await listening.stop()
  })

  it('has the requested payload version', async () => {
    const listening = createRunner().start(
      ...['listen', '--forward-to', app.url, '--payload-version', '2025-10', '--json'],
    )
    const { secret } = (await listening.waitForLine(isReady)).listening
    const { id } = await create()
    const [delivery] = await waitForDeliveries(id)
    assert.ok(delivery)
    assert.equal(delivery.headers['content-type'], 'application/vnd.api+json')
    assert.equal(JSON.parse(delivery.body.toString()).data.type, 'gift_requests')
    await constructEvent(delivery.body, delivery.headers, {
      secrets: secret,
      versions: ['2025-10'],
    })
    await listening.stop()
  })

  it('has one of the requested event types', async () => {
    const listening = createRunner().start(
      ...['listen', '--forward-to', app.url, '--events', 'cancelled', '--json'],
    )
    await listening.waitForLine(isReady)
    const { id } = await create()
    await testApp.api.post(`/gift_requests/${id}/cancel`)
    await listening.waitForLine(isEventOfType('gift_request_cancelled'))
    assert.equal((await waitForDeliveries(id)).length, 1)
    await listening.stop()
  })

  it('is repeated by --replay', async () => {
    const { id } = await create()
    const event = (await testApp.api.get(`/events?gift_request_id=${id}`)).json.data[0]
    for (const which of [event.id, 'last']) {
      const { code } = await createRunner().run(
        ...['listen', '--forward-to', app.url, '--replay', which, '--exit-after', '1', '--json'],
      )
      assert.equal(code, 0)
    }
    assert.equal((await waitForDeliveries(id, 2)).length, 2)
    const rejected = await createRunner().run(
      ...['listen', '--forward-to', app.url, '--replay', crypto.randomUUID()],
    )
    assert.equal(rejected.code, 1)
    assert.match(rejected.err, /There is no event/)
  })
})

describe('the signing secret', () => {
  it('depends on the machine and the account, and is otherwise stable', async () => {
    const runner = createRunner()
    const readSecret = async (on: typeof runner) => {
      const listening = on.start('listen', '--forward-to', '4000', '--json')
      const { secret } = (await listening.waitForLine(isReady)).listening
      await listening.stop()
      return secret
    }
    const first = await readSecret(runner)
    assert.match(first, /^svc-whsec-[\w-]{43}$/)
    assert.equal(await readSecret(runner), first)
    assert.notEqual(await readSecret(createRunner()), first)
    runner.env.BESTOW_API_TOKEN = (await testApp.createOtherAccount()).token
    assert.notEqual(await readSecret(runner), first)
  })
})

describe('no event is lost', () => {
  it('while the command is not running', async () => {
    const runner = createRunner()
    const listen = ['listen', '--forward-to', app.url, '--json']
    const first = runner.start(...listen)
    await first.waitForLine(isReady)
    const early = await create()
    await waitForDeliveries(early.id)
    await first.waitForLine(isEventOfType('gift_request_created'))
    await first.stop()
    const missed = [await create(), await create(), await create()]
    const second = runner.start(...listen)
    for (const { id } of missed) await waitForDeliveries(id)
    await second.stop()
    for (const { id } of [early, ...missed])
      assert.equal((await waitForDeliveries(id)).length, 1, 'delivered once')
  })

  it('when a transaction commits after a later event', async () => {
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
    await eventually(() => output !== '', { message: 'the event is recorded' })
    const quick = await create()
    await waitForDeliveries(quick.id)
    commit()
    await late
    await listening.waitForLine(({ event }) => event?.id === output)
    await listening.stop()
  })

  it('while the service is unavailable', async () => {
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
    await waitForDeliveries(id)
    await listening.waitForLine(({ text }) => /reachable again/.test(text))
    await listening.stop()
  })

  it('when the stored cursor points to a deleted event', async () => {
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
    await waitForDeliveries(id)
    await second.waitForLine(({ text }) => /no longer stored/.test(text))
    await second.stop()
  })

  it('after the time of --since', async () => {
    const other = await createTestApp()
    const gifts = []
    for (let n = 0; n < 3; n++)
      gifts.push((await other.api.post('/gift_requests', giftBody(other))).json)
    const env = { BESTOW_API_URL: await other.listen(), BESTOW_API_TOKEN: other.token }
    const { code } = await createCliRunner(env).run(
      ...['listen', '--forward-to', app.url, '--since', '10m', '--exit-after', '3', '--json'],
    )
    assert.equal(code, 0)
    for (const { id } of gifts) await waitForDeliveries(id)
  })
})

describe('the line of a delivery', () => {
  async function lineFor(...more: string[]) {
    const { id } = await create()
    const event = (await testApp.api.get(`/events?gift_request_id=${id}`)).json.data[0]
    return createRunner().run('listen', '--replay', event.id, '--exit-after', '1', ...more)
  }

  it('shows the response of the app, and a hint when the app rejects the delivery', async () => {
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

  it('shows whether the app verifies signatures', async () => {
    const receiver = await startReceiver()
    after(() => receiver.close())
    const to = ['--forward-to', receiver.url, '--probe']
    assert.match((await lineFor(...to)).err, /does not verify signatures/)
    receiver.respond(responders.status(403))
    assert.match((await lineFor(...to)).err, /rejects forged deliveries/)
  })

  it('shows the secret as a shell variable, and the body with --print-json', async () => {
    const { out, err } = await lineFor('--forward-to', app.url, '--print-json')
    assert.match(err, /export BESTOW_WEBHOOK_SECRET=svc-whsec-/)
    assert.equal(JSON.parse(out).status, 'submitted')
  })
})
