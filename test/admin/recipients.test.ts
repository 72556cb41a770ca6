import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as mail from '#email'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

async function createRecipient(email: string): Promise<{ id: string; giftId: string }> {
  const giftId = await fixture.sendGift(email)
  const [recipient] = (await sender.get(`/recipients?q=${email}`)).json.data
  return { id: recipient.id, giftId }
}

const read = async (id: string) => (await sender.get(`/recipients/${id}`)).json
const auditCount = async (subject_id: string, action: string): Promise<number> =>
  (await admin.get(`/audit?subject_id=${subject_id}&action=${action}`)).json.data.length
const statesOf = (giftId: string): Promise<string[]> =>
  fixture.run(async (ctx) =>
    (await mail.list(ctx, { gift_request_id: giftId, limit: 20 })).map(
      ({ kind, state }) => `${kind} ${state}`,
    ),
  )

describe('notes about a recipient', () => {
  it('have an author and a time, and are encrypted', async () => {
    const { id } = await createRecipient('noted@example.com')
    const created = await sender.post(`/recipients/${id}/notes`, { text: '  Allergic to nuts\n' })
    assert.equal(created.status, 201)
    const [note] = (await read(id)).sender_notes
    assert.deepEqual([note.text, note.author.id], ['Allergic to nuts', testApp.sender.id])
    const rows = await fixture.run((ctx) =>
      ctx.query<{ found: boolean }>(
        `select position('Allergic'::bytea in encrypted_text) > 0 as found from gifting.contact_note`,
      ),
    )
    assert.deepEqual(rows, [{ found: false }])
    assert.equal(await auditCount(id, 'contact.add_note'), 1)
  })

  it('are deleted by their author or an admin', async () => {
    const { id } = await createRecipient('deleted.note@example.com')
    const add = async (client: typeof sender) =>
      (await client.post(`/recipients/${id}/notes`, { text: 'A note' })).json.id
    const own = await add(sender)
    const foreign = await add(admin)
    const remove = (client: typeof sender, note: string) =>
      client.delete(`/recipients/${id}/notes/${note}`)
    assert.equal((await remove(sender, foreign)).status, 404)
    assert.equal((await remove(sender, own)).status, 204)
    assert.equal((await remove(sender, own)).status, 404)
    assert.equal((await remove(admin, foreign)).status, 204)
    assert.deepEqual((await read(id)).sender_notes, [])
  })

  it('reject an empty and a too long text, and an unknown recipient', async () => {
    const { id } = await createRecipient('invalid.note@example.com')
    for (const text of ['', ' \n', 'x'.repeat(5_001)]) {
      const { status, json } = await sender.post(`/recipients/${id}/notes`, { text })
      assert.deepEqual([status, json.errors[0].param], [422, 'text'])
    }
    assert.equal((await sender.post('/recipients/nope/notes', { text: 'x' })).status, 404)
  })

  it('are in the export of the person, and erased with the person', async () => {
    const email = 'exported.note@example.com'
    const { id } = await createRecipient(email)
    await sender.post(`/recipients/${id}/notes`, { text: 'Prefers tea' })
    const exported = await admin.post('/recipients/export', { email })
    assert.equal(exported.json.contact.notes[0].text, 'Prefers tea')
    await admin.post('/recipients/erase', { email })
    const rows = await fixture.run((ctx) =>
      ctx.query('select from gifting.contact_note where account_id = $1 and contact_id = $2', [
        ctx.account_id,
        id,
      ]),
    )
    assert.equal(rows.length, 0)
  })
})

