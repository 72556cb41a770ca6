import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, it } from 'node:test'
import { buildSdk } from '#scripts/sdk/build'
import { root } from '#scripts/steps'
import { proveReceiver } from '#sdk/prove'
import { signedDelivery } from '#sdk/testing'
import { directGiftBody, giftBody } from '#test/api-harness'
import { eventually } from '#test/eventually'
import { isShortRun } from '#test/run-size'
import { createSdkTestApp } from '#test/sdk-harness'
import { startTestEngine } from '#test/webhook-engine-fixture'
import { type ReceivedRequest, responders, startReceiver } from '#test/webhook-receiver'
import { createEndpoint, rotateSecret } from '#webhooks'

/*
 * The example receivers, each started as its documentation says, with the built SDK installed. All get the
 * same deliveries: real deliveries of the engine that are repeated, and tampered ones.
 */

const folder = mkdtempSync(join(tmpdir(), 'bestow examples '))
after(() => rmSync(folder, { recursive: true }))
buildSdk(join(folder, 'node_modules/@bestow/sdk'))
for (const name of ['express', 'fastify'])
  symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
cpSync(join(root, 'examples/receivers'), folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
writeFileSync(
  join(folder, 'host.ts'),
  `import { createServer } from 'node:http'
  import { POST } from './fetch.ts'
  createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = request.headers as Record<string, string>
    const body = Buffer.concat(chunks)
    const result = await POST(new Request('http://localhost/', { method: 'POST', headers, body }))
    response.writeHead(result.status).end(await result.text())
  }).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))`,
)

const { deliveries, secrets } = await realDeliveries()

/**
 * One delivery of each event type; the last ones, after a rotation, are signed with the new and the old
 * secret.
 */
async function realDeliveries(): Promise<{ deliveries: ReceivedRequest[]; secrets: string[] }> {
  const testApp = await createSdkTestApp()
  const receiver = await startReceiver({ respond: responders.status(200) })
  const owner = { account_id: testApp.account.id, tier: 'enterprise' } as const
  const { endpoint, secret } = await testApp.run((ctx) =>
    createEndpoint(ctx, owner, { url: receiver.url }, { allowPrivate: true }),
  )
  // Long timeouts, because a retry on a busy machine would be recorded as another delivery.
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
  /** The sorted lines, after one line for each event. */
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

/** Starts a receiver that listens, and waits for its first line. */
async function program(command: string, args: string[], secret: string): Promise<RunningReceiver> {
  const port = await freePort()
  const env = { ...process.env, BESTOW_WEBHOOK_SECRET: secret, PORT: String(port) }
  const cwd = mkdtempSync(join(folder, 'run-'))
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] })
  after(() => child.kill())
  const printed = createInterface({ input: child.stdout })
  const [first] = await once(printed, 'line')
  assert.equal(first, 'listening')
  const lines: string[] = []
  printed.on('line', (line) => lines.push(line))
  return runningReceivers(`http://127.0.0.1:${port}/webhooks`, lines)
}

/** Starts a program for each connection, like inetd. */
async function serverPerConnection(file: string, secret: string): Promise<RunningReceiver> {
  const SPOOL = mkdtempSync(join(folder, 'spool-'))
  const lines: string[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const child = spawn('sh', [file], {
      env: { ...process.env, BESTOW_WEBHOOK_SECRET: secret, SPOOL },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
    child.stdin.on('error', () => {})
    socket.on('error', () => {})
    socket.pipe(child.stdin)
    child.stdout.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return runningReceivers(`http://127.0.0.1:${address.port}/webhooks`, lines)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
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

/** The request that repeats a delivery, without the headers of the connection. */
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

    // The proof sends 600 deliveries, and a program for each of them takes half a minute.
    const isSlow = name === 'receiver.sh' && isShortRun
    it('passes the proof', { skip: isSlow }, async () => {
      const { url } = await start(secrets.join())
      const [secret = '', nextSecret] = secrets
      // a program for each connection takes time to start
      const parallel = name === 'receiver.sh' ? 10 : 100
      const { results } = await proveReceiver({ url, secret, nextSecret, parallel })
      const defects = results.filter(({ outcome }) => outcome !== 'passed')
      assert.deepEqual(
        defects.filter(({ id }) => !isAdvice(id)),
        [],
      )
    })
  })
}

/** The examples support one payload version, and a busy machine makes them slow. */
const isAdvice = (id: string) => ['accepts_older_version', 'answers_quickly'].includes(id)
