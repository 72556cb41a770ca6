import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import { createRegistry } from '#connections'
import { ApiError } from '#contract'
import { createHttpClient } from '#platform/http-client/http-client'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { createAttentionFixture } from '#test/attention-fixture'
import { eventually } from '#test/eventually'
import { createCups } from '#test/fulfilment-fixture'
import * as attention from '../index.ts'

const testApp = await createTestApp()
const { check, setState } = createAttentionFixture(testApp)
const plain = attention.defineChat({
  kind: 'plain',
  title: { en: 'Plain' },
  about: { en: 'Plain' },
  help_url: 'https://example.com/',
  render: ({ title, lines, web_url }) =>
    JSON.stringify({ text: [title, ...lines.map(({ text }) => text), web_url].join('\n') }),
})
const registry = createRegistry([plain])
const rules = { allowPrivate: true, ports: undefined }
const limits = { connectTimeoutMs: 30_000, responseTimeoutMs: 30_000 }
const client = createHttpClient({ allowPrivate: true, userAgent: 'test', limits })
const guarded = createHttpClient({ allowPrivate: false, userAgent: 'test', limits })
after(() => {
  client.close()
  guarded.close()
})

interface Receiver {
  url: string
  bodies: string[]
  connections: () => number
}

/** Starts a server that receives chat messages on its own port. */
async function startReceiver(
  respond: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.end('ok'),
): Promise<Receiver> {
  const bodies: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      bodies.push(text)
      respond(request, response)
    })
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, bodies, connections: () => connections }
}

const addChat = (url: string, more: Partial<attention.NewChat> = {}, account_id?: string) =>
  testApp.run(
    (ctx) =>
      attention.createChat(ctx, { format: 'plain', name: '#gifts', url, ...more }, rules, registry),
    account_id,
  )

async function runLoop(httpClient = client) {
  const loop = attention.createChatLoop(testApp.db, httpClient, registry)
  await loop.round()
  await loop.settled()
}

const findChat = async (id: string) =>
  (await testApp.run((ctx) => attention.listChats(ctx))).find((chat) => chat.id === id)

const makeDue = () =>
  testApp.run((ctx) => ctx.query('update attention.chat set next_at = now()'), ALL_ACCOUNTS)

const remove = (id: string) => testApp.run((ctx) => attention.removeChat(ctx, id))

/** Raises one attention item. Returns the reference and the recipient of its gift. */
async function raiseItem() {
  const shop = await createCups(testApp, { Red: 9 })
  const id = await setState(await shop.createGift(), 'backordered')
  await check()
  const { json } = await testApp.api.get(`/gift_requests/${id}`)
  return json
}

it('sends new items as one message without names and addresses, and each once', async () => {
  await raiseItem()
  const receiver = await startReceiver()
  const chat = await addChat(receiver.url)
  await runLoop()
  assert.deepEqual(receiver.bodies, [], 'items from before are not sent')
  const gifts = [await raiseItem(), await raiseItem()]
  await Promise.all([runLoop(), runLoop()])
  assert.equal(receiver.bodies.length, 1)
  const { text } = JSON.parse(receiver.bodies[0] ?? '')
  assert.match(text, /^\d+ new problems need attention/)
  for (const { reference, recipient } of gifts) {
    assert.ok(text.includes(reference))
    assert.ok(!text.includes(recipient.email))
    assert.ok(!text.includes(recipient.last_name))
  }
  assert.ok((await findChat(chat.id))?.last_sent_at instanceof Date)
  await makeDue()
  await runLoop()
  assert.equal(receiver.bodies.length, 1)
  await remove(chat.id)
})

it('sends at most one message in three minutes, which then has all items', async () => {
  const receiver = await startReceiver()
  const chat = await addChat(receiver.url)
  await raiseItem()
  await runLoop()
  for (let n = 0; n < 12; n++) await raiseItem()
  await runLoop()
  assert.equal(receiver.bodies.length, 1)
  await makeDue()
  await runLoop()
  const { text } = JSON.parse(receiver.bodies[1] ?? '')
  assert.match(text, /And \d+ more/)
  assert.equal(text.split('\n').length, 13, 'a title, ten items, the rest, a link')
  await remove(chat.id)
})

it('sends a test at once, also to a paused chat, and reports its failure', async () => {
  let status = 200
  const receiver = await startReceiver((_request, response) => response.writeHead(status).end())
  const chat = await addChat(receiver.url)
  await testApp.run((ctx) => attention.updateChat(ctx, chat.id, { enabled: false }))
  await testApp.run((ctx) => attention.testChat(ctx, chat.id))
  assert.ok(testApp.wokenTopics.includes('chats'))
  await runLoop()
  assert.match(receiver.bodies[0] ?? '', /This is a test/)
  status = 404
  await testApp.run((ctx) => attention.testChat(ctx, chat.id))
  await makeDue()
  await runLoop()
  assert.equal((await findChat(chat.id))?.last_error, 'http_404')
  await makeDue()
  await runLoop()
  assert.equal(receiver.bodies.length, 2, 'a failed test is not repeated')
  await remove(chat.id)
})

