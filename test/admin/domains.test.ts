import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import * as accounts from '#accounts'
import * as attention from '#attention'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { startZoneServer } from '#test/zone-server'

const zone = await startZoneServer()
after(() => zone.close())
const testApp = await createAdminTestApp({ nameServers: [zone.address] })
let admin = await testApp.signIn(testApp.admin)
const other = await testApp.createAccount('Other Ltd')
const otherUser = await testApp.createUser('admin', other.id)
let otherAdmin = await testApp.signIn(otherUser)
const hourMs = 3_600_000

beforeEach(async () => {
  zone.failure = undefined
  zone.texts.clear()
  testApp.time.offsetMs = 0
  await testApp.run((ctx) => ctx.query('delete from access.domain'), '*')
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
})

async function add(client: AdminClient, name: string) {
  const { status, json, text } = await client.post('/domains', { name })
  assert.equal(status, 201, text)
  return json as { id: string; name: string; record: { name: string; value: string } }
}

const publish = (...domains: { record: { name: string; value: string } }[]) => {
  for (const { record } of domains) zone.texts.set(record.name, [])
  for (const { record } of domains)
    zone.texts.set(record.name, [...(zone.texts.get(record.name) ?? []), record.value])
}

const check = async (client: AdminClient, { id }: { id: string }) => {
  const { status, json, text } = await client.post(`/domains/${id}/verify`)
  assert.equal(status, 200, text)
  return json
}

const isProven = (name: string, account_id = testApp.account.id) =>
  testApp.run((ctx) => accounts.isProvenDomain(ctx, name), account_id)

/** Advances the time, which ends the sessions, and runs the loop on two nodes at once. */
async function advance(hours: number) {
  testApp.time.offsetMs += hours * hourMs
  const loops = [accounts.createDomainLoop(testApp.db), accounts.createDomainLoop(testApp.db)]
  await Promise.all(loops.map((loop) => loop.round()))
  admin = await testApp.signIn(testApp.admin)
  otherAdmin = await testApp.signIn(otherUser)
}

it('proves a domain by its record, and removes it', async () => {
  const domain = await add(admin, ' Larkfield.Example. ')
  assert.equal(domain.name, 'larkfield.example')
  assert.equal(domain.record.name, '_bestow-challenge.larkfield.example')
  assert.match(domain.record.value, /^bestow-domain-verification=[\w-]{32}$/)
  assert.equal((await check(admin, domain)).problem, 'record_missing')
  zone.texts.set(domain.record.name, ['v=spf1 -all', `x${domain.record.value}`])
  assert.equal((await check(admin, domain)).problem, 'record_missing')
  publish(domain)
  const { proven_at, problem } = await check(admin, domain)
  assert.deepEqual([typeof proven_at, problem], ['string', null])
  assert.equal(await isProven('LARKFIELD.example'), true)
  assert.equal(await isProven('mail.larkfield.example'), false)
  assert.equal(await isProven('larkfield.example', other.id), false)
  assert.equal((await admin.get('/domains')).json.data.length, 1)
  assert.equal((await admin.delete(`/domains/${domain.id}`)).status, 204)
  assert.equal(await isProven('larkfield.example'), false)
  const { json } = await admin.get('/audit?action=domain')
  const actions = json.data.map(({ action }: { action: string }) => action)
  assert.deepEqual(actions, ['domain.delete', 'domain.prove', 'domain.create'])
})

it('refuses what no account can own', async () => {
  const names = [
    'co.uk',
    'github.io',
    'example',
    '127.0.0.1',
    '[::1]',
    'a b.example',
    '*.x.example',
  ]
  for (const name of [...names, 'https://x.example', 'a@x.example', `${'a'.repeat(64)}.example`]) {
    const { status, json } = await admin.post('/domains', { name })
    assert.equal(status, 422, name)
    assert.equal(json.errors[0].param, 'name')
  }
  assert.equal((await add(admin, 'Büro.example')).name, 'xn--bro-hoa.example')
  assert.equal((await admin.post('/domains', { name: 'xn--bro-hoa.example' })).status, 422)
})

it('does not mistake a failing name server for a missing record', async () => {
  const domain = await add(admin, 'larkfield.example')
  publish(domain)
  await check(admin, domain)
  zone.failure = 'broken'
  const { proven_at, problem, missing_since } = await check(admin, domain)
  assert.deepEqual([typeof proven_at, problem, missing_since], ['string', 'dns_failed', null])
  for (let day = 0; day < 8; day += 1) await advance(36)
  assert.equal(await isProven('larkfield.example'), true)
  zone.failure = 'silent'
  assert.equal((await check(admin, domain)).problem, 'dns_failed')
})

