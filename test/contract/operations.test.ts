import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import { errorCodes } from '#contract'
import { adminOnlyErrors, errorsFor } from '#contract/operation'
import { operations } from '#contract/operations'
import { api } from '#http/api'
import { createLog } from '#platform/observability/log'
import { createTestApp } from '#test/api-harness'
import { contractGroups } from '#test/contract-groups'

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
      // With an id in the path, a missing resource and a missing route both return 404.
      if (operation.path.includes('{')) continue
      const { status } = await production.api.send(operation.method, operation.path, {
        authorization: `Bearer ${production.token}`,
        'service-api-version': '2026-05',
      })
      assert.equal(status !== 404, operation.isStagingOnly !== true, operation.id)
    }
  })

  it('documents every error code except those of the admin API', () => {
    const documented = new Set(operations.flatMap(errorsFor).map(({ code }) => code))
    const others = Object.keys(errorCodes).filter((code) => !documented.has(code as 'invalid'))
    assert.deepEqual(others.sort(), [...adminOnlyErrors].sort())
  })

  it('has unique ids, and unique pairs of method and path', () => {
    const ids = operations.map(({ id }) => id)
    const routes = operations.map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual([new Set(ids).size, new Set(routes).size], [ids.length, routes.length])
  })

  it('is tested by one file for each group', () => {
    for (const name of Object.keys(contractGroups)) {
      const text = readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8')
      const group = name.includes('-') ? `contractGroups['${name}']` : `contractGroups.${name}`
      for (const call of [group, 'describeAll()', 'describeCoverage()'])
        assert.ok(text.includes(call), `${name}.test.ts does not contain ${call}`)
    }
  })
})
