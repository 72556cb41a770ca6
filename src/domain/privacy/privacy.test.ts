import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import * as audit from '#audit'
import { eventTypes } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { sha256 } from '#platform/crypto/encryption'
import { actingAs } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture, redeem } from '#test/catalogue-fixture'
import { claimConfirmed } from '#test/claim-fixture'
import { createFulfilmentRunner, findEmittedEvents } from '#test/fulfilment-fixture'
import { createPersonWithHistory } from '#test/person-fixture'
import { pluck } from '#test/pluck'
import { decryptAll, dumpTables, type TableDump, tablesContaining } from '#test/table-dump'
import * as webhooks from '#webhooks'
import * as privacy from './index.ts'

const app = await createTestApp()
const shipper = createFulfilmentRunner(app)
const shop = await createCatalogueFixture(app, [{ name: 'Cup', stock: { Red: 100 } }])
const operator = { kind: 'operator' } as const
const { endpoint } = await app.run((ctx) =>
  webhooks.createEndpoint(
    ctx,
    { account_id: app.account.id, tier: 'enterprise' },
    {
      url: 'http://127.0.0.1:9/hook',
      description: '',
      events: [...eventTypes],
      payload_version: '2025-10',
    },
    { allowPrivate: true },
  ),
)

const erase = (email: string) =>
  app.run((ctx) => privacy.erasePersonalData(actingAs(ctx, operator), email))
const exportData = (email: string) =>
  app.run((ctx) => privacy.exportPersonalData(actingAs(ctx, operator), email))
const get = async (id: string) => (await app.api.get(`/gift_requests/${id}`)).json

const createPerson = (marker: string) => createPersonWithHistory(app, shop, shipper, marker)
const readAllEncrypted = () => decryptAll(app)

it('erases all data of the person from every table, and no data of others', async () => {
  const other = await createPerson('zqbystander')
  const person = await createPerson('xkmarker')
  const findTraces = (found: TableDump) => tablesContaining(found, 'xkmarker')
  const before = await dumpTables(app)
  assert.deepEqual(findTraces(before), [
    'access.idempotency_key',
    'fulfilment.scan',
    'gifting.contact',
    'gifting.gift_request',
    'gifting.metadata_value',
    'gifting.redemption_session',
    'gifting.thank_you_note',
    'webhooks.event_body',
  ])
  const digest = sha256(person.email.toLowerCase()).toString('hex')
  assert.ok((await readAllEncrypted()).some((text) => text.includes('xkmarker street 1')))
  assert.ok(before.get('mail.message')?.some((row) => row.includes(digest)))
  const tracesOfOther = tablesContaining(before, 'zqbystander')

  const erased = await erase('XKmarker@mail.example')
  assert.deepEqual([...erased.gift_request_ids].sort(), [...person.ids].sort())

  const after = await dumpTables(app)
  assert.deepEqual(findTraces(after), [])
  assert.equal((await readAllEncrypted()).filter((text) => text.includes('xkmarker')).length, 0)
  assert.ok(!after.get('mail.message')?.some((row) => row.includes(digest)))
  assert.deepEqual(tablesContaining(after, 'zqbystander'), tracesOfOther)
  assert.ok((await readAllEncrypted()).some((text) => text.includes('zqbystander street 1')))
  assert.deepEqual((await get(other.thankedId)).recipient.first_name, 'zqbystanderfirst')
})

it('keeps ids, states and counts of erased gifts, and cancels undispatched ones', async () => {
  const person = await createPerson('bones')
  const before = await get(person.thankedId)
  const eventsBefore = await findEmittedEvents(app, person.thankedId)
  const { cancelled, contact_id } = await erase(person.email)
  assert.equal(contact_id, before.recipient.id)
  assert.equal(cancelled, 4)
  const after = await get(person.thankedId)
  assert.deepEqual(after.recipient, {
    id: before.recipient.id,
    thank_you_count: 1,
    first_name: '',
    last_name: '',
    name: '',
    email: '',
  })
  assert.equal(after.reference, before.reference)
  assert.equal(after.status, 'dispatched')
  assert.deepEqual(after.line_items, before.line_items)
  assert.deepEqual([after.redemption_url, after.metadata], [null, {}])
  assert.deepEqual(after.email_message, { subject: '', body: '' })
  assert.equal(await findEmittedEvents(app, person.thankedId), eventsBefore)
  for (const id of [person.declinedId, person.redeemedId, person.directResponse.json.id])
    assert.equal((await get(id)).status, 'cancelled')
  assert.equal((await get(person.expiredId)).status, 'cancelled')
  assert.equal(
    await app.run((ctx) => gifting.getRedemptionPage(ctx, person.declinedId)).then((v) => v?.name),
    '',
  )
})

