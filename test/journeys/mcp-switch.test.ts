import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { buildHttpApp } from '#app/http-app'
import { readConfig } from '#platform/config/config'
import { createLog } from '#platform/observability/log'
import { createTestApp } from '#test/api-harness'

/*
 * The tests of the switch for MCP. MCP is served only if the operator enables it, and only
 * by processes with the API role.
 */

const testApp = await createTestApp()

/** Requests the list of tools this many times. Returns the statuses. */
async function statusesWith(
  env: Record<string, string>,
  { times = 1, roles = { api: true, web: true }, calls = 0 } = {},
): Promise<number[]> {
  const config = readConfig({ BESTOW_DATA_DIR: '/nowhere', ...env })
  const { app } = await buildHttpApp(
    {
      db: testApp.db,
      schema: async () => ({ state: 'current' }),
      config,
      log: createLog({ level: 'silent' }),
      worker: undefined,
      isStopping: () => false,
    },
    roles,
  )
  after(() => app.close())
  const headers = { authorization: `Bearer ${testApp.token}`, 'content-type': 'application/json' }
  const one = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const body = JSON.stringify(calls === 0 ? one : Array(calls).fill(one))
  const accept = 'application/json, text/event-stream'
  const request = { method: 'POST', url: '/mcp', headers: { ...headers, accept }, body } as const
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push((await app.inject(request)).statusCode)
  return statuses
}

test('/mcp does not exist unless BESTOW_MCP enables it', async () => {
  assert.deepEqual(await statusesWith({}), [404])
  assert.deepEqual(await statusesWith({ BESTOW_MCP: 'false' }), [404])
  assert.deepEqual(await statusesWith({ BESTOW_MCP: 'true' }), [200])
  const roles = { api: false, web: true }
  assert.deepEqual(await statusesWith({ BESTOW_MCP: 'true' }, { roles }), [404])
})

test('/mcp has the rate limit of the API', async () => {
  const env = { BESTOW_MCP: 'true', BESTOW_RATE_LIMIT: '1' }
  assert.deepEqual(await statusesWith(env, { times: 3 }), [200, 200, 429])
})

test('the rate limit counts each call of a batch', async () => {
  const env = { BESTOW_MCP: 'true', BESTOW_RATE_LIMIT: '5' }
  const statuses = await statusesWith(env, { times: 3, calls: 5 })
  assert.equal(statuses[2], 429)
  assert.ok(statuses.slice(0, 2).every((status) => status !== 429))
  assert.deepEqual(await statusesWith(env, { calls: 11 }), [429])
})
