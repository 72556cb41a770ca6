import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as accounts from '#accounts'
import { createSmtpTransport } from '#connectors/smtp'
import { createAdminTestApp } from '#test/admin-harness'
import { eventually } from '#test/eventually'
import { startSmtpServer } from '#test/smtp-server'
import { startZoneServer } from '#test/zone-server'

const zone = await startZoneServer()
const smtp = await startSmtpServer()
after(() => Promise.all([smtp.close(), zone.close()]))
const testApp = await createAdminTestApp({
  nameServers: [zone.address],
  installationMail: {
    config: { from: { name: 'Bestow', email: 'gifts@bestow.example' }, bounceAddress: undefined },
    open: () => createSmtpTransport({ url: smtp.url, tls: 'none', maxConnections: 1 }),
  },
})
const admin = await testApp.signIn(testApp.admin)

it('sets, checks, tests, enables and removes an address, and never shows its key', async () => {
  const email = 'gifts@larkfield.example'
  const refused = await admin.put('/email-sender', { email })
  assert.deepEqual([refused.status, refused.json.errors[0].param], [422, 'email'])
  assert.match(refused.json.errors[0].message, /Prove larkfield\.example/)
  const row = await testApp.run((ctx) => accounts.addDomain(ctx, 'larkfield.example'))
  const proof = accounts.challengeRecord(row)
  zone.texts.set(proof.name, [proof.value])
  await accounts.checkDomain((run) => testApp.run(run), row.id)
  const saved = await admin.put('/email-sender', { email })
  assert.deepEqual(
    [saved.json.email, saved.json.enabled, saved.json.is_proven],
    [email, false, true],
  )
  const early = await admin.post('/email-sender/enable')
  assert.equal(early.status, 422)
  assert.match(early.json.errors[0].message, /DKIM record at bestow-[0-9a-f]{8}\._domainkey/)
  const { name, value } = saved.json.record
  zone.texts.set(name, [value])
  const checked = await admin.post('/email-sender/check')
  const problems = checked.json.records.map((each: { problem: string | null }) => each.problem)
  assert.deepEqual(problems, [null, null, 'missing'])
  const tested = await admin.post('/email-sender/test')
  assert.equal(tested.json.ok, true, tested.text)
  assert.match(tested.json.tried, /gifts@larkfield\.example to /)
  assert.equal(smtp.received[0]?.to, testApp.admin.email)
  assert.match(smtp.received[0]?.source ?? '', /d=larkfield\.example/)
  const enabled = await admin.post('/email-sender/enable')
  assert.equal(enabled.json.enabled, true)
  const same = await admin.put('/email-sender', { email: 'hello@larkfield.example' })
  assert.deepEqual([same.json.enabled, same.json.record.value], [true, value])
  const read = await admin.get('/email-sender')
  assert.equal(read.json.installation_address, 'gifts@bestow.example')
  const log = await admin.get('/audit-log')
  for (const { text } of [saved, checked, tested, enabled, read, log])
    assert.ok(!text.includes('PRIVATE KEY'))
  assert.equal((await admin.delete('/email-sender')).status, 204)
  assert.equal((await admin.get('/email-sender')).json.sender, null)
  assert.equal((await admin.post('/email-sender/test')).status, 404)
})

it('gives one key to two admins who set an address at once', async () => {
  const emails = ['a@larkfield.example', 'b@larkfield.example']
  const saved = await Promise.all(emails.map((email) => admin.put('/email-sender', { email })))
  assert.deepEqual(
    saved.map(({ status }) => status),
    [200, 200],
  )
  assert.equal(new Set(saved.map(({ json }) => json.record.name)).size, 1)
})

it('enables no address that another admin has set while the records were checked', async () => {
  for (const name of ['first.example', 'second.example']) {
    const row = await testApp.run((ctx) => accounts.addDomain(ctx, name))
    const proof = accounts.challengeRecord(row)
    zone.texts.set(proof.name, [proof.value])
    await accounts.checkDomain((run) => testApp.run(run), row.id)
  }
  const saved = await admin.put('/email-sender', { email: 'a@first.example' })
  const { name, value } = saved.json.record
  zone.texts.set(name, [value])
  zone.failure = 'silent' // the resolver asks again after two seconds
  const enabling = admin.post('/email-sender/enable')
  await eventually(() => zone.queries.includes(name))
  assert.equal((await admin.put('/email-sender', { email: 'b@second.example' })).status, 200)
  zone.failure = undefined
  assert.equal((await enabling).status, 409)
  assert.equal((await admin.get('/email-sender')).json.sender.enabled, false)
})

it('is for admins', async () => {
  const sender = await testApp.signIn(testApp.sender)
  assert.equal((await sender.get('/email-sender')).status, 403)
  assert.equal((await sender.post('/email-sender/test')).status, 403)
})