it('lets a dispatched parcel arrive, and creates no link for an erased recipient', async () => {
  const person = await createPerson('parcel')
  await erase(person.email)
  await shipper.recordScan(person.thankedId, { state: 'delivered' })
  const gift = await get(person.thankedId)
  assert.equal(gift.status, 'delivered')
  assert.equal(gift.redemption_url, null)
})

it('emits the cancellation without a name, and marks earlier events as erased', async () => {
  const person = await createPerson('events')
  await erase(person.email)
  const { json: feed } = await app.api.get(`/events?gift_request_id=${person.declinedId}&order=asc`)
  const [created, cancelled] = feed.data
  assert.deepEqual(pluck(feed.data, 'type'), ['gift_request_created', 'gift_request_cancelled'])
  assert.equal(created.body, null)
  assert.equal(cancelled.body.status, 'cancelled')
  assert.equal(cancelled.body.recipient.name, '')
  assert.deepEqual((await app.api.get(`/events/${created.id}`)).json, created)
  const olderVersion = await app.api.get(`/events/${created.id}`, {
    'service-api-version': '2025-10',
  })
  assert.equal(olderVersion.status, 200)
  assert.equal(olderVersion.json.data.meta.body, null)

  const deliveries = await app.run((ctx) =>
    webhooks.listDeliveries(ctx, { event_id: created.id, limit: 10 }),
  )
  assert.equal(deliveries.length, 1)
  const [delivery] = deliveries
  assert.equal(delivery?.endpoint_id, endpoint.id)
  assert.equal(delivery?.state, 'abandoned')
  assert.ok(delivery?.erased_at instanceof Date)
  assert.deepEqual(delivery?.attempts, [])
  await assert.rejects(
    app.run((ctx) => webhooks.resend(ctx, delivery?.id ?? '')),
    { code: 'invalid_transition', message: /erased/ },
  )
  const [pendingDelivery] = await app.run((ctx) =>
    webhooks.listDeliveries(ctx, { event_id: cancelled.id, limit: 10 }),
  )
  assert.equal(pendingDelivery?.state, 'pending')
  assert.equal(pendingDelivery?.erased_at, null)
})

it('does not repeat a create whose idempotent response was erased', async () => {
  const person = await createPerson('retry')
  await erase(person.email)
  const count = await app.countEvents()
  const { status, json, headers } = await app.api.post(
    '/gift_requests/batch',
    person.batchBody,
    person.batchHeaders,
  )
  assert.equal(status, 404)
  assert.equal(json.errors[0].code, 'not_found')
  assert.match(json.errors[0].message, /erased/)
  assert.equal(headers['idempotent-replayed'], 'true')
  assert.equal(await app.countEvents(), count)
})

it('sends no emails to an erased person, including queued ones', async () => {
  const person = await createPerson('emails')
  await erase(person.email)
  for (const id of person.ids) {
    const emails = await app.run((ctx) => mail.list(ctx, { gift_request_id: id }))
    for (const { to, state, subject } of emails) {
      assert.deepEqual([to, subject], [undefined, undefined])
      assert.notEqual(state, 'queued')
    }
  }
})

it('also erases events with an address that was corrected later', async () => {
  const id = await shop.createGift({
    recipient: { first_name: 'Ted', last_name: 'Other', email: 'wrongmark@mail.example' },
  })
  await app.run((ctx) => gifting.correctEmail(ctx, id, 'right@mail.example'))
  assert.notDeepEqual(tablesContaining(await dumpTables(app), 'wrongmark'), [])
  await erase('wrongmark@mail.example')
  assert.deepEqual(tablesContaining(await dumpTables(app), 'wrongmark'), [])
  const { recipient, status } = await get(id)
  assert.deepEqual([recipient.email, status], ['right@mail.example', 'submitted'])
})

it('two erased claimants of a one-link can both claim again', async () => {
  const campaign_id = app.campaign('one_link').id
  const link = await app.run((ctx) => oneLinks.create(ctx, { campaign_id, quantity: 4 }))
  const claim = (email: string) =>
    claimConfirmed(app, link.id, { first_name: 'A', last_name: 'B', email })
  for (const email of ['one@mail.example', 'two@mail.example']) {
    await claim(email)
    assert.equal((await erase(email)).cancelled, 1)
  }
  assert.equal((await claim('one@mail.example')).state, 'awaiting_recipient')
})

