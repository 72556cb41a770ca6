import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createServer } from '#app/http-server'
import * as gifting from '#gifting'
import { api } from '#http/api'
import { createLog } from '#platform/observability/log'
import { createAdminFixture, homeAddress, sendDirect } from '#test/admin-fixture'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { readGiftPage } from '#test/gift-page'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

const findAuditEntries = async (subject_id: string, action: string) =>
  (await admin.get(`/audit?subject_id=${subject_id}&action=${action}`)).json.data

describe('a gift request', () => {
  it('has all details for each role, but endpoint URLs only for admins', async () => {
    const id = await fixture.sendGift('whole@example.com')
    await fixture.simulateTo(id, 'in_transit')
    const json = await readGiftPage(admin, id)
    assert.deepEqual(
      json.history.map(({ to }: { to: string }) => to),
      ['created', 'awaiting_recipient', 'redeemed', 'ordered', 'in_transit'],
    )
    assert.equal(json.parcels.length, 1)
    assert.ok(json.parcels[0].scans.length > 0)
    assert.deepEqual(
      json.events.map(({ type }: { type: string }) => type),
      ['gift_request_created', 'gift_request_redeemed', 'gift_request_dispatched'],
    )
    assert.deepEqual(json.emails.map(({ kind }: { kind: string }) => kind).toSorted(), [
      'dispatched',
      'invitation',
      'redeemed',
    ])
    assert.equal(json.actions.cancel, 'It was dispatched and cannot be recalled.')
    assert.equal(json.actions.correct_email, null)
    const asSender = await readGiftPage(sender, id)
    assert.ok(
      asSender.events.every((event: { deliveries: { url: string | null }[] }) =>
        event.deliveries.every(({ url }) => url === null),
      ),
    )
    const unknown = `/gift-requests/${testApp.admin.id}/events`
    assert.equal((await sender.get(unknown)).status, 404)
  })

  it('has the JSON of the public API, byte for byte', async () => {
    const id = await fixture.sendGift('bytes@example.com')
    const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx))
    const app = createServer(createLog({ level: 'silent' }))
    const authenticate = apiKeys.createAuthenticator(testApp.db, { stage: 'staging', region: 'us' })
    await app.register(api({ db: testApp.db, authenticate, rateLimit: 0, name: 'test' }), {
      prefix: '/api',
    })
    const response = await app.inject({
      url: `/api/gift_requests/${id}`,
      headers: { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' },
    })
    await app.close()
    assert.equal(response.statusCode, 200)
    assert.equal((await sender.get(`/gift_requests/${id}`)).text, response.payload)
  })

  it('reveals its address only to an admin with a reason, which is audited', async () => {
    const id = await fixture.sendGift('home@example.com')
    await fixture.simulateTo(id, 'ordered')
    const gift = await readGiftPage(admin, id)
    assert.deepEqual([gift.has_address, gift.shipping_address], [true, null])
    const reason = 'The carrier asked for the floor'
    assert.equal((await sender.post(`/gift-requests/${id}/reveal`, { reason })).status, 403)
    assert.equal((await admin.post(`/gift-requests/${id}/reveal`, { reason: '' })).status, 422)
    assert.equal((await findAuditEntries(id, 'gift_request.reveal_address')).length, 0)
    const revealed = await admin.post(`/gift-requests/${id}/reveal`, { reason })
    const { line_1 } = revealed.json.shipping_address
    assert.ok(line_1.length > 3 && !JSON.stringify(gift).includes(line_1))
    assert.equal(revealed.json.json, null, 'the public API has no address in choice mode')
    const [entry] = await findAuditEntries(id, 'gift_request.reveal_address')
    assert.deepEqual([entry.actor.id, entry.details], [testApp.admin.id, { reason }])
  })

  it('hides the address in the JSON of a direct-send until it is revealed', async () => {
    const id = await sendDirect(fixture, sender, 'direct@example.com')
    for (const client of [admin, sender]) {
      const { json, text } = await client.get(`/gift_requests/${id}`)
      assert.match(json.shipping_address.line_1, /^hidden/)
      assert.ok(!text.includes('Unter den Linden'))
      const page = JSON.stringify(await readGiftPage(client, id))
      assert.ok(!page.includes('Unter den Linden'))
    }
    const { json } = await admin.post(`/gift-requests/${id}/reveal`, { reason: 'Checking' })
    assert.equal(JSON.parse(json.json).shipping_address.line_1, 'Unter den Linden 1')
  })

  it('resends an email to the sender too', async () => {
    const id = await fixture.sendGift('allergic@example.com')
    await testApp.run((ctx) => gifting.decline(ctx, id, { reason: 'I may not.' }))
    const json = await readGiftPage(sender, id)
    const declined = json.emails.find(({ kind }: { kind: string }) => kind === 'declined')
    const path = `/gift_requests/${id}/resend_emails`
    const resent = await sender.post(path, { email_ids: [declined.id] })
    assert.equal(resent.status, 200)
    assert.equal(resent.json.data[0].to, testApp.admin.email)
  })

  it('has its emails, which can be viewed and resent', async () => {
    const id = await fixture.sendGift('typo@example.com')
    const [sentEmail] = (await readGiftPage(sender, id)).emails
    const displayed = await sender.get(`/gift-requests/${id}/emails/${sentEmail.id}`)
    assert.equal(displayed.json.to, 'typo@example.com')
    const page = await sender.get(`/gift-requests/${id}/emails/${sentEmail.id}/page`)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    assert.match(page.text, /<html/)
    const other = await fixture.sendGift('other@example.com')
    assert.equal((await sender.get(`/gift-requests/${other}/emails/${sentEmail.id}`)).status, 404)
    const email_ids = [sentEmail.id]
    const wrong = await sender.post(`/gift_requests/${other}/resend_emails`, { email_ids })
    assert.equal(wrong.status, 422)
    const resent = await sender.post(`/gift_requests/${id}/resend_emails`, { email_ids })
    assert.equal(resent.status, 200)
    const invalid = await sender.post(`/gift_requests/${id}/correct_email`, { email: 'no' })
    assert.equal(invalid.status, 422)
    assert.equal(
      (await sender.post(`/gift_requests/${id}/correct_email`, { email: 'right@example.com' }))
        .status,
      200,
    )
    const json = await readGiftPage(sender, id)
    assert.equal(json.recipient.email, 'right@example.com')
    assert.deepEqual(
      json.emails.map(({ to }: { to: string }) => to),
      ['right@example.com', 'typo@example.com', 'typo@example.com'],
    )
    const log = await findAuditEntries(id, 'gift_request')
    assert.ok(!JSON.stringify(log).includes('right@example.com'), 'the audit log has no recipient')
  })

  it('can be shipped again once by an admin if its parcel is lost', async () => {
    const id = await fixture.sendGift('again@example.com')
    await fixture.simulateTo(id, 'in_transit')
    const [parcel] = (await readGiftPage(admin, id)).parcels
    const shipAgain = (client: AdminClient) =>
      client.post(`/gift_requests/${id}/ship_again`, { parcel_id: parcel.id })
    assert.equal((await shipAgain(admin)).status, 409, 'it may still arrive')
    await testApp.run((ctx) =>
      ctx.query(`update fulfilment.parcel set state = 'lost' where account_id = $1 and id = $2`, [
        testApp.account.id,
        parcel.id,
      ]),
    )
    assert.equal((await readGiftPage(admin, id)).parcels[0].can_ship_again, true)
    assert.equal((await shipAgain(sender)).status, 403)
    assert.equal((await shipAgain(admin)).status, 200)
    const { parcels } = await readGiftPage(admin, id)
    assert.deepEqual(
      parcels.map((each: typeof parcel) => [each.replaces, each.can_ship_again]),
      [
        [null, false],
        [parcel.id, false],
      ],
    )
    assert.equal((await shipAgain(admin)).status, 409)
    assert.equal((await findAuditEntries(id, 'gift_request.ship_again')).length, 1)
  })

  it('accepts another address if a carrier rejected the first', async () => {
    const id = await fixture.sendGift('fix@example.com')
    const path = `/gift_requests/${id}/change_address`
    const early = await sender.post(path, { shipping_address: homeAddress })
    assert.equal(early.status, 409)
    await fixture.simulateTo(id, 'shipping_error')
    const rejectedFields = async (shipping_address: object) => {
      const { errors } = (await sender.post(path, { shipping_address })).json
      return errors.map(({ param }: { param: string }) => param.split('.')[1]).toSorted()
    }
    const address = { name: 'Ada', line_1: '', country: 'DE', postal_code: 'x' }
    assert.deepEqual(await rejectedFields(address), ['city', 'line_1', 'postal_code'])
    assert.deepEqual(await rejectedFields({}), ['country', 'line_1', 'name'])
    assert.deepEqual(await rejectedFields({ ...homeAddress, street: 'x' }), ['street'])
    assert.equal((await sender.post(path, { shipping_address: homeAddress })).status, 200)
    assert.equal((await sender.get('/gift_requests?country=DE&q=fix@')).json.data.length, 1)
  })
})
