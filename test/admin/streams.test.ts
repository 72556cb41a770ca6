import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createServer } from '#app/http-server'
import { admin } from '#http/admin'
import { createLog } from '#platform/observability/log'
import { createAdminFixture } from '#test/admin-fixture'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { eventually } from '#test/eventually'

/* The tests of the limits on the number of live streams and on their duration. */

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const port = Number(new URL(testApp.origin).port)
const streamPath = '/admin/api/stream'
const someQuery = '?topic=gift_requests&ids=01890000-0000-7000-8000-000000000000'
const path = `${streamPath}${someQuery}`
const hour = 3_600_000

const signInCookie = ({ cookies }: AdminClient) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

interface Stream {
  /** Returns the text that was received so far. */
  text(): string
  isOpen(): boolean
  close(): void
}

/** Opens an event stream and waits for its first event. */
async function openStream(client: AdminClient, query = someQuery): Promise<Stream> {
  const aborting = new AbortController()
  const headers = { cookie: signInCookie(client) }
  const response = await fetch(`http://127.0.0.1:${port}${streamPath}${query}`, {
    headers,
    signal: aborting.signal,
  })
  assert.equal(response.status, 200)
  let text = ''
  let isOpen = true
  const readLoop = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })()
  void readLoop
    .catch(() => {})
    .then(() => {
      isOpen = false
    })
  await eventually(() => text.includes('event: ready'), { message: 'the ready event' })
  return { text: () => text, isOpen: () => isOpen, close: () => aborting.abort() }
}

const countTimers = () =>
  process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length

