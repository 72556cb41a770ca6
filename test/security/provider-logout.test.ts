import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, it } from 'node:test'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { startOpenIdProvider } from '#test/openid-provider'
import { createSingleSignOnFixture } from '#test/single-sign-on-fixture'

/*
 * Back-channel logout: a provider ends sessions with a signed message to the service.
 */

const testApp = await createAdminTestApp()
const provider = await startOpenIdProvider()
const { configure, signOn } = createSingleSignOnFixture(testApp, provider)
const { client: admin, saved } = await configure()
const { id, registration } = saved.json.providers[0]
const address: string = registration[1].value
const { sender } = testApp
const second = await testApp.createUser('sender')

beforeEach(async () => {
  provider.faults = {}
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
})

/** Signs a person on, in a session of the provider with this name. */
async function open(user: { email: string }, sid: string): Promise<AdminClient> {
  provider.person = { sub: `sub of ${user.email}`, email: user.email, email_verified: true }
  provider.faults = { claims: { sid } }
  const { client, json } = await signOn(user.email)
  assert.equal(json.outcome, 'signed_in')
  return client
}
const isOpen = async (client: AdminClient) => (await client.get('/sessions')).status === 200

const now = () => Math.floor(Date.now() / 1000)
const claims = (more: Record<string, unknown>) => ({
  ...{ iss: provider.issuer, aud: provider.client_id, iat: now(), exp: now() + 120 },
  jti: randomUUID(),
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  ...more,
})
const send = async (logout_token: string, to = address) => {
  const body = new URLSearchParams({ logout_token })
  const response = await fetch(to.replace('localhost', '127.0.0.1'), { method: 'POST', body })
  assert.equal(response.headers.get('cache-control'), 'no-store')
  return response.status
}
const logoutToken = (more: Record<string, unknown>) =>
  provider.sign(claims(more), { typ: 'logout+jwt' })

it('ends the session that the message names, and no other', async () => {
  const [first, other, third] = [
    await open(sender, 'one'),
    await open(sender, 'two'),
    await open(second, 'one of another person'),
  ]
  assert.equal(await send(logoutToken({ sid: 'one', sub: `sub of ${sender.email}` })), 200)
  assert.deepEqual(
    [await isOpen(first), await isOpen(other), await isOpen(third)],
    [false, true, true],
  )
  const [entry] = (await admin.get('/audit?action=session.end_by_provider')).json.data
  assert.deepEqual([entry.subject.id, entry.actor.kind], [sender.id, 'system'])
  assert.equal(await send(logoutToken({ sid: 'two' })), 200)
  assert.equal(await isOpen(other), false)
  assert.equal(await isOpen(admin), true, 'a session without the provider')
})

it('ends all sessions of a subject at this provider', async () => {
  const clients = [await open(sender, 'one'), await open(sender, 'two'), await open(second, 'x')]
  const local = await testApp.signIn(sender)
  assert.equal(await send(logoutToken({ sub: `sub of ${sender.email}` })), 200)
  assert.deepEqual(await Promise.all([...clients, local].map(isOpen)), [false, false, true, true])
})

it('ends nothing with a message that comes again', async () => {
  await open(sender, 'one')
  const token = logoutToken({ sub: `sub of ${sender.email}` })
  assert.equal(await send(token), 200)
  const later = await open(sender, 'one')
  assert.deepEqual(await Promise.all([send(token), send(token)]), [200, 200])
  assert.equal(await isOpen(later), true)
})

it('rejects what is no logout token of this provider', async () => {
  const client = await open(sender, 'one')
  provider.faults = {}
  const sub = `sub of ${sender.email}`
  const other = await testApp.createAccount('Elsewhere')
  const lies: [name: string, token: string][] = [
    ['no token', 'x'],
    ['an empty token', ''],
    ['another issuer', logoutToken({ sub, iss: 'https://login.example.com' })],
    ['another audience', logoutToken({ sub, aud: 'another' })],
    ['expired', logoutToken({ sub, exp: now() - 120 })],
    ['an hour old', logoutToken({ sub, iat: now() - 3_600 })],
    ['no event', logoutToken({ sub, events: {} })],
    ['an event that is no object', logoutToken({ sub, events: 'x' })],
    ['an ID token', provider.sign({ ...claims({ sub, nonce: 'x' }) }, { typ: 'JWT' })],
    ['another type', provider.sign(claims({ sub }), { typ: 'at+jwt' })],
    ['no subject and no session', logoutToken({})],
    ['no id', logoutToken({ sub, jti: undefined })],
    ['no signature', provider.sign(claims({ sub }), { alg: 'none' })],
    ['a symmetric algorithm', provider.sign(claims({ sub }), { alg: 'HS256' })],
  ]
  provider.faults = { hasOtherKey: true }
  lies.push(['another key', logoutToken({ sub })])
  provider.faults = {}
  for (const [name, token] of lies) assert.equal(await send(token), 400, name)
  const token = logoutToken({ sub })
  assert.equal(await send(token, address.replace(id, other.id)), 400, 'another account')
  assert.equal(await send(token, address.replace(id, 'x')), 400, 'no provider')
  assert.equal(await isOpen(client), true)
  assert.equal(await send(token), 200)
})
