import assert from 'node:assert/strict'
import { it } from 'node:test'
import { adminRoutes } from '#http/admin'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'

/*
 * The tests of the limits on size, depth and value count. The service enforces them before it validates a
 * body. Requests without a session have lower limits.
 */

const testApp = await createAdminTestApp()
const baseUrl = testApp.origin.replace('localhost', '127.0.0.1')

/** Sends a body unchanged with the origin of the web app, optionally with the cookie of a session. */
async function post(path: string, body: string, { method = 'POST', cookie = '' } = {}) {
  const headers = { 'content-type': 'application/json', origin: testApp.origin, cookie }
  const response = await fetch(`${baseUrl}/admin/api${path}`, { method, headers, body })
  return { status: response.status, text: await response.text() }
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const publicRoutes = adminRoutes.filter(
  ({ permission, method }) => permission === 'none' && method !== 'GET',
)
// A signed assertion of an identity provider needs more.
const smallRoutes = publicRoutes.filter(({ path }) => path !== '/session/single-sign-on/response')

it('rejects bodies over 16 KiB on every operation that requires no session', async () => {
  assert.ok(publicRoutes.length >= 8)
  assert.equal(smallRoutes.length, publicRoutes.length - 1)
  for (const { method, path } of smallRoutes) {
    const body = JSON.stringify({ email: 'a'.repeat(17 * 1024) })
    const { status, text } = await post(path, body, { method })
    assert.equal(status, 413, path)
    assert.match(text, /larger than 16 KiB/)
  }
})

it('rejects deeply nested JSON', async () => {
  for (const path of ['/session', '/setup', '/invitation', '/password-reset'])
    for (const depth of [40, 8_000]) {
      const { status, text } = await post(path, `{"email":${nested(depth)}}`)
      assert.equal(status, 400, `${path} ${depth}: ${text.slice(0, 200)}`)
      assert.match(text, /deeper than 32 levels/)
    }
})

it('returns at most 100 errors', async () => {
  const properties = Array.from({ length: 1_500 }, (_, n) => `"m${n}":1`).join()
  const { status, text } = await post('/session', `{${properties}}`)
  assert.equal(status, 422)
  assert.equal(JSON.parse(text).errors.length, 100)
})

it('limits the value count with a session, and accepts bodies over 64 KiB only for lists and images', async () => {
  const client = await testApp.signIn(testApp.admin)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const many = `{"levels":[${'1,'.repeat(60_000)}1]}`
  const counted = await post('/catalogue/images', many, { cookie })
  assert.equal(counted.status, 413)
  assert.match(counted.text, /more than 10,000 values/)
  const accepted = await post('/api-keys', JSON.stringify({ name: 'a'.repeat(70_000) }), { cookie })
  assert.match(accepted.text, /larger than 64 KiB/)
  const picture = JSON.stringify({ content: 'a'.repeat(900_000) })
  assert.equal((await post('/catalogue/images', picture, { cookie })).status, 422)
})

it('returns 401 without a session before it reads the body', async () => {
  const { status } = await post('/catalogue/images', `{"content":${nested(400_000)}`)
  assert.equal(status, 401)
  assert.equal(
    (await createAdminClient(testApp.origin).post('/api-keys', { name: 'x' })).status,
    401,
  )
})
