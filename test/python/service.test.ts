import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { after, describe, it } from 'node:test'
import { proveReceiver, type SendDelivery } from '#sdk/prove'
import { createAuthTestApp } from '#test/auth-harness'
import { python, pythonEnv, pythonFolder, runPython, withoutPython } from '#test/python'
import { createSdkTestApp } from '#test/sdk-harness'

/* The tests of the Python library and its samples against a running service. */

const testApp = await createSdkTestApp({ rateLimit: 1_000 })
const variables = { BASE_URL: testApp.baseUrl, TOKEN: testApp.token }

describe('the Python library', { skip: withoutPython }, () => {
  it('sends gifts, changes them, pages and raises the errors of the service', async () => {
    const { code, output } = await runPython(['tests/service_journey.py'], variables)
    assert.equal(code, 0, output)
    assert.match(output, /done\n$/)
  })

  it('fetches one access token of an OAuth client', async () => {
    const auth = await createAuthTestApp()
    const { tenant, api_key, client_id, client_secret } = await auth.createClient()
    const { code, output } = await runPython(['tests/oauth_journey.py'], {
      BASE_URL: `${auth.origin}/api`,
      TENANT: tenant,
      API_KEY: api_key,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
    })
    assert.equal(code, 0, output)
  })

  // biome-ignore format: columns
  const samples: [name: string, output: RegExp][] = [
    ['send_gift',         /^\S+ submitted\n$/],
    ['lists',             /^(\S+\n)+\d+ \d+ (True|False)\n$/],
    ['response_metadata', /^\w+ [0-9a-f-]{36} /],
    ['send_gifts_async',  /^(\S+ \w+\n)+$/],
  ]
  for (const [name, expected] of samples)
    it(`runs the sample ${name}`, async () => {
      const { code, output } = await runPython(['-W', 'error', `samples/${name}.py`], variables)
      assert.equal(code, 0, output)
      assert.match(output, expected)
    })

  it('receives webhooks, and passes all checks of a receiver', async () => {
    const secret = `svc-whsec-${'a'.repeat(43)}`
    const { url, exit } = await startSampleReceiver(secret)
    const { results, sent } = await proveReceiver({ url, secret, send: createSender(url, exit) })
    const failed = results.filter(({ outcome }) => outcome === 'failed')
    assert.deepEqual(failed, [])
    assert.ok(sent > 100)
  })
})

/**
 * Creates a sender of deliveries without a time limit, because a busy machine may need minutes for a hundred
 * deliveries at once. A delivery without a response ends when the receiver exits.
 */
const createSender =
  (url: string, exit: AbortSignal): SendDelivery =>
  ({ method, headers, body }) =>
    new Promise((resolve) => {
      const fail = (error: Error & { code?: string }) =>
        resolve({ status: null, error: error.code ?? error.message })
      request(url, { method, headers, signal: exit, agent: false }, (response) => {
        response.resume().once('error', () => {})
        resolve({ status: response.statusCode ?? null, error: null })
      })
        .once('error', fail)
        .end(body)
    })

/** Starts the sample receiver. Returns its address, and a signal that aborts when the receiver exits. */
async function startSampleReceiver(secret: string): Promise<{ url: string; exit: AbortSignal }> {
  const port = await findFreePort()
  const child = spawn(python ?? 'python3', ['samples/receive_webhooks.py'], {
    cwd: pythonFolder,
    env: pythonEnv({ BESTOW_WEBHOOK_SECRET: secret, PORT: String(port), PYTHONUNBUFFERED: '1' }),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  after(() => child.kill())
  const exited = new AbortController()
  child.once('exit', () => exited.abort())
  await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${port}/webhooks`, exit: exited.signal }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
