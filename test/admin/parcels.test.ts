import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as fulfilment from '#fulfilment'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { buildWorkbook } from '#test/build-workbook'
import { drain } from '#test/eventually'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const packer = await testApp.signIn(await testApp.createUser('packer'))
const shipping = shippingFromConfig({
  stage: 'production',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
})

/** Sends a gift whose parcel is shipped by hand. Returns the paths of the gift and the parcel. */
async function sendManually(email: string) {
  const id = await sendDirect(fixture, admin, email)
  await drain(() => fulfilment.runOnce(testApp.db, shipping))
  const read = async (client = admin) => (await readGiftPage(client, id)).parcels[0]
  return { id, parcel: `/gift-requests/${id}/parcels/${(await read()).id}`, read }
}

describe('parcels that ship by hand', () => {
  it('record their tracking number and progress, which the history of the gift names', async () => {
    const { id, parcel, read } = await sendManually('a@example.com')
    assert.deepEqual((await read()).next_states, [
      'in_transit',
      'out_for_delivery',
      'delivery_attempt_failed',
      'delivered',
    ])
    const tracking = { tracking_code: '1Z5R89390357567127' }
    assert.equal((await sender.put(`${parcel}/tracking`, tracking)).status, 204)
    assert.equal((await sender.post(`${parcel}/progress`, { state: 'in_transit' })).status, 204)
    const { carrier, state, tracking_url } = await read()
    assert.deepEqual([carrier, state], ['UPS', 'in_transit'])
    assert.match(tracking_url, /^https:\/\/www\.ups\.com\//)
    const { user_actions, events } = await readGiftPage(admin, id)
    assert.deepEqual(pluck(user_actions, 'action').slice(-2), [
      'gift_request.enter_tracking',
      'gift_request.record_progress',
    ])
    const types = pluck(events, 'type')
    assert.deepEqual(types, [...new Set(types)])
    assert.ok(types.includes('gift_request_dispatched'))
    const again = await sender.post(`${parcel}/progress`, { state: 'in_transit' })
    assert.equal(again.status, 409)
    assert.match(again.json.errors[0].message, /is in transit and is saved already/)
  })

  it('put their items back into stock for admins only', async () => {
    const { parcel, read } = await sendManually('b@example.com')
    await sender.post(`${parcel}/progress`, { state: 'in_transit' })
    const bySender = await sender.post(`${parcel}/progress`, { state: 'returned', restock: true })
    assert.equal(bySender.status, 403)
    assert.equal((await read()).state, 'in_transit')
    assert.equal((await sender.post(`${parcel}/progress`, { state: 'returned' })).status, 204)
    assert.equal((await read()).can_restock, true)
    assert.equal((await read(sender)).can_restock, false)
    assert.equal((await sender.post(`${parcel}/restock`)).status, 403)
    assert.equal((await admin.post(`${parcel}/restock`)).status, 204)
    assert.equal((await admin.post(`${parcel}/restock`)).status, 409)
    assert.equal((await read()).can_restock, false)
  })

  it('reject packers, other accounts and invalid input', async () => {
    const { parcel } = await sendManually('c@example.com')
    const other = await testApp.createAccount('Other')
    const stranger = await testApp.signIn(await testApp.createUser('admin', other.id))
    const state = 'in_transit'
    assert.equal((await packer.post(`${parcel}/progress`, { state })).status, 403)
    assert.equal((await stranger.post(`${parcel}/progress`, { state })).status, 404)
    assert.equal((await stranger.put(`${parcel}/tracking`, { tracking_code: '1' })).status, 404)
    assert.equal((await admin.post(`${parcel}/progress`, { state: 'ordered' })).status, 422)
    assert.equal((await admin.post(`${parcel}/progress`, {})).status, 422)
    const unsafe = { tracking_code: '1', tracking_url: 'javascript:alert(1)' }
    const { status, json } = await admin.put(`${parcel}/tracking`, unsafe)
    assert.equal(status, 422)
    assert.equal(json.errors[0].param, 'tracking_url')
  })

  it('have no actions by hand when a carrier reports their progress', async () => {
    const id = await sendDirect(fixture, admin, 'd@example.com')
    await fixture.simulateTo(id, 'in_transit')
    const [parcel] = (await readGiftPage(admin, id)).parcels
    assert.deepEqual(parcel.next_states, [])
    assert.equal(parcel.can_edit_tracking, false)
    const path = `/gift-requests/${id}/parcels/${parcel.id}`
    assert.equal((await admin.post(`${path}/progress`, { state: 'lost' })).status, 409)
  })
})

describe('a file with tracking numbers', () => {
  const options = { default_state: 'in_transit' }

  it('is checked, then imported in parts, and each change is audited', async () => {
    const { id, read } = await sendManually('e@example.com')
    const { reference } = (await admin.get(`/gift_requests/${id}`)).json
    const csv = `parcel,tracking number\n${reference}-1,1Z5R89390357567127\n${reference}-9,1`
    const { status, json } = await sender.post('/tracking-import/check', { csv, ...options })
    assert.equal(status, 200)
    assert.deepEqual(pluck(json.rows, 'status'), ['changed', 'rejected'])
    assert.equal((await read()).state, 'ordered')
    const rows = json.rows.map(({ line, cells }: fulfilment.ImportRow) => ({ line, cells }))
    const importRows = async () =>
      pluck((await sender.post('/tracking-import', { rows, ...options })).json.rows, 'status')
    assert.deepEqual(await importRows(), ['changed', 'rejected'])
    assert.deepEqual(await importRows(), ['unchanged', 'rejected'])
    assert.equal((await read()).state, 'in_transit')
    const entries = await admin.get(`/audit?subject_id=${id}&action=gift_request.import_tracking`)
    assert.equal(entries.json.data.length, 1)
  })

  it('is a workbook, and warns of numbers that are probably wrong', async () => {
    const { id } = await sendManually('f@example.com')
    const { reference } = (await admin.get(`/gift_requests/${id}`)).json
    const rows = [
      ['Ref', 'Nr'],
      [`${reference}-1`, '1Z5R89390357567128'],
      [`${reference}-1`, '#N/A'],
    ]
    const content = Buffer.from(buildWorkbook([{ name: 'Sent', rows }])).toString('base64')
    const format = { columns: { parcel: 0, tracking_number: 1 } }
    const { json } = await sender.post('/tracking-import/check', { content, format, ...options })
    assert.deepEqual(
      json.rows.map((row: fulfilment.ImportResult) => [row.status, row.warnings.length]),
      [
        ['changed', 1],
        ['rejected', 0],
      ],
    )
    const both = await sender.post('/tracking-import/check', { content, csv: 'a', ...options })
    assert.equal(both.status, 422)
    const wrong = { ...format, encoding: 'latin-9' }
    const unknown = { content, format: wrong, ...options }
    assert.equal((await sender.post('/tracking-import/check', unknown)).status, 422)
  })

  it('is rejected as a whole with the reason', async () => {
    const { status, json } = await sender.post('/tracking-import/check', { csv: 'a', ...options })
    assert.equal(status, 422)
    assert.equal(json.errors[0].param, 'csv')
    const big = `parcel,state\n${'"",'.repeat(330_000)}`
    assert.equal(
      (await sender.post('/tracking-import/check', { csv: big, ...options })).status,
      422,
    )
    const check = (bytes: number) =>
      sender.post('/tracking-import/check', { csv: 'x'.repeat(bytes), ...options })
    const large = await check(1_000_001)
    assert.equal(large.status, 422)
    assert.match(large.json.errors[0].message, /larger than 1 MB/)
    assert.equal((await check(8_000_000)).status, 413)
    const rows = Array.from({ length: 101 }, (_, line) => ({ line: line + 1, cells: {} }))
    assert.equal((await sender.post('/tracking-import', { rows, ...options })).status, 422)
    assert.equal(
      (await packer.post('/tracking-import/check', { csv: 'a', ...options })).status,
      403,
    )
  })
})