it('leaves no data of a person who redeems concurrently', async () => {
  const recipient = { first_name: 'Ada', last_name: 'Racer', email: 'racer@mail.example' }
  const shipping_address = { name: 'Ada', line_1: 'Racer street', city: 'Racerville' }
  const address = { ...shipping_address, postal_code: '10117', country: 'DE' }
  const body = { variant_ids: [shop.id('Red')], shipping_address: address }
  const ids = await Promise.all(Array.from({ length: 5 }, () => shop.createGift({ recipient })))
  const redemptions = ids.map((id) =>
    redeem(app, id, body).then(() =>
      app.run((ctx) => gifting.saveThankYouNote(ctx, id, { text: 'Racer says thanks' })),
    ),
  )
  const [erased] = await Promise.all([erase('racer@mail.example'), Promise.allSettled(redemptions)])
  assert.equal(erased.gift_request_ids.length, ids.length)
  assert.deepEqual(tablesContaining(await dumpTables(app), 'racer'), [])
  assert.equal((await readAllEncrypted()).filter((text) => text.includes('Racer')).length, 0)
  for (const id of ids) assert.equal((await get(id)).status, 'cancelled')
})

it('creates a new contact for a later gift, and a repeated erasure finds nothing', async () => {
  const recipient = { first_name: 'Ada', last_name: 'Back', email: 'back@mail.example' }
  const first = await get(await shop.createGift({ recipient }))
  await erase('back@mail.example')
  assert.deepEqual(await erase('back@mail.example'), {
    contact_id: null,
    gift_request_ids: [],
    cancelled: 0,
    emails: 0,
  })
  const second = await get(await shop.createGift({ recipient }))
  assert.notEqual(second.recipient.id, first.recipient.id)
  assert.equal(second.recipient.thank_you_count, 0)
})

it('exports all data of a person, and of no one else', async () => {
  await createPerson('stranger')
  const person = await createPerson('export')
  const exported = await exportData('EXPORT@mail.example')
  assert.deepEqual(exported.gift_requests.map(({ id }) => id).sort(), [...person.ids].sort())
  const text = JSON.stringify(exported)
  assert.ok(!text.includes('stranger'))
  for (const value of [
    ...['exportfirst', 'exportlast', 'export street 1', 'export door 2', '+49 30 export'],
    ...['For export', 'Dear export', 'exportkey', 'exportvalue', 'export says thanks'],
    ...['export is allergic', 'export was away', 'left for export', 'exportville'],
  ])
    assert.ok(text.includes(value), value)
  const thanked = exported.gift_requests.find(({ id }) => id === person.thankedId)
  assert.deepEqual(thanked?.events[0]?.deliveries, [{ url: endpoint.url, state: 'pending' }])
  assert.ok(thanked?.emails.some(({ kind, text }) => kind === 'thank_you_note' && text !== null))
  await erase(person.email)
  const emptyExport = await exportData(person.email)
  assert.deepEqual(
    [emptyExport.contact, emptyExport.gift_requests, emptyExport.other_emails],
    [null, [], []],
  )
})

it('records the action in the audit log without the person', async () => {
  const person = await createPerson('audited')
  await exportData(person.email)
  const { contact_id } = await erase(person.email)
  const { data } = await app.run((ctx) =>
    audit.listEntries(ctx, { subject_id: contact_id ?? '' }, { limit: 10, order: 'asc' }),
  )
  assert.deepEqual(
    data.map(({ action, actor, details }) => [action, actor.kind, details.gift_requests]),
    [
      ['privacy.export', 'operator', 6],
      ['privacy.erase', 'operator', 6],
    ],
  )
  assert.ok(!JSON.stringify(data).includes('audited@'))
})

it('rejects an invalid email address, and finds nothing in other accounts', async () => {
  await assert.rejects(erase('nonsense'), { code: 'invalid_format' })
  const person = await createPerson('mine')
  const { account } = await app.createOtherAccount()
  const foreign = await app.run(
    (ctx) => privacy.erasePersonalData(actingAs(ctx, operator), person.email),
    account.id,
  )
  assert.deepEqual(foreign.gift_request_ids, [])
  assert.equal((await get(person.declinedId)).recipient.email, person.email)
})

it('exports and erases saved filters that contain the address', async () => {
  const { user } = await app.run((ctx) =>
    accounts.createUser(ctx, { email: 'filters@example.com', role: 'admin' }),
  )
  const email = 'Vera.View+x@mail.example'
  const save = (name: string, query: string, is_shared: boolean) =>
    app.run((ctx) => accounts.saveView(ctx, user.id, { list: 'gifts', name, query, is_shared }))
  await save('One', `q=${encodeURIComponent(email)}`, false)
  await save('Two', `q=${email.toUpperCase()}&status=redeemed`, true)
  await save(`Gifts of ${email}`, 'status=redeemed', true)
  await save('Others', 'q=other@mail.example', true)
  const { saved_views } = await exportData(email)
  assert.deepEqual(pluck(saved_views, 'name'), ['One', 'Two', `Gifts of ${email}`])
  await erase(email)
  const left = await app.run((ctx) => accounts.listSavedViews(ctx, user.id, 'gifts'))
  assert.deepEqual(pluck(left, 'name'), ['Others'])
})
