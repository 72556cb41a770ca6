import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { operations } from '#contract/operations'
import { api } from '#http/api'
import { createLog } from '#platform/observability/log'
import { createTestApp } from '#test/api-harness'

describe('the table of operations', () => {
  it('equals the routes of the API', async () => {
    const testApp = await createTestApp()
    const routes: string[] = []
    const app = createServer(createLog({ level: 'silent' }))
    app.addHook('onRoute', ({ method, path, prefix }) => {
      if (method !== 'HEAD') routes.push(`${method} ${path.slice(prefix.length) || '/'}`)
    })
    const authenticate = apiKeys.createAuthenticator(testApp.db, { stage: 'staging', region: 'us' })
    await app.register(api({ db: testApp.db, authenticate, rateLimit: 0, name: '' }), {
      prefix: '/api',
    })
    await app.ready()
    const listed = operations.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    )
    assert.deepEqual([...new Set(routes)].sort(), listed.sort())
  })

  it('marks the operations that do not exist in production', async () => {
    const production = await createTestApp({ stage: 'production' })
    for (const operation of operations) {
      // With an id, a missing resource and a missing route both get 404.
      if (operation.path.includes('{id}')) continue
      const { status } = await production.api.send(operation.method, operation.path, {
        authorization: `Bearer ${production.token}`,
        'service-api-version': '2026-05',
      })
      assert.equal(status !== 404, operation.isStagingOnly !== true, operation.id)
    }
  })
})
