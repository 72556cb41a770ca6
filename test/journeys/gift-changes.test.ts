import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as audit from '#audit'
import * as gifting from '#gifting'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import {
  createCups,
  createFulfilmentRunner,
  createRedeemedGift,
  findEmittedEvents,
} from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'

/* The tests of the operations on one gift request: effects, dry runs, repetition and concurrency. */

const testApp = await createTestApp()
const { api } = testApp
const shipper = createFulfilmentRunner(testApp)
const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(testApp.db.clock().getTime() + days * dayMs).toISOString()
const headers = { authorization: `Bearer ${testApp.token}`, 'service-api-version': '2026-05' }

const patch = (id: string, body: object, query = '') =>
  api.send(
    'PATCH',
    `/gift_requests/${id}${query}`,
    { ...headers, 'content-type': 'application/json' },
    JSON.stringify(body),
  )
const get = async (id: string, name = '') => (await api.get(`/gift_requests/${id}${name}`)).json

async function createGift(overrides: object = {}): Promise<string> {
  const { json } = await api.post('/gift_requests', giftBody(testApp, overrides))
  await testApp.advanceTime()
  return json.id
}

async function createExpiredGift(): Promise<string> {
  const id = await createGift()
  await api.post(`/test_helpers/gift_requests/${id}/advance`, { to: 'expired' })
  return id
}

const codeOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const actions = async (id: string) => {
  const entries = await testApp.run((ctx) => audit.listSubjectEntries(ctx, id, 100))
  return entries.map(({ action }) => action.replace('gift_request.', '')).reverse()
}

describe('changing a gift request', () => {
  it('moves a scheduled gift to another time', async () => {
    const id = await createGift({ send_at: inDays(2) })
    assert.equal((await get(id, '/details')).state, 'scheduled')
    const { status } = await patch(id, { send_at: inDays(10), expires_at: inDays(20) })
    assert.equal(status, 200)
    await testApp.advanceTime(5 * dayMs)
    assert.equal((await get(id, '/details')).state, 'scheduled')
    await testApp.advanceTime(6 * dayMs)
    assert.equal((await get(id, '/details')).state, 'awaiting_recipient')
    await testApp.advanceTime(10 * dayMs)
    assert.equal((await get(id, '/details')).state, 'expired')
  })

  it('replaces metadata, also for the search, and emits no event', async () => {
    const id = await createGift({ metadata: { order: 'SO-1', shop: 'main' } })
    const before = await testApp.countEvents()
    const { json } = await patch(id, { metadata: { order: 'SO-2' } })
    assert.deepEqual(json.metadata, { order: 'SO-2' })
    assert.equal(await testApp.countEvents(), before)
    const values = await testApp.run((ctx) =>
      ctx.query<{ value_key: string }>(
        'select value_key from gifting.metadata_value where account_id = $1 and gift_request_id = $2',
        [ctx.account_id, id],
      ),
    )
    assert.deepEqual(values, [{ value_key: 'so-2' }])
    assert.deepEqual(await actions(id), ['update'])
  })

  it('shows another message on the page of the recipient', async () => {
    const id = await createGift()
    const email_message = { subject: 'Once more', body: 'It is yours.' }
    await patch(id, { email_message })
    assert.deepEqual((await get(id)).email_message, email_message)
    const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, id))
    assert.deepEqual(page?.message, email_message)
  })

  it('leaves a gift request as it is if nothing changes', async () => {
    const id = await createGift({ metadata: { a: 'b' } })
    const before = await get(id)
    await testApp.advanceTime(1000)
    const { json } = await patch(id, { metadata: { a: 'b' } })
    assert.deepEqual(json, before)
  })

  it('names the state and the member that cannot change', async () => {
    const id = await createGift()
    const { status, json } = await patch(id, { send_at: inDays(1) })
    assert.equal(status, 409)
    assert.match(json.errors[0].message, /awaiting_recipient: send_at cannot be changed/)
    const ended = await createExpiredGift()
    assert.match(
      (await patch(ended, { expires_at: inDays(100) })).json.errors[0].message,
      /is expired: expires_at cannot be changed, because it has expired/,
    )
    assert.equal((await patch(ended, { metadata: { note: 'late' } })).status, 200)
  })

  it('rejects times in the wrong order, all at once', async () => {
    const id = await createGift({ send_at: inDays(2), expires_at: inDays(4) })
    const wrong = await patch(id, { send_at: inDays(-1), expires_at: inDays(-1) })
    assert.deepEqual(pluck(wrong.json.errors, 'param'), ['send_at', 'expires_at'])
    assert.match((await patch(id, { send_at: inDays(5) })).json.errors[0].message, /change both/)
  })

  it('adds no metadata to a gift whose recipient was erased', async () => {
    const id = await createGift()
    const { recipient } = await get(id)
    await testApp.run((ctx) => gifting.erase(ctx, recipient.email))
    const { status, json } = await patch(id, { metadata: { name: 'Ada' } })
    assert.equal(status, 409)
    assert.match(json.errors[0].message, /its recipient was erased/)
  })
})

