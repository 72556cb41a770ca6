import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHttpClient } from '#platform/outbound'
import { unwrap } from '#sdk/webhooks'
import { aGift, createWorld } from '#test/api-world'
import { commandLine } from '#test/command-line'
import { answers, type Got, startReceiver } from '#test/receiver'
import { telling } from '#test/webhook-world'
import * as webhooks from '#webhooks'

const world = await createWorld()
const origin = await world.listen()
const app = await startReceiver()
after(() => app.close())

/** A machine with a token of the account, or of another. */
const machine = (token = world.token) =>
  commandLine({ BESTOW_API_URL: origin, BESTOW_API_TOKEN: token })
const make = async () => (await world.api.post('/gift_requests', aGift(world))).json
const isReady = ({ listening }: { listening?: object }) => listening !== undefined
const isOf = (type: string) => (line: { event?: { type: string } }) => line.event?.type === type

/** Requests for one gift, once there are so many. */
async function deliveriesOf(id: string, count = 1): Promise<Got[]> {
  const found = () => app.got.filter(({ body }) => body.toString().includes(`"${id}"`))
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(20))
    if (found().length >= count) return found()
  throw new Error(`${found().length} of ${count} deliveries of ${id}`)
}

describe('what your app gets', () => {
  it('is what an endpoint gets: the same bytes, the same headers, signed', async () => {
    const endpoint = await startReceiver()
    await world.run((ctx) =>
      webhooks.createEndpoint(
        ctx,
        { account_id: world.account.id, tier: world.account.tier },
        { url: endpoint.url },
        { allowPrivate: true },
      ),
    )
    const outbound = createHttpClient({ allowPrivate: true, userAgent: `Bestow (+${origin})` })
    const engine = webhooks.startEngine(
      { db: world.db, httpClient: outbound, clock: world.db.clock, onError: () => {} },
      { pollIntervalMs: 20 },
    )
    world.closing.push(async () => {
      await engine.stop()
      outbound.close()
      await endpoint.close()
    })
    const listening = machine().start('listen', '--forward-to', app.url, '--json')
    const { secret } = (await listening.line(isReady)).listening
    const { id } = await make()
    const [[ours], [theirs]] = [await deliveriesOf(id), await endpoint.received(1)]
    assert.ok(ours !== undefined && theirs !== undefined)
    assert.deepEqual(ours.body, theirs.body)
    const names = ({ rawHeaders }: Got) =>
      rawHeaders
        .map(([name]) => name)
        .filter((name) => !/^(content-length|host|connection)$/i.test(name))
        .sort()
    assert.deepEqual(names(ours), names(theirs))
    for (const name of ['event-id', 'event-type', 'api-version'])
      assert.equal(
        ours.headers[`service-webhook-${name}`],
        theirs.headers[`service-webhook-${name}`],
      )
    for (const name of ['content-type', 'user-agent'])
      assert.equal(ours.headers[name], theirs.headers[name])
    const event = await unwrap(ours.body, ours.headers, { secrets: secret })
    assert.equal(event.data.id, id)
    await listening.stop()
  })

  it('is of the payload version that was asked for', async () => {
    const listening = machine().start(
      ...['listen', '--forward-to', app.url, '--payload-version', '2025-10', '--json'],
    )
    const { secret } = (await listening.line(isReady)).listening
    const { id } = await make()
    const [got] = await deliveriesOf(id)
    assert.ok(got)
    assert.equal(got.headers['content-type'], 'application/vnd.api+json')
    assert.equal(JSON.parse(got.body.toString()).data.type, 'gift_requests')
    await unwrap(got.body, got.headers, { secrets: secret, versions: ['2025-10'] })
    await listening.stop()
  })

  it('is only what was asked for', async () => {
    const listening = machine().start(
      ...['listen', '--forward-to', app.url, '--events', 'cancelled', '--json'],
    )
    await listening.line(isReady)
    const { id } = await make()
    await world.api.post(`/gift_requests/${id}/cancel`)
    await listening.line(isOf('gift_request_cancelled'))
    assert.equal((await deliveriesOf(id)).length, 1)
    await listening.stop()
  })

  it('comes again when it is asked for', async () => {
    const { id } = await make()
    const event = (await world.api.get(`/events?gift_request_id=${id}`)).json.data[0]
    for (const which of [event.id, 'last']) {
      const { code } = await machine().run(
        ...['listen', '--forward-to', app.url, '--replay', which, '--exit-after', '1', '--json'],
      )
      assert.equal(code, 0)
    }
    assert.equal((await deliveriesOf(id, 2)).length, 2)
    const refused = await machine().run(
      ...['listen', '--forward-to', app.url, '--replay', crypto.randomUUID()],
    )
    assert.equal(refused.code, 1)
    assert.match(refused.err, /There is no event/)
  })
})

