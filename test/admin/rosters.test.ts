import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as contacts from '#contacts'
import { createAdminTestApp } from '#test/admin-harness'
import { davUser, startCardDavServer, writeCard } from '#test/carddav-server'

const server = await startCardDavServer()
after(() => server.close())
const shipping = shippingFromConfig({
  ...{ stage: 'staging', carrier: 'manual', simulator: 'manual' },
  ...{ easyPost: undefined, webhookAllowPrivate: true },
})
const testApp = await createAdminTestApp({ shipping })
const admin = await testApp.signIn(testApp.admin)
const run = () => contacts.runDueRoster(testApp.db, testApp.account.id, shipping.connectors)

it('connects an address book, reads it, says what happened, and deletes the connection', async () => {
  await server.put('ada.vcf', writeCard('ada', 'Ada King', 'ada@books.example'))
  await server.put('old.vcf', 'BEGIN:VCARD\r\nVERSION:2.1\r\nEND:VCARD')
  const settings = { url: server.url, ...davUser }
  const added = await admin.post('/connections', { kind: 'carddav', name: 'Team', settings })
  assert.equal(added.status, 201, added.text)
  const { id, roster } = added.json
  assert.deepEqual([roster.is_running, roster.counts, roster.last_run_at], [true, null, null])
  assert.equal((await admin.post(`/connections/${id}/test`)).json.answer, 'address books: Team')
  await run()
  const [listed] = (await admin.get('/connections')).json.data
  assert.deepEqual(listed.roster.counts, { added: 1, changed: 0, removed: 0, skipped: 1 })
  assert.match(listed.roster.problems[0].problem, /2\.1/)
  const [ada] = (await admin.get('/contacts')).json.data
  assert.deepEqual(
    [ada.name, ada.origins.given_name.source, ada.origins.given_name.name],
    ['Ada King', 'roster', 'Team'],
  )
  const again = await admin.post(`/connections/${id}/run`, { accepts_removals: false })
  assert.equal(again.status, 204, again.text)
  const log = await admin.get('/audit')
  const actions = log.json.data.map(({ action }: { action: string }) => action)
  for (const action of ['connection.run', 'connection.read_contacts'])
    assert.ok(actions.includes(action), action)
  assert.equal((await admin.delete(`/connections/${id}`)).status, 204)
  assert.equal((await admin.get('/contacts')).json.data.length, 1)
  for (const { text } of [added, log]) assert.ok(!text.includes(davUser.password))
})

it('runs nothing for a connection of another port, an unknown one, and a sender', async () => {
  const unknown = '0192d3a4-0000-7000-8000-000000000001'
  const body = { accepts_removals: false }
  assert.equal((await admin.post(`/connections/${unknown}/run`, body)).status, 404)
  assert.equal((await admin.post(`/connections/x/run`, body)).status, 404)
  const sender = await testApp.signIn(testApp.sender)
  assert.equal((await sender.post(`/connections/${unknown}/run`, body)).status, 403)
})
