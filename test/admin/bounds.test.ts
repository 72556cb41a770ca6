import assert from 'node:assert/strict'
import { it } from 'node:test'
import { adminRoutes } from '#http/admin'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'

/* What a body may hold is bounded before any value is looked at, for strangers more narrowly than for members. */

const testApp = await createAdminTestApp()
const at = testApp.origin.replace('localhost', '127.0.0.1')

/** Sends a body as it is, as a stranger from our own page or with a session. */
async function post(path: string, body: string, { method = 'POST', cookie = '' } = {}) {
  const headers = { 'content-type': 'application/json', origin: testApp.origin, cookie }
  const response = await fetch(`${at}/admin/api${path}`, { method, headers, body })
  return { status: response.status, text: await response.text() }
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const open = adminRoutes.filter(
  ({ requiredRole, method }) => requiredRole === 'none' && method !== 'GET',
)

it('rejects bodies over 16 KiB on every operation that needs no sign-in', async () => {
  assert.ok(open.length >= 8)
  for (const { method, path } of open) {
    const body = JSON.stringify({ email: 'a'.repeat(17 * 1024) })
    const { status, text } = await post(path, body, { method })
    assert.equal(status, 413, path)
    assert.match(text, /larger than 16 KiB/)
  }
})

it('rejects deep JSON, and does not fail at it', async () => {
  for (const path of ['/session', '/setup', '/invitation', '/recovery'])
    for (const depth of [40, 8_000]) {
      const { status, text } = await post(path, `{"email":${nested(depth)}}`)
      assert.equal(status, 400, `${path} ${depth}: ${text.slice(0, 200)}`)
      assert.match(text, /deeper than 32 levels/)
    }
})

it('lists at most 100 problems', async () => {
  const members = Array.from({ length: 1_500 }, (_, n) => `"m${n}":1`).join()
  const { status, text } = await post('/session', `{${members}}`)
  assert.equal(status, 422)
  assert.equal(JSON.parse(text).errors.length, 100)
})

it('bounds the values of members, too, and takes larger bodies only where lists and pictures are sent', async () => {
  const visitor = await testApp.signIn(testApp.admin)
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const many = `{"levels":[${'1,'.repeat(60_000)}1]}`
  const counted = await post('/catalogue/stock', many, { method: 'PUT', cookie })
  assert.equal(counted.status, 413)
  assert.match(counted.text, /more than 10,000 values/)
  const accepted = await post('/api-keys', JSON.stringify({ name: 'a'.repeat(70_000) }), { cookie })
  assert.match(accepted.text, /larger than 64 KiB/)
  const picture = JSON.stringify({ content: 'a'.repeat(900_000) })
  assert.equal((await post('/catalogue/pictures', picture, { cookie })).status, 422)
})

it('answers 401 to strangers without reading their bodies', async () => {
  const { status } = await post('/catalogue/pictures', `{"content":${nested(400_000)}`)
  assert.equal(status, 401)
  assert.equal(
    (await createAdminClient(testApp.origin).post('/api-keys', { name: 'x' })).status,
    401,
  )
})