describe('a dry run', () => {
  it('returns the result of the change and changes nothing', async () => {
    const id = await createGift({ metadata: { a: 'b' } })
    const before = await get(id)
    const detailsBefore = await get(id, '/details')
    const emails = (await get(id, '/emails')).data.length
    const patched = await patch(id, { metadata: { a: 'c' } }, '?dry_run=true')
    assert.deepEqual(patched.json.metadata, { a: 'c' })
    for (const [name, body] of [
      ['extend', { days: 3 }],
      ['correct_email', { email: 'other@example.com' }],
      ['reissue_link', {}],
    ] as const) {
      const { status } = await api.post(`/gift_requests/${id}/${name}?dry_run=true`, body)
      assert.equal(status, 200, name)
    }
    assert.deepEqual(await get(id), before)
    assert.deepEqual(await get(id, '/details'), detailsBefore)
    assert.equal((await get(id, '/emails')).data.length, emails)
    assert.deepEqual(await actions(id), [])
  })

  it('creates no replacement', async () => {
    const id = await createExpiredGift()
    const before = await testApp.countEvents()
    const dry = await api.post(`/gift_requests/${id}/send_again?dry_run=true`, {})
    assert.equal(dry.status, 200)
    assert.equal((await api.get(`/gift_requests/${dry.json.id}`)).status, 404)
    assert.equal(await testApp.countEvents(), before)
    assert.equal((await api.post(`/gift_requests/${id}/send_again`, {})).status, 201)
  })

  it('is rejected like the change itself', async () => {
    const id = await createExpiredGift()
    const { status } = await api.post(`/gift_requests/${id}/extend?dry_run=true`, { days: 1 })
    assert.equal(status, 409)
  })
})

describe('operations at the same time', () => {
  it('extend once for one key, and twice for two requests', async () => {
    const id = await createGift()
    const { expires_at } = await get(id, '/details')
    const extend = (more: Record<string, string> = {}) =>
      api.post(`/gift_requests/${id}/extend`, { days: 2 }, more)
    const keyed = await Promise.all([1, 2, 3].map(() => extend({ 'idempotency-key': 'extend-1' })))
    assert.ok(keyed.every(({ status }) => status === 200 || status === 409))
    const days = async () =>
      (Date.parse((await get(id, '/details')).expires_at) - Date.parse(expires_at)) / dayMs
    assert.equal(await days(), 2)
    await Promise.all([extend(), extend()])
    assert.equal(await days(), 6)
  })

  it('send a gift again once', async () => {
    const id = await createExpiredGift()
    const sent = await Promise.all(
      [1, 2, 3].map(() => api.post(`/gift_requests/${id}/send_again`, {})),
    )
    assert.deepEqual(sent.map(({ status }) => status).sort(), [200, 200, 201])
    assert.equal(new Set(sent.map(({ json }) => json.id)).size, 1)
    assert.deepEqual(await actions(id), ['simulate', 'send_again'])
    const [first] = sent
    assert.deepEqual((await get(first?.json.id, '/details')).reissued_from.id, id)
    assert.deepEqual((await get(id, '/details')).reissued_as.id, first?.json.id)
  })
})

describe('a replaced link', () => {
  it('works, and the old one does not', async () => {
    const id = await createGift()
    const before = await get(id)
    const { json: after } = await api.post(`/gift_requests/${id}/reissue_link`, {})
    assert.notEqual(after.redemption_url, before.redemption_url)
    assert.equal(await gifting.findByLink(testApp.db, codeOf(before.redemption_url)), undefined)
    const target = await gifting.findByLink(testApp.db, codeOf(after.redemption_url))
    assert.equal(target?.id, id)
    const [latest] = (await get(id, '/emails')).data
    assert.deepEqual([latest.kind, latest.to], ['invitation', after.recipient.email])
    assert.deepEqual(await actions(id), ['reissue_link'])
  })
})

describe('a scheduled gift', () => {
  it('gets no email before its time after a correction of the address or the link', async () => {
    for (const overrides of [{}, { direct: true }]) {
      const body = 'direct' in overrides ? directGiftBody(testApp) : giftBody(testApp)
      const { json } = await api.post('/gift_requests', { ...body, send_at: inDays(3) })
      await testApp.advanceTime()
      const path = `/gift_requests/${json.id}`
      assert.equal(
        (await api.post(`${path}/correct_email`, { email: 'new@example.com' })).status,
        200,
      )
      assert.equal((await api.post(`${path}/reissue_link`, {})).status, 200)
      assert.deepEqual((await get(json.id, '/emails')).data, [])
    }
  })
})

describe('what belongs to a gift request', () => {
  it('lists parcels without the address', async () => {
    const shop = await createCups(testApp, { Red: 5 })
    const id = await createRedeemedGift(testApp, shop)
    await shipper.run()
    await shipper.recordScan(id, { state: 'in_transit' })
    const text = (await api.get(`/gift_requests/${id}/parcels`)).text
    const [parcel] = JSON.parse(text).data
    assert.equal(parcel.state, 'in_transit')
    assert.equal(parcel.scans.at(-1).state, 'in_transit')
    assert.equal(parcel.line_items[0].name.length > 0, true)
    assert.doesNotMatch(text, /Unter den Linden|label/)
    assert.match(await findEmittedEvents(testApp, id), /dispatched/)
  })

  it('shows the note, and only emails to the recipient', async () => {
    const shop = await createCups(testApp, { Red: 5 })
    const id = await createRedeemedGift(testApp, shop)
    assert.equal((await api.get(`/gift_requests/${id}/thank_you_note`)).status, 404)
    await testApp.run((ctx) => gifting.saveThankYouNote(ctx, id, { text: 'Lovely!' }))
    assert.equal((await get(id, '/thank_you_note')).text, 'Lovely!')
    const { recipient } = await get(id)
    const { data } = await get(id, '/emails')
    assert.ok(data.length > 0)
    for (const { to, kind } of data)
      assert.deepEqual([to, kind === 'thank_you_note'], [recipient.email, false])
  })

  it('names what is possible now', async () => {
    const { actions: open } = await get(await createGift(), '/details')
    assert.deepEqual([open.cancel, open.extend, open.reissue_link], [null, null, null])
    assert.match(open.send_again, /^Only gifts that expired/)
    const { actions: ended } = await get(await createExpiredGift(), '/details')
    assert.equal(ended.send_again, null)
    assert.equal(ended.extend, 'It has expired.')
  })
})