it('retries a failed message later, with everything that is open by then', async () => {
  let status = 500
  const receiver = await startReceiver((_request, response) => response.writeHead(status).end())
  const chat = await addChat(receiver.url)
  const first = await raiseItem()
  await runLoop()
  await runLoop()
  assert.equal(receiver.bodies.length, 1, 'the retry waits')
  assert.ok((await findChat(chat.id))?.last_error)
  const second = await raiseItem()
  status = 200
  await makeDue()
  await runLoop()
  for (const { reference } of [first, second]) assert.ok(receiver.bodies[1]?.includes(reference))
  assert.equal((await findChat(chat.id))?.last_error, null)
  await remove(chat.id)
})

it('sends nothing to a chat whose kind the operator no longer allows', async () => {
  const receiver = await startReceiver()
  const chat = await addChat(receiver.url)
  await testApp.run((ctx) => attention.testChat(ctx, chat.id))
  const none = createRegistry([plain], { allowed: [] })
  const loop = attention.createChatLoop(testApp.db, client, none)
  await loop.round()
  assert.equal(receiver.connections(), 0)
  await assert.rejects(
    testApp.run((ctx) =>
      attention.createChat(ctx, { format: 'plain', name: 'x', url: receiver.url }, rules, none),
    ),
    (error) => error instanceof ApiError && error.fieldErrors[0]?.param === 'format',
  )
  await remove(chat.id)
})

it('does not follow a redirect', async () => {
  const target = await startReceiver()
  const receiver = await startReceiver((_request, response) =>
    response.writeHead(302, { location: target.url }).end(),
  )
  const chat = await addChat(receiver.url)
  await raiseItem()
  await runLoop()
  assert.equal(target.connections(), 0)
  assert.ok((await findChat(chat.id))?.last_error)
  await remove(chat.id)
})

it('does not connect to a private address', async () => {
  const receiver = await startReceiver()
  const chat = await addChat(receiver.url)
  await raiseItem()
  await runLoop(guarded)
  assert.equal(receiver.connections(), 0)
  assert.equal((await findChat(chat.id))?.last_error, 'address_refused')
  await remove(chat.id)
  const guardedRules = { allowPrivate: false, ports: undefined }
  for (const url of ['http://127.0.0.1/x', 'http://localhost/x', 'http://[::1]/', 'ftp://x', ''])
    await assert.rejects(
      testApp.run((ctx) =>
        attention.createChat(ctx, { format: 'plain', name: 'x', url }, guardedRules, registry),
      ),
      (error) => error instanceof ApiError && error.fieldErrors[0]?.param === 'url',
      url,
    )
})

it('does not wait for a receiver that hangs before it serves another account', async () => {
  const other = await testApp.createOtherAccount()
  const waiting: ServerResponse[] = []
  const hanging = await startReceiver((_request, response) => waiting.push(response))
  const quick = await startReceiver()
  const chat = await addChat(hanging.url)
  const otherChat = await addChat(quick.url, {}, other.account.id)
  await testApp.run((ctx) => attention.testChat(ctx, otherChat.id), other.account.id)
  await raiseItem()
  const running = runLoop()
  await eventually(() => quick.bodies.length === 1 && waiting.length > 0)
  assert.equal((await findChat(chat.id))?.last_error, null, 'the other receiver still hangs')
  for (const response of waiting) response.destroy()
  await running
  assert.ok((await findChat(chat.id))?.last_error)
  await remove(chat.id)
})

it('encrypts the URL, and limits the number of chats', async () => {
  const secret = 'https://hooks.example.com/services/T0/B0/very-secret'
  const chats: attention.Chat[] = []
  for (let n = 0; n < 5; n++) chats.push(await addChat(secret))
  await assert.rejects(
    addChat(secret),
    (error) => error instanceof ApiError && /may have 5/.test(error.fieldErrors[0]?.message ?? ''),
  )
  const [row] = await testApp.run((ctx) =>
    ctx.query<{ text: string }>(
      `select encode(encrypted_url, 'escape') as text from attention.chat where id = $1`,
      [chats[0]?.id],
    ),
  )
  assert.ok(!row?.text.includes('very-secret'))
  assert.ok(!JSON.stringify(await findChat(chats[0]?.id ?? '')).includes('very-secret'))
  for (const { id } of chats) await remove(id)
})
