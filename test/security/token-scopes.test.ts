import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { fullAccess, scopeNames } from '#contract'
import { operations } from '#contract/operations'
import { type ApiClient, createApiClient } from '#test/api-client'
import { createTestApp } from '#test/api-harness'

/*
 * The tests of token scopes. They send each operation with tokens of all scopes. A request that
 * passes the check of the scope can still be rejected, because it has neither a body nor an existing
 * id, but it never gets `forbidden`.
 */

const testApp = await createTestApp()
const clients = new Map<string, ApiClient>()

/** Returns a client with a token of these scopes. */
async function clientWith(scopes: readonly string[]): Promise<ApiClient> {
  const name = scopes.join(' ')
  const known = clients.get(name)
  if (known !== undefined) return known
  const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx, { scopes }))
  const client = createApiClient(testApp.app, token)
  clients.set(name, client)
  return client
}

type Target = Pick<(typeof operations)[number], 'method' | 'path'>

const call = async (client: ApiClient, { method, path }: Target) =>
  client.send(method, path.replaceAll(/\{\w+\}/g, crypto.randomUUID()), client.defaultHeaders)

describe('the scopes of a token', () => {
  for (const operation of operations) {
    const { id, method, path, scope } = operation
    if (scope === null) {
      it(`${id} needs no scope`, async () => {
        assert.equal((await call(await clientWith(['reports:read']), operation)).status, 200)
      })
      continue
    }
    const others = scopeNames.filter((each) => each !== scope)

    it(`${id} needs ${scope}`, async () => {
      const allowed = await call(await clientWith([scope]), operation)
      assert.notEqual(allowed.json?.errors?.[0].code, 'forbidden', `${method} ${path}`)
      const rejected = await call(await clientWith(others), operation)
      assert.equal(rejected.status, 403, `${method} ${path}: ${rejected.text}`)
      const [error] = rejected.json.errors
      assert.equal(error.type, 'permission_error')
      assert.equal(error.code, 'forbidden')
      assert.ok(error.message.includes(scope), error.message)
      assert.equal(
        rejected.headers['www-authenticate'],
        `Bearer error="insufficient_scope", scope="${scope}"`,
      )
    })

    it(`${id} is part of full access: ${scope !== 'endpoints:write'}`, async () => {
      const { status } = await call(await clientWith([fullAccess]), operation)
      assert.equal(status === 403, scope === 'endpoints:write')
    })
  }
})

describe('the check of scopes', () => {
  it('comes after authentication: an unknown token gets the same 401 for every operation', async () => {
    const unknown = createApiClient(testApp.app, 'svc-v1-staging-unknown')
    const bodies = new Set<string>()
    for (const operation of operations) {
      const { status, text } = await call(unknown, operation)
      assert.equal(status, 401)
      bodies.add(text)
    }
    assert.equal(bodies.size, 1)
  })

  it('lets an unknown path be unknown', async () => {
    const client = await clientWith(['reports:read'])
    assert.equal((await client.get('/gift_cards')).status, 404)
  })

  it('treats HEAD as GET', async () => {
    const client = await clientWith(['reports:read'])
    const { status } = await client.send('HEAD', '/gift_requests', client.defaultHeaders)
    assert.equal(status, 403)
  })

  it('follows a change of the scopes with the next request', async () => {
    const { id, token } = await testApp.run((ctx) => apiKeys.createToken(ctx))
    const client = createApiClient(testApp.app, token)
    assert.equal((await client.get('/campaigns')).status, 200)
    await testApp.run((ctx) => apiKeys.changeTokenScopes(ctx, id, ['events:read']))
    assert.equal((await client.get('/campaigns')).status, 403)
    assert.equal((await client.get('/events')).status, 200)
  })

  it('rejects unknown, missing and too many scopes, and those of a token of another account', async () => {
    const attempt = (scopes: string[]) =>
      testApp
        .run((ctx) => apiKeys.createToken(ctx, { scopes }))
        .then(
          () => undefined,
          (error: { fieldErrors: { param: string }[] }) =>
            error.fieldErrors.map(({ param }) => param),
        )
    assert.deepEqual(await attempt([]), ['scopes'])
    assert.deepEqual(await attempt(['events:read', 'toString', 'events']), ['scopes.1', 'scopes.2'])
    assert.deepEqual(await attempt(Array.from({ length: 51 }, () => '*')), ['scopes'])
    const other = await testApp.createOtherAccount()
    const { id } = await testApp.run((ctx) => apiKeys.createToken(ctx), other.account.id)
    await assert.rejects(
      testApp.run((ctx) => apiKeys.changeTokenScopes(ctx, id, ['*', 'endpoints:write'])),
      { code: 'not_found' },
    )
  })
})
