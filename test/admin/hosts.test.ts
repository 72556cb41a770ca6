import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import * as accounts from '#accounts'
import * as attention from '#attention'
import { newId } from '#platform/lib/ids'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { eventually } from '#test/eventually'
import { startZoneServer } from '#test/zone-server'

const zone = await startZoneServer()
after(() => zone.close())
const target = 'pages.bestow.example'
const addresses = ['203.0.113.7', '2001:db8::7']
const testApp = await createAdminTestApp({
  nameServers: [zone.address],
  hostTargets: [target, ...addresses],
})
let admin = await testApp.signIn(testApp.admin)
const other = await testApp.createAccount('Other Ltd')
const otherAdmin = await testApp.signIn(await testApp.createUser('admin', other.id))
const hourMs = 3_600_000
const name = 'gifts.larkfield.example'

beforeEach(async () => {
  zone.failure = undefined
  zone.aliases.clear()
  zone.hosts.clear()
  zone.hosts.set(target, addresses)
  testApp.time.offsetMs = 0
  await testApp.run((ctx) => ctx.query('delete from access.host'), '*')
  await testApp.run((ctx) => ctx.query('delete from access.domain'), '*')
  await testApp.run((ctx) => ctx.query('delete from access.sign_in_attempt'), '*')
  await prove('larkfield.example')
})

const prove = (domain: string, account_id = testApp.account.id) =>
  testApp.run(
    (ctx) =>
      ctx.query(
        `insert into access.domain (account_id, id, name, token, created_at, proven_at)
         values ($1, $2, $3, 'x', now(), now())`,
        [account_id, newId(ctx.now), domain],
      ),
    account_id,
  )

async function set(client: AdminClient, text = name) {
  const { status, json, text: body } = await client.put('/host', { name: text })
  assert.equal(status, 200, body)
  return json
}

const check = async (client = admin) => {
  const { status, json, text } = await client.post('/host/verify')
  assert.equal(status, 200, text)
  return json
}

const linkHost = (account_id = testApp.account.id) =>
  testApp.db.deployment.hosts?.nameOf(account_id)

const isUsed = (expected: boolean) =>
  eventually(async () => ((linkHost() === name) === expected ? true : null))

/** Advances the time and runs the loop on two nodes at once. */
async function advance(hours: number) {
  testApp.time.offsetMs += hours * hourMs
  const loops = [accounts.createDomainLoop(testApp.db), accounts.createDomainLoop(testApp.db)]
  await Promise.all(loops.map((loop) => loop.round()))
}

it('uses a host after a check has seen it, and not after its removal', async () => {
  assert.deepEqual((await admin.get('/host')).json, { is_available: true, host: null })
  const { verified_at, is_proven, records } = await set(admin, ` ${name.toUpperCase()}. `)
  assert.deepEqual([verified_at, is_proven], [null, true])
  assert.deepEqual(records, [{ type: 'CNAME', name, value: target }])
  assert.equal((await check()).problem, 'record_missing')
  assert.equal(linkHost(), undefined)
  zone.aliases.set(name, 'other.example')
  assert.equal((await check()).problem, 'points_elsewhere')
  zone.aliases.set(name, target)
  assert.equal((await check()).problem, null)
  await isUsed(true)
  assert.equal((await set(admin)).problem, null, 'the same host stays verified')
  assert.equal((await admin.delete('/host')).status, 204)
  await isUsed(false)
  const { json } = await admin.get('/audit?action=host')
  const actions = json.data.map(({ action }: { action: string }) => action)
  assert.deepEqual(actions, ['host.delete', 'host.verify', 'host.set'])
})

it('accepts address records, also at the apex of a domain', async () => {
  const { records } = await set(admin, 'larkfield.example')
  assert.deepEqual(
    records.map(({ type, value }: { type: string; value: string }) => [type, value]),
    [
      ['A', addresses[0]],
      ['AAAA', addresses[1]],
    ],
  )
  zone.hosts.set('larkfield.example', ['203.0.113.7'])
  assert.equal((await check()).problem, null)
  zone.hosts.set('larkfield.example', ['203.0.113.7', '198.51.100.1'])
  assert.equal((await check()).problem, 'points_elsewhere')
})

it('refuses what cannot be the host of an account', async () => {
  const long = `${`${'a'.repeat(60)}.`.repeat(4)}larkfield.example`
  const names = [
    '',
    'localhost',
    '127.0.0.1',
    '[2001:db8::7]',
    '0x7f000001',
    `${name}:443`,
    'co.uk',
  ]
  const wrong = [
    ...names,
    '*.larkfield.example',
    'a_b.larkfield.example',
    long,
    '-a.larkfield.example',
  ]
  const foreign = ['gifts.other.example', 'notlarkfield.example', target]
  for (const text of [...wrong, `https://${name}`, 'a b.larkfield.example', ...foreign]) {
    const { status, json } = await admin.put('/host', { name: text })
    assert.deepEqual([status, json.errors?.[0]?.param], [422, 'name'], text)
  }
  assert.equal(
    (await set(admin, 'Bücher.larkfield.example')).name,
    'xn--bcher-kva.larkfield.example',
  )
})

it('turns a host off after three missed checks, says so, and turns it on again', async () => {
  await set(admin)
  zone.aliases.set(name, target)
  await check()
  zone.failure = 'broken'
  for (let day = 0; day < 4; day += 1) await advance(36)
  await isUsed(true)
  zone.failure = undefined
  zone.aliases.clear()
  await advance(36)
  await advance(2)
  await attention.checkAccount(testApp.db, testApp.account.id)
  await isUsed(true)
  await advance(2)
  await isUsed(false)
  assert.equal(testApp.db.deployment.hosts?.accountOf(name), testApp.account.id, 'old links work')
  admin = await testApp.signIn(testApp.admin)
  const { data } = (await admin.get('/attention')).json
  const item = data.find(({ cause }: { cause: string }) => cause === 'host_missing')
  assert.deepEqual([item.kind, item.name], ['domain_missing', name])
  zone.aliases.set(name, target)
  await advance(36)
  await isUsed(true)
})

it('gives a host to one account, and to its next owner with the domain', async () => {
  await set(admin)
  zone.aliases.set(name, target)
  await check()
  assert.equal((await otherAdmin.put('/host', { name })).status, 422)
  assert.equal((await otherAdmin.get('/host')).json.host, null)
  assert.equal((await otherAdmin.delete('/host')).status, 404)
  assert.equal((await otherAdmin.post('/host/verify')).status, 404)
  await testApp.run((ctx) => ctx.query('update access.domain set proven_at = null'))
  await prove('larkfield.example', other.id)
  const results = await Promise.all([
    otherAdmin.put('/host', { name }),
    otherAdmin.put('/host', { name }),
    admin.put('/host', { name: `a.${name}` }),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    [200, 200, 422],
  )
  await check(otherAdmin)
  await eventually(async () => (linkHost(other.id) === name ? true : null))
  assert.equal(linkHost(), undefined)
  assert.equal((await admin.get('/host')).json.host, null)
})

it('replaces a host, and checks it often but not without a limit', async () => {
  await set(admin)
  zone.aliases.set(name, target)
  for (let attempt = 0; attempt < 10; attempt += 1) await check()
  const { status, headers } = await admin.post('/host/verify')
  assert.deepEqual([status, headers.has('retry-after')], [429, true])
  await isUsed(true)
  await set(admin, 'other.larkfield.example')
  await isUsed(false)
  assert.equal(testApp.db.deployment.hosts?.accountOf(name), undefined)
  const sender = await testApp.signIn(testApp.sender)
  assert.equal((await sender.get('/host')).status, 403)
})