describe('a recipient who opts out', () => {
  const setOptOut = (id: string, opted_out: boolean) =>
    sender.put(`/recipients/${id}/opt-out`, { opted_out })

  it('gets no invitation and no reminder, until a sender allows them again', async () => {
    const email = 'opted.out@example.com'
    const { id, giftId } = await createRecipient(email)
    assert.equal((await setOptOut(id, true)).status, 204)
    await setOptOut(id, true)
    assert.equal(await auditCount(id, 'contact.opt_out'), 1)
    assert.equal((await read(id)).opt_out.set_by, 'Ada sender')
    assert.deepEqual(await statesOf(giftId), ['invitation suppressed'], 'a queued email is stopped')
    const second = await fixture.sendGift(email, { send_id: 'second' })
    assert.deepEqual(await statesOf(second), ['invitation suppressed'])
    await fixture.advanceClock(4 * 24 * 60 * 60 * 1000)
    const reminders = (await statesOf(second)).filter((text) => text.startsWith('reminder'))
    assert.ok(reminders.every((text) => text === 'reminder suppressed'))
    const reminder = await sender.post(`/gift_requests/${second}/remind`)
    assert.equal(reminder.status, 409)
    assert.match(reminder.json.errors[0].message, /opted out/)
    await setOptOut(id, false)
    assert.equal((await read(id)).opt_out, null)
    const third = await fixture.sendGift(email, { send_id: 'third' })
    assert.deepEqual(await statesOf(third), ['invitation queued'])
  })

  it('is shown when a list is checked', async () => {
    const email = 'checked.opt.out@example.com'
    const { id } = await createRecipient(email)
    await setOptOut(id, true)
    const options = { campaign_id: fixture.campaign('email').id, send_id: 'check' }
    const rows = [email.toUpperCase(), 'other@example.com'].map((each) => ({
      recipient: recipientFields(each),
    }))
    const { json } = await sender.post('/send/check', { options, rows })
    assert.deepEqual(pluck(json.rows, 'has_opted_out'), [true, false])
  })

  it('gets the emails about a redeemed gift', async () => {
    const { id, giftId } = await createRecipient('redeemed.opt.out@example.com')
    await setOptOut(id, true)
    await fixture.simulateTo(giftId, 'in_transit')
    const states = await statesOf(giftId)
    assert.ok(
      states.some((text) => text.endsWith('queued')),
      states.join(),
    )
  })

  it('is exported, and forgotten with an erasure', async () => {
    const email = 'forgotten.opt.out@example.com'
    const { id } = await createRecipient(email)
    await setOptOut(id, true)
    const exported = await admin.post('/recipients/export', { email })
    assert.equal(exported.json.opt_out.set_by, 'Ada sender')
    await admin.post('/recipients/erase', { email })
    const found = await fixture.run((ctx) => mail.findOptOut(ctx, email))
    assert.equal(found, undefined)
  })
})

describe('the name of a one-link', () => {
  it('is set at the creation, changed also after the end, and removed', async () => {
    const body = { campaign_id: fixture.campaign('one_link').id, quantity: 1 }
    const created = await sender.post('/one_links', {
      ...body,
      allowed_email_domains: [],
      name: ' Booth\tHamburg ',
    })
    const { id } = created.json
    assert.equal((await sender.get(`/one_links/${id}`)).json.name, 'Booth Hamburg')
    await sender.post(`/one_links/${id}/close`)
    const rename = (name: string) => sender.put(`/one_links/${id}/name`, { name })
    assert.equal((await rename('Booth Munich')).json.name, 'Booth Munich')
    await rename('Booth Munich')
    assert.equal(await auditCount(id, 'one_link.rename'), 1)
    assert.equal((await rename('')).json.name, null)
    const tooLong = await rename('x'.repeat(201))
    assert.deepEqual([tooLong.status, tooLong.json.errors[0].param], [422, 'name'])
    assert.equal((await sender.put('/one_links/nope/name', { name: 'x' })).status, 404)
    const listed = (await sender.get('/one_links')).json.data
    assert.equal(listed.find((link: { id: string }) => link.id === id).name, null)
  })
})

describe('bounces at a domain', () => {
  it('are counted for admins, and cleared at once with an entry in the audit log', async () => {
    const emails = ['ada@bounces.example', 'bea@bounces.example', 'cleo@other.example']
    const ids: string[] = []
    for (const email of emails) ids.push((await createRecipient(email)).id)
    await fixture.run(async (ctx) => {
      for (const email of emails) mail.suppressAddress(ctx, email, 'listed')
    })
    const { json } = await admin.get(`/recipients/${ids[0]}`)
    assert.deepEqual(json.bounces_at_domain, { domain: 'bounces.example', count: 2 })
    assert.equal((await read(ids[0] ?? '')).bounces_at_domain, null)
    const clear = (client: typeof admin) =>
      client.post('/recipients/clear-domain-bounces', { domain: ' Bounces.example ' })
    assert.equal((await clear(sender)).status, 403)
    assert.deepEqual((await clear(admin)).json, { cleared: 2 })
    const bounced = []
    for (const id of ids) bounced.push((await read(id)).is_bounced)
    assert.deepEqual(bounced, [false, false, true])
    const { data } = (await admin.get('/audit?action=account.clear_bounces')).json
    assert.deepEqual(data[0].details, { domain: 'Bounces.example', cleared: 2 })
  })
})
