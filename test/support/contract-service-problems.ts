import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { api } from '#http/api'
import { createLog } from '#platform/observability/log'
import { type Database, openDatabase } from '#platform/postgres/database'
import type { ContractGroup, ContractRequests } from '#test/contract-requests'
import { listen, sendRequest } from '#test/http-server'

/** Declares the tests of a service that is limited, has no database, or has a bug. */
export function describeServiceProblems(
  { harness, operations }: ContractGroup,
  { validRequest }: ContractRequests,
): void {
  const { testApp, defaultHeaders, sendAndCheck } = harness
  describe('a service with a problem', () => {
    it('responds too_many_requests above the rate limit', async () => {
      const limited = await startService(testApp.db, 1)
      for (let n = 0; n < 3; n++)
        await sendRequest(limited, { method: 'GET', path: '/api/', headers: defaultHeaders })
      for (const operation of operations)
        assert.deepEqual(await sendAndCheck(operation.id, validRequest(operation), limited), [
          'too_many_requests',
        ])
    })

    it('responds unavailable without its database', async () => {
      const url = new URL(testApp.url)
      url.port = '1' // no server listens on this port
      const unreachableDb = openDatabase({
        clock: testApp.db.clock,
        deployment: testApp.deployment,
        maxConnections: 2,
        name: 'unreachable',
        url: url.href,
      })
      after(() => unreachableDb.pool.end())
      const service = await startService(unreachableDb, 0)
      for (const operation of operations)
        assert.deepEqual(await sendAndCheck(operation.id, validRequest(operation), service), [
          'unavailable',
        ])
    })

    it('responds internal_error without details after a bug', async () => {
      await testApp.db.pool.query('alter schema access rename to elsewhere')
      try {
        for (const operation of operations)
          assert.deepEqual(await sendAndCheck(operation.id, validRequest(operation)), [
            'internal_error',
          ])
      } finally {
        await testApp.db.pool.query('alter schema elsewhere rename to access')
      }
    })
  })
}

async function startService(db: Database, rateLimit: number): Promise<string> {
  const app = createServer(createLog({ level: 'silent' }))
  const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
  await app.register(api({ db, authenticate, rateLimit, name: 'Bestow API' }), { prefix: '/api' })
  return listen(app)
}
