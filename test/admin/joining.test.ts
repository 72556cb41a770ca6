import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import * as accounts from '#accounts'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { startOpenIdProvider } from '#test/openid-provider'
import { createScimClient } from '#test/scim-fixture'
import { createSingleSignOnFixture } from '#test/single-sign-on-fixture'
import { startZoneServer } from '#test/zone-server'

const zone = await startZoneServer()
after(() => zone.close())
const testApp = await createAdminTestApp({ nameServers: [zone.address] })
const provider = await startOpenIdProvider()
const { settings, save, configure, respond } = createSingleSignOnFixture(testApp, provider)
const other = await testApp.createAccount('Elsewhere')
const { client: admin } = await configure()

async function prove(name: string, client = admin) {
  const { json } = await client.post('/domains', { name })
  zone.texts.set(json.record.name, [json.record.value])
  assert.equal((await client.post(`/domains/${json.id}/verify`)).json.problem, null)
}
await prove('larkfield.example')

const admit = async (admits_new: boolean) => {
  const saved = await save(admin, { ...settings(), admits_new })
  assert.equal(saved.status, 200, saved.text)
}

beforeEach(async () => {
  provider.faults = {}
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
  await admit(true)
})

const start = async (email: string) => {
  const client = createAdminClient(testApp.origin)
  const { json } = await client.post('/session/single-sign-on', { email })
  return { client, url: json.url as string }
}
const leadsToProvider = async (email: string) =>
  (await start(email)).url.startsWith(provider.issuer)

async function signOn(email: string, claims: Record<string, unknown> = {}, as = email) {
  provider.person = { sub: `sub of ${as}`, email: as, email_verified: true }
  provider.faults = { claims }
  const { client, url } = await start(email)
  return { client, json: (await respond(client, url)).json }
}

it('makes a member of a person with an address of a proven domain', async () => {
  const email = 'grace@larkfield.example'
  const { client, json } = await signOn(email, { name: 'Grace Hopper' })
  assert.deepEqual(
    [json.outcome, json.me?.name, json.me?.email, json.me?.role],
    ['signed_in', 'Grace Hopper', email, 'viewer'],
  )
  assert.equal((await client.get('/sessions')).status, 200)
  const [entry] = (await admin.get('/audit?action=user.create')).json.data
  assert.deepEqual(entry.details, { role: 'viewer', method: 'single_sign_on' })
  const again = await signOn(email)
  assert.equal(again.json.me.id, json.me.id)
})

it('gives the strongest role of the groups', async () => {
  const group_roles = [
    { name: 'Packers', role: 'packer' },
    { name: 'Senders', role: 'sender' },
  ]
  await admin.put('/provisioning', { default_role: 'viewer', group_roles })
  const groups = ['others', ' PACKERS', 'senders', '', 7, 'x'.repeat(300)]
  const { json } = await signOn('hedy@larkfield.example', { groups })
  assert.equal(json.me.role, 'sender')
})

it('admits no one from another domain, below the domain, or while it is switched off', async () => {
  for (const email of ['eve@evil.example', 'eve@sub.larkfield.example', 'eve@xlarkfield.example']) {
    assert.equal(await leadsToProvider(email), false, email)
    const { json } = await signOn('x@larkfield.example', {}, email)
    assert.equal(json.reason, 'not_a_member', email)
  }
  await admit(false)
  assert.equal(await leadsToProvider('new@larkfield.example'), false)
})

it('does not admit an address that the provider has not verified', async () => {
  const { json } = await signOn('ada@larkfield.example', { email_verified: false })
  assert.equal(json.reason, 'email_not_verified')
})

it('leads every address of the domain to the provider, of members and others', async () => {
  for (const email of ['grace@larkfield.example', 'unknown@larkfield.example'])
    assert.equal(await leadsToProvider(email), true, email)
})

it('ends with the proof of the domain', async () => {
  const { json } = await admin.get('/domains')
  const [{ id }] = json.data
  await admin.delete(`/domains/${id}`)
  assert.equal(await leadsToProvider('late@larkfield.example'), false)
  await prove('larkfield.example')
  assert.equal(await leadsToProvider('late@larkfield.example'), true)
})

it('admits an existing person for this account only, and no operator', async () => {
  const email = 'both@larkfield.example'
  const { user, password = '' } = await testApp.run(
    (ctx) => accounts.createUser(ctx, { email, role: 'admin' }),
    other.id,
  )
  const { client, json } = await signOn(email)
  assert.equal(json.me.account.id, testApp.account.id)
  assert.equal((await client.get(`/gift_requests?in_account=${other.id}`)).status, 403)
  const own = await testApp.signIn({ id: user.id, email, password })
  assert.equal((await own.get(`/gift_requests?in_account=${other.id}`)).status, 200)
  const operator = 'operator@larkfield.example'
  await testApp.run((ctx) => accounts.createUser(ctx, { email: operator, role: 'admin' }), other.id)
  await testApp.run((ctx) => accounts.setOperator(ctx, operator, true), '*')
  assert.equal((await signOn('x@larkfield.example', {}, operator)).json.reason, 'operator')
  const { data } = (await admin.get('/members')).json
  assert.ok(!data.some((member: { email: string }) => member.email === operator))
})

it('does not bring back a person whom the identity provider has deactivated', async () => {
  const scim = await createScimClient(testApp)
  const email = 'leaver@larkfield.example'
  const emails = [{ value: email, primary: true }]
  const user = await scim.create('Users', { userName: email, displayName: 'Lea', emails })
  assert.equal((await signOn(email)).json.outcome, 'signed_in')
  await scim.patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false })
  assert.equal((await signOn(email)).json.reason, 'not_a_member')
})

it('two first sign-ins at the same instant make one member', async () => {
  const email = 'twice@larkfield.example'
  provider.person = { sub: 'twice', email, email_verified: true }
  const attempts = await Promise.all([start(email), start(email)])
  const results = await Promise.all(attempts.map(({ client, url }) => respond(client, url)))
  assert.ok(results.some(({ json }) => json.outcome === 'signed_in'))
  const { data } = (await admin.get('/members')).json
  assert.equal(data.filter((member: { email: string }) => member.email === email).length, 1)
})

it('counts an address of provisioning as proven only in a proven domain', async () => {
  const scim = await createScimClient(testApp)
  const isProven = async (email: string) => {
    const emails = [{ value: email, primary: true }]
    await scim.create('Users', { userName: email, displayName: 'Ida', emails })
    return testApp.run(
      (ctx) =>
        ctx.hasRows('select from access.person where email = $1 and email_proven_at is not null', [
          email,
        ]),
      '*',
    )
  }
  assert.equal(await isProven('ida@larkfield.example'), true)
  assert.equal(await isProven('ida@other.example'), false)
})