it('leaves no timer if clients disconnect before the stream starts', async () => {
  const client = await testApp.signIn(testApp.sender)
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${signInCookie(client)}\r\n\r\n`
  const abort = (afterMs: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(request, () => setTimeout(() => socket.destroy(), afterMs))
      })
      socket.on('close', () => resolve()).on('error', () => {})
    })
  // opens all connections to the database now, because the timers of idle connections end after 10 seconds
  await Promise.all(Array.from({ length: 20 }, () => client.get('/sessions')))
  const before = countTimers()
  for (let round = 0; round < 20; round++)
    await Promise.all(Array.from({ length: 10 }, (_, n) => abort(n % 5)))
  await eventually(() => countTimers() <= before + 5, {
    timeoutMs: 30_000,
    message: () => `${before} timers, not ${countTimers()}`,
  })
})

it('ends the oldest stream when a session opens an eleventh', async () => {
  const client = await testApp.signIn(testApp.sender)
  const streams: Stream[] = []
  for (let n = 0; n < 11; n++) streams.push(await openStream(client))
  const [oldest, ...others] = streams
  await eventually(() => oldest?.isOpen() === false, { message: 'the oldest stream ends' })
  assert.match(oldest?.text() ?? '', /^retry: \d+$/m)
  assert.ok(others.every((each) => each.isOpen()))
  for (const each of others) each.close()
})

it('ends the oldest stream when an account opens a fifty-first', async () => {
  const account = await testApp.createAccount('Many tabs')
  const streams: Stream[] = []
  for (let n = 0; n < 6; n++) {
    const client = await testApp.signIn(await testApp.createUser('sender', account.id))
    for (let m = 0; m < (n < 5 ? 10 : 1); m++) streams.push(await openStream(client))
  }
  const [oldest, ...others] = streams
  await eventually(() => oldest?.isOpen() === false, { message: 'the oldest stream ends' })
  assert.equal(others.filter((each) => each.isOpen()).length, 50)
  for (const each of others) each.close()
})

it('ends a stream after 15 minutes, and the session stays valid', async () => {
  const client = await testApp.signIn(testApp.sender)
  const stream = await openStream(client)
  testApp.time.offsetMs += hour / 4
  await eventually(() => !stream.isOpen(), { message: 'the stream ends' })
  assert.doesNotMatch(stream.text(), /signed_out/)
  assert.equal((await client.get('/sessions')).status, 200)
})

it('a reconnecting stream does not extend an idle session', async () => {
  const client = await testApp.signIn(testApp.sender)
  for (let n = 0; n < 5; n++) {
    const stream = await openStream(client)
    testApp.time.offsetMs += 5 * hour
    await eventually(() => !stream.isOpen(), { message: 'the stream ends' })
  }
  assert.equal((await client.get('/sessions')).status, 401)
})

it('requests of an idle page do not extend the session', async () => {
  const client = await testApp.signIn(testApp.sender)
  const load = (headers: Record<string, string>) => client.send('GET', '/sessions', { headers })
  for (let n = 0; n < 4; n++) {
    testApp.time.offsetMs += 5 * hour
    assert.equal((await load({ 'bestow-idle': 'true' })).status, 200)
  }
  testApp.time.offsetMs += 5 * hour
  assert.equal((await load({ 'bestow-idle': 'true' })).status, 401)
})

it('names the versions of the shown rows when it opens, as the list and the details do', async () => {
  const client = await testApp.signIn(testApp.sender)
  const id = await fixture.sendGift('live@example.com')
  await fixture.simulateTo(id, 'awaiting_recipient')
  const [{ version }] = (await client.get('/gift_requests?q=live@example.com')).json.data
  const stream = await openStream(client, `?topic=gift_requests&ids=${id}`)
  const [, data = ''] = /event: ready\ndata: (.*)\n/.exec(stream.text()) ?? []
  assert.deepEqual(JSON.parse(data), { topic: 'gift_requests', versions: { [id]: version } })
  assert.equal((await client.get(`/gift_requests/${id}/details`)).json.version, version)
  stream.close()
})

it('does not count unclaimed places as new rows of the list without filters', async () => {
  const client = await testApp.signIn(testApp.sender)
  const newest = await fixture.sendGift('ada.larkin@example.com')
  const campaign_id = fixture.campaign('one_link').id
  const created = await client.post('/one_links', {
    campaign_id,
    quantity: 3,
    allowed_email_domains: ['example.com'],
  })
  assert.equal(created.status, 201, created.text)
  const stream = await openStream(client, `?topic=gift_requests&ids=${newest}&newest=${newest}`)
  await fixture.sendGift('ben.okafor@example.com')
  await eventually(() => stream.text().includes('event: more'), { message: 'the new gift' })
  assert.deepEqual(
    [...stream.text().matchAll(/"count":(\d+)/g)].map(([, count]) => count),
    ['1'],
  )
  stream.close()
})

it('ends a stream whose authentication takes longer than the start of the shutdown', async () => {
  const app = createServer(createLog({ level: 'silent' }))
  await app.register(
    admin({ db: testApp.db, webhookAllowPrivate: true, canSendEmail: true, livePollMs: 20 }),
    {
      prefix: '/admin/api',
    },
  )
  const client = await testApp.signIn(testApp.sender)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const clients = await Promise.all(
    Array.from({ length: testApp.db.pool.options.max }, () => testApp.db.pool.connect()),
  )
  const response = fetch(`${address}${path}`, { headers: { cookie: signInCookie(client) } })
  await eventually(() => testApp.db.pool.waitingCount > 0, { message: 'the authentication' })
  const closed = app.close()
  await setImmediate()
  for (const each of clients) each.release()
  assert.doesNotMatch(await (await response).text(), /event: ready/)
  await closed
})

it('ends when its user loses the permission', async () => {
  const user = await testApp.createUser('viewer')
  const stream = await openStream(await testApp.signIn(user))
  assert.ok(stream.isOpen())
  const admin = await testApp.signIn(testApp.admin)
  const { data } = (await admin.get('/members')).json
  const { id } = data.find(({ email }: { email: string }) => email === user.email)
  await admin.patch(`/members/${id}`, { role: 'packer' })
  await eventually(() => !stream.isOpen(), { message: 'the end of the stream' })
  assert.doesNotMatch(stream.text(), /signed_out/)
})
