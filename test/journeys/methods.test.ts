import assert from 'node:assert/strict'
import { Agent, METHODS, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import { buildHttpApp } from '#app/http-app'
import { readConfig } from '#platform/config/config'
import { createLog } from '#platform/observability/log'
import { createAdminTestApp } from '#test/admin-harness'

/*
 * The tests of every method that the HTTP parser knows, at existing, unknown and malformed paths. A request
 * without a route gets an error in the format of the API, never a 5xx.
 */

const { db } = await createAdminTestApp()
const { app } = await buildHttpApp(
  {
    db,
    config: { ...readConfig({ BESTOW_MCP: 'true' }), maxRequestsPerSecond: 0 },
    log: createLog({ level: 'silent' }),
    worker: undefined,
    schema: async () => ({ state: 'current' }),
    isStopping: () => false,
  },
  { api: true, web: true },
)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
after(async () => {
  agent.destroy()
  await app.close()
})

interface MethodResponse {
  status: number
  type: string
  body: string
}

const sendRequest = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
) =>
  new Promise<MethodResponse>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const options = { method, path, headers: { ...headers, ...length }, agent, port }
    const outgoing = request({ ...options, host: '127.0.0.1' }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      const type = response.headers['content-type'] ?? ''
      response.on('end', () => resolve({ status: response.statusCode ?? 0, type, body: text }))
    })
    outgoing.on('error', reject).end(body)
  })

const paths = [
  '/api',
  '/api/campaigns',
  '/api/nowhere',
  '/api/%zz',
  '//api//campaigns',
  '/admin/api/endpoints',
  '/admin/api/nowhere',
  '/auth/nowhere',
  '/mail/nowhere',
  '/nowhere/at/all',
  '/%zz',
  '/metrics',
]

/** The paths of pages and of other protocols, whose errors have other formats. */
const unknownPaths = [
  '/',
  '/admin',
  '/auth/authorize',
  '/auth/token',
  '/docs',
  '/mail/bounces',
  '/mailbox',
  '/mcp',
  '/r/nothing',
  '/.well-known/oauth-authorization-server',
]

// biome-ignore format: one request a line
const requests: [headers: Record<string, string>, body?: string][] = [
  [{}],
  [{ 'content-type': 'application/json' }, '{'],
  [{ 'content-type': 'application/json', 'service-api-version': '2026-05' }, '{"a":1}'],
  [{ 'content-type': 'nonsense' }, 'a'],
  [{ 'content-type': 'text/csv' }, 'a'],
  [{}, 'a'],
]

/** Returns whether an API client could not parse this response. */
function isUnreadable({ status, type, body }: MethodResponse, method: string): boolean {
  if (status < 400 || method === 'HEAD') return status >= 500
  if (status >= 500 || !/^application\/(vnd\.api\+)?json/.test(type)) return true
  const errors = (JSON.parse(body) as { errors?: { code?: string; message?: string }[] }).errors
  return !errors?.every(({ code, message }) => code !== undefined && message !== undefined)
}

for (const method of METHODS.filter((each) => each !== 'CONNECT'))
  it(`responds to ${method} with a resource or an error of the API`, async () => {
    const failures: string[] = []
    for (const path of paths)
      for (const [headers, body] of requests) {
        const result = await sendRequest(method, path, headers, body)
        if (isUnreadable(result, method))
          failures.push(
            `${path} ${JSON.stringify(headers)}: ${result.status} ${result.body.slice(0, 200)}`,
          )
      }
    assert.deepEqual(failures, [])
  })

it('responds to no method with a 5xx at pages and other protocols', async () => {
  const failures: string[] = []
  for (const method of METHODS.filter((each) => each !== 'CONNECT'))
    for (const path of unknownPaths)
      for (const [headers, body] of requests) {
        const { status } = await sendRequest(method, path, headers, body)
        if (status >= 500) failures.push(`${method} ${path} ${JSON.stringify(headers)}: ${status}`)
      }
  assert.deepEqual(failures, [])
})

it('closes the connection of CONNECT, and serves the next request', async () => {
  await assert.rejects(sendRequest('CONNECT', '/api', {}))
  assert.equal((await sendRequest('GET', '/api', {})).status, 401)
})