describe('the secret', () => {
  it('is the same each time on a machine, and another on another and for another account', async () => {
    const here = machine()
    const secretOf = async (on: typeof here) => {
      const listening = on.start('listen', '--forward-to', '4000', '--json')
      const { secret } = (await listening.line(isReady)).listening
      await listening.stop()
      return secret
    }
    const first = await secretOf(here)
    assert.match(first, /^svc-whsec-[\w-]{43}$/)
    assert.equal(await secretOf(here), first)
    assert.notEqual(await secretOf(machine()), first)
    here.env.BESTOW_API_TOKEN = (await world.stranger()).token
    assert.notEqual(await secretOf(here), first)
  })
})

describe('nothing is lost', () => {
  it('of what happens while nobody listens', async () => {
    const here = machine()
    const listen = ['listen', '--forward-to', app.url, '--json']
    const first = here.start(...listen)
    await first.line(isReady)
    const early = await make()
    await deliveriesOf(early.id)
    await first.line(isOf('gift_request_created'))
    await first.stop()
    const away = [await make(), await make(), await make()]
    const second = here.start(...listen)
    for (const { id } of away) await deliveriesOf(id)
    await second.stop()
    for (const { id } of [early, ...away]) assert.equal((await deliveriesOf(id)).length, 1, 'once')
  })

  it('of what is committed later than what came after it', async () => {
    const listening = machine().start('listen', '--forward-to', app.url, '--json')
    await listening.line(isReady)
    let commit = () => {}
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    let told = ''
    const late = world.run(async (ctx) => {
      told = webhooks.record(ctx, telling(world.account.id, 'gift_request_dispatched'))
      await held
    })
    await sleep(50)
    const quick = await make()
    await deliveriesOf(quick.id)
    commit()
    await late
    await listening.line(({ event }) => event?.id === told)
    await listening.stop()
  })

  it('while the service is away', async () => {
    const other = await createWorld()
    const place = new URL(await other.listen())
    const listening = commandLine({
      BESTOW_API_URL: place.origin,
      BESTOW_API_TOKEN: other.token,
    }).start('listen', '--forward-to', app.url, '--json')
    await listening.line(isReady)
    await other.db.pool.query('alter schema webhooks rename to elsewhere')
    await listening.line(({ text }) => /Trying again/.test(text))
    await other.db.pool.query('alter schema elsewhere rename to webhooks')
    const { id } = (await other.api.post('/gift_requests', aGift(other))).json
    await deliveriesOf(id)
    await listening.line(({ text }) => /answers again/.test(text))
    await listening.stop()
  })

  it('when the place where it stopped is kept no longer', async () => {
    const other = await createWorld()
    const here = commandLine({
      BESTOW_API_URL: await other.listen(),
      BESTOW_API_TOKEN: other.token,
    })
    const listen = ['listen', '--forward-to', app.url, '--json']
    await other.api.post('/gift_requests', aGift(other))
    const first = here.start(...listen)
    await first.line(isReady)
    await first.stop()
    await other.run((ctx) => ctx.query('delete from webhooks.event'))
    const { id } = (await other.api.post('/gift_requests', aGift(other))).json
    const second = here.start(...listen)
    await deliveriesOf(id)
    await second.line(({ text }) => /kept no longer/.test(text))
    await second.stop()
  })

  it('of what happened since a moment', async () => {
    const other = await createWorld()
    const gifts = []
    for (let n = 0; n < 3; n++)
      gifts.push((await other.api.post('/gift_requests', aGift(other))).json)
    const env = { BESTOW_API_URL: await other.listen(), BESTOW_API_TOKEN: other.token }
    const { code } = await commandLine(env).run(
      ...['listen', '--forward-to', app.url, '--since', '10m', '--exit-after', '3', '--json'],
    )
    assert.equal(code, 0)
    for (const { id } of gifts) await deliveriesOf(id)
  })
})

describe('a line for each delivery', () => {
  async function lineFor(...more: string[]) {
    const { id } = await make()
    const event = (await world.api.get(`/events?gift_request_id=${id}`)).json.data[0]
    return machine().run('listen', '--replay', event.id, '--exit-after', '1', ...more)
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
      receiver.respond(answers.status(status))
      assert.match((await lineFor('--forward-to', receiver.url)).out, words)
    }
    assert.match(
      (await lineFor('--forward-to', 'localhost:1')).out,
      /Nothing listens at localhost:1/,
    )
  })

  it('says whether your app verifies at all', async () => {
    const receiver = await startReceiver()
    after(() => receiver.close())
    const to = ['--forward-to', receiver.url, '--probe']
    assert.match((await lineFor(...to)).err, /does not verify signatures/)
    receiver.respond(answers.status(403))
    assert.match((await lineFor(...to)).err, /refuses a forged delivery/)
  })

  it('shows the secret ready to paste, and the body when it is asked for', async () => {
    const { out, err } = await lineFor('--forward-to', app.url, '--print-json')
    assert.match(err, /export BESTOW_WEBHOOK_SECRET=svc-whsec-/)
    assert.equal(JSON.parse(out).status, 'submitted')
  })
})