it('reads a record that comes after many and over TCP', async () => {
  const domain = await add(admin, 'larkfield.example')
  const noise = Array.from({ length: 20 }, (_, at) => `noise ${at} ${'x'.repeat(200)}`)
  zone.texts.set(domain.record.name, [...noise, domain.record.value])
  assert.equal((await check(admin, domain)).problem, null)
})

it('ends a proof three days after its record is gone, and says so before', async () => {
  const domain = await add(admin, 'larkfield.example')
  publish(domain)
  await advance(2)
  assert.equal(await isProven('larkfield.example'), true, 'the loop proves it')
  zone.texts.clear()
  await advance(36)
  assert.equal(await isProven('larkfield.example'), true)
  await advance(20)
  await attention.checkAccount(testApp.db, testApp.account.id)
  const { json } = await admin.get('/attention')
  const item = json.data.find(({ kind }: { kind: string }) => kind === 'domain_missing')
  assert.deepEqual([item.name, item.cause], ['larkfield.example', 'record_missing'])
  publish(domain)
  await advance(20)
  zone.texts.clear()
  for (let day = 0; day < 3; day += 1) await advance(36)
  assert.equal(await isProven('larkfield.example'), true, 'a return of the record resets the days')
  for (let day = 0; day < 2; day += 1) await advance(36)
  assert.equal(await isProven('larkfield.example'), false)
})

it('ends the proof of a suspended account too', async () => {
  const domain = await add(otherAdmin, 'larkfield.example')
  publish(domain)
  await check(otherAdmin, domain)
  await testApp.run(
    (ctx) => accounts.suspendAccount(ctx, other.id, { reason: 'not paid' }),
    ALL_ACCOUNTS,
  )
  zone.texts.clear()
  const loop = accounts.createDomainLoop(testApp.db)
  for (let day = 0; day < 6; day += 1) {
    testApp.time.offsetMs += 36 * hourMs
    await loop.round()
  }
  assert.equal(await isProven('larkfield.example', other.id), false)
  await testApp.run((ctx) => accounts.resumeAccount(ctx, other.id), ALL_ACCOUNTS)
})

it('gives a domain to one account at a time', async () => {
  const first = await add(admin, 'larkfield.example')
  const second = await add(otherAdmin, 'larkfield.example')
  assert.notEqual(first.record.value, second.record.value)
  publish(first, second)
  const results = await Promise.all([check(admin, first), check(otherAdmin, second)])
  const problems = results.map(({ problem }) => problem)
  assert.deepEqual(problems.toSorted(), ['proven_elsewhere', null].toSorted())
  const [winner, loser] = problems[0] === null ? [first, second] : [second, first]
  const loserClient = () => (loser === first ? admin : otherAdmin)
  const owner = winner === first ? testApp.account.id : other.id
  const text = JSON.stringify(await check(loserClient(), loser))
  assert.ok(!text.includes(owner) && !text.includes('Larkfield'))
  publish(loser)
  assert.equal((await check(loserClient(), loser)).problem, 'proven_elsewhere', 'not at once')
  for (let day = 0; day < 6; day += 1) await advance(36)
  assert.equal((await check(loserClient(), loser)).problem, null)
})

it('decides about a host by the longest proven domain', async () => {
  const whole = await add(admin, 'larkfield.example')
  const part = await add(otherAdmin, 'gifts.larkfield.example')
  publish(whole, part)
  await check(admin, whole)
  await check(otherAdmin, part)
  const owns = (host: string, account_id = testApp.account.id) =>
    testApp.run((ctx) => accounts.isHostOfProvenDomain(ctx, host), account_id)
  assert.equal(await owns('send.larkfield.example'), true)
  assert.equal(await owns('larkfield.example'), true)
  assert.equal(await owns('a.gifts.larkfield.example'), false)
  assert.equal(await owns('a.gifts.larkfield.example', other.id), true)
  assert.equal(await owns('notlarkfield.example'), false)
})

it('shows and changes nothing of another account', async () => {
  const { id } = await add(admin, 'larkfield.example')
  assert.deepEqual((await otherAdmin.get('/domains')).json.data, [])
  assert.equal((await otherAdmin.post(`/domains/${id}/verify`)).status, 404)
  assert.equal((await otherAdmin.delete(`/domains/${id}`)).status, 404)
  const sender = await testApp.signIn(testApp.sender)
  assert.equal((await sender.get('/domains')).status, 403)
})

it('limits how often an account asks the DNS', async () => {
  const domain = await add(admin, 'larkfield.example')
  for (let attempt = 0; attempt < 10; attempt += 1) await check(admin, domain)
  const { status, headers } = await admin.post(`/domains/${domain.id}/verify`)
  assert.deepEqual([status, headers.has('retry-after')], [429, true])
})
