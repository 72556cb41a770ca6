import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as mail from '#email'
import { createAdminFixture, homeAddress, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
await fixture.sendGift('ada.larkin@example.com')

const findAuditEntries = async (subject_id: string, action: string) =>
  (await admin.get(`/audit?subject_id=${subject_id}&action=${action}`)).json.data

describe('sending', () => {
  const statuses = ({ json }: { json: { rows: { status: string }[] } }) =>
    json.rows.map(({ status }) => status)

  it('offers open campaigns and all available items', async () => {
    const { json } = await sender.get('/send/choices')
    const methods = pluck(json.campaigns, 'invitation_method')
    assert.ok(methods.includes('email') && methods.includes('sender_provided_address'))
    assert.ok(!methods.includes('one_link'))
    assert.ok(json.items.length > 10)
  })

  it('checks each row without sending, then sends the valid rows', async () => {
    const options = { campaign_id: fixture.campaign('email').id }
    const rows = [
      { recipient: recipientFields('row.one@example.com') },
      { recipient: { first_name: '', last_name: 'X', email: 'no address' } },
      { recipient: recipientFields('ada.larkin@example.com'), occurrence: 1 },
    ]
    const countGifts = async () => (await sender.get('/gift_requests?q=row.one@')).json.data.length
    const checked = await sender.post('/send/check', { options, rows })
    assert.deepEqual(statuses(checked), ['ready', 'rejected', 'ready'])
    assert.deepEqual(pluck(checked.json.rows[1].errors, 'param'), [
      'recipient.first_name',
      'recipient.email',
    ])
    assert.equal(checked.json.rows[0].latest, null)
    assert.match(checked.json.rows[2].latest.reference, /^GR-/)
    assert.equal(await countGifts(), 0)
    const done = await sender.post('/send', { options, rows })
    assert.deepEqual(statuses(done), ['sent', 'rejected', 'sent'])
    assert.equal(await countGifts(), 1)
    const json = await readGiftPage(sender, done.json.rows[0].id)
    assert.equal(json.sender.id, testApp.sender.id)
    assert.equal(json.history[0].cause, 'sent by Ada sender in the web app')
    assert.deepEqual(pluck(json.events, 'type'), ['gift_request_created'])
    assert.equal((await findAuditEntries(json.id, 'gift_request.send')).length, 1)
  })

  it('sends each row once, also for repeated and concurrent requests', async () => {
    const options = { campaign_id: fixture.campaign('email').id }
    const rows = Array.from({ length: 20 }, (_, n) => ({
      recipient: recipientFields(`again.${n}@example.com`),
    }))
    const sendBatch = () => sender.post('/send', { options, rows })
    const responses = await Promise.all([sendBatch(), sendBatch(), sendBatch()])
    assert.equal(responses.flatMap(statuses).filter((status) => status === 'sent').length, 20)
    assert.deepEqual(new Set(statuses(await sendBatch())), new Set(['already_sent']))
    const shuffled = rows.toReversed().map(({ recipient }) => ({
      recipient: { ...recipient, first_name: 'Adah', email: recipient.email.toUpperCase() },
    }))
    const later = await sender.post('/send/check', { options, rows: shuffled })
    assert.deepEqual(
      new Set(statuses(later)),
      new Set(['already_sent']),
      'a corrected name does not make another gift',
    )
    const sentGifts = await sender.get('/gift_requests?q=again.&limit=100')
    assert.equal(sentGifts.json.data.length, 20)
    const secondRound = await sender.post('/send', {
      options: { ...options, send_id: 'second' },
      rows,
    })
    assert.deepEqual(new Set(statuses(secondRound)), new Set(['sent']), 'a new round sends again')
  })

  it('treats a repeated recipient in a list as one gift unless the occurrence differs', async () => {
    const options = { campaign_id: fixture.campaign('email').id }
    const row = { recipient: recipientFields('double@example.com') }
    const done = await sender.post('/send', {
      options,
      rows: [row, row, { ...row, occurrence: 1 }],
    })
    assert.deepEqual(statuses(done), ['sent', 'already_sent', 'sent'])
    assert.equal(done.json.rows[0].id, done.json.rows[1].id)
  })

  it('sends selected items without a campaign', async () => {
    const [first, second] = (await sender.get('/send/choices')).json.items
    const email_message = { subject: 'For you', body: 'Thank you.' }
    const variant_ids = [first.variant_id, second.variant_id]
    const options = { variant_ids, selection_mode: 'one', email_message }
    const rows = [{ recipient: recipientFields('adhoc@example.com') }]
    assert.deepEqual(statuses(await sender.post('/send', { options, rows })), ['sent'])
    assert.deepEqual(statuses(await sender.post('/send', { options, rows })), ['already_sent'])
    await fixture.processDue()
    const { data } = (await sender.get('/gift_requests?q=adhoc@')).json
    assert.deepEqual(
      [data.length, data[0].campaign, data[0].state],
      [1, null, 'awaiting_recipient'],
    )
    const api = JSON.parse((await sender.get(`/gift_requests/${data[0].id}`)).text)
    assert.equal(api.campaign, null)
    assert.deepEqual(api.email_message, email_message)
    assert.deepEqual(pluck(api.offering.line_items, 'variant_id'), variant_ids)
    await fixture.simulateTo(data[0].id, 'in_transit')
    assert.equal((await readGiftPage(sender, data[0].id)).status, 'dispatched')
  })

  it('rejects the request if the shared settings are invalid', async () => {
    const params = async (
      options: object,
      row: object = { recipient: recipientFields('x@example.com') },
    ) => pluck((await sender.post('/send', { options, rows: [row] })).json.errors, 'param')
    assert.deepEqual(await params({ variant_ids: [] }), ['variant_ids'])
    assert.deepEqual(
      await params({ variant_ids: [testApp.admin.id], email_message: { subject: 'a', body: 'b' } }),
      ['variant_ids.0'],
    )
    const [item] = (await sender.get('/send/choices')).json.items
    assert.deepEqual(await params({ variant_ids: [item.variant_id] }), ['email_message'])
    const campaign_id = fixture.campaign('email').id
    assert.deepEqual(await params({ campaign_id, send_at: '2020-01-01T00:00:00Z' }), ['send_at'])
    assert.deepEqual(await params({ campaign_id: testApp.admin.id }), ['campaign_id'])
    assert.ok((await params({ campaign_id, line_items: [] })).includes('line_items'))
  })

  it('validates each address by the rules of its country', async () => {
    const campaign = fixture.campaign('sender_provided_address')
    const [variant] = campaign.products.flatMap(({ variants }) => variants)
    const options = {
      campaign_id: campaign.id,
      line_items: [{ variant_id: variant?.id ?? '', quantity: 2 }],
    }
    const rows = [
      { recipient: recipientFields('de@example.com'), shipping_address: homeAddress },
      {
        recipient: recipientFields('us@example.com'),
        shipping_address: { ...homeAddress, country: 'US' },
      },
      { recipient: recipientFields('none@example.com') },
    ]
    const { json } = await sender.post('/send/check', { options, rows })
    const rowErrors = json.rows.map(({ errors = [] }: { errors?: { param: string }[] }) =>
      errors.map(({ param }) => param),
    )
    assert.deepEqual(rowErrors[0], [])
    assert.ok(rowErrors[1].includes('shipping_address.region'))
    assert.deepEqual(rowErrors[2], ['shipping_address'])
  })

  it('previews the email and the page for 15 minutes with a token, without storing anything', async () => {
    const options = {
      campaign_id: fixture.campaign('email').id,
      email_message: { subject: 'A surprise', body: 'Open <b>me</b>, please.' },
    }
    const previewBody = { options, recipient: recipientFields('preview@example.com') }
    const { json } = await sender.post('/send/preview', previewBody)
    assert.equal(json.subject, 'A surprise')
    const fetchPreview = async (show: string, token = json.token) => {
      const response = await fetch(`${testApp.origin.replace('localhost', '127.0.0.1')}/preview`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token, show }),
      })
      assert.equal(response.headers.get('x-frame-options'), 'SAMEORIGIN')
      assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/)
      return { status: response.status, text: await response.text() }
    }
    for (const show of ['mail', 'page'])
      assert.match((await fetchPreview(show)).text, /Open &lt;b&gt;me&lt;\/b&gt;, please\./, show)
    assert.match((await fetchPreview('choose')).text, /name="variant"/)
    assert.equal((await fetchPreview('page', 'x'.repeat(200))).status, 404)
    testApp.time.offsetMs += 16 * 60 * 1000
    assert.equal((await fetchPreview('page')).status, 404, 'after 15 minutes')
    testApp.time.offsetMs = 0
    assert.deepEqual((await sender.get('/gift_requests?q=preview@')).json.data, [])
  })

  it('sends a test email to the current user, with a link to the preview page', async () => {
    const previewBody = {
      options: { campaign_id: fixture.campaign('email').id },
      recipient: recipientFields('preview@example.com'),
    }
    assert.equal((await sender.post('/send/test', previewBody)).json.email, testApp.sender.email)
    const [last] = await testApp.run((ctx) => mail.listByRecipient(ctx, testApp.sender.email))
    assert.match(last?.subject ?? '', /^Test: /)
    const rendered = await testApp.run((ctx) => mail.find(ctx, last?.id ?? ''))
    const [link = ''] = /http\S+\/preview\?token=[\w-]+/.exec(rendered?.rendered?.text ?? '') ?? []
    const response = await fetch(link.replace('localhost', '127.0.0.1'))
    assert.equal(response.status, 200)
    assert.match(await response.text(), /Ada/)
  })
})
