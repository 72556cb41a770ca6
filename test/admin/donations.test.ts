import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import * as gifting from '#gifting'
import { createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const client = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

let count = 0
const variantBody = (input: object = {}) => ({
  ...{ sku: `C-${++count}`, name: `Amount ${count}`, images: [] },
  donation: { amount: { amount: 2_500, currency: 'EUR' }, ...input },
})
async function createCharity(name = 'Sea rescue', input: object = {}) {
  const { status, json, text } = await client.post('/products', {
    ...{ name, description: 'Rescues people at sea.', kind: 'donation', images: [] },
    variants: [variantBody(input)],
  })
  assert.equal(status, 201, text)
  return { product_id: json.id, variant_id: json.variants[0].id }
}

/** Sends a gift that offers these variants. Its recipient donates the gift. */
async function donate(variant_id: string): Promise<string> {
  const number = ++count
  const { status, json, text } = await client.post('/send', {
    options: {
      ...{ variant_ids: [variant_id], selection_mode: 'one' },
      email_message: { subject: 'For you', body: 'Please choose.' },
    },
    rows: [
      {
        recipient: {
          first_name: 'Ada',
          last_name: 'Larkin',
          email: `ada.${number}@example.com`,
        },
      },
    ],
  })
  assert.ok(status < 300, text)
  const { id } = json.rows[0]
  await gifting.processDue(testApp.db)
  await testApp.run((ctx) => gifting.redeem(ctx, id, { variant_ids: [variant_id] }))
  return id
}

const totalsOf = async (product_id: string, query = '') =>
  (await client.get(`/donations/totals${query}`)).json.data.filter(
    (each: { product_id: string }) => each.product_id === product_id,
  )
describe('a charity in the catalogue', () => {
  it('changes its amount with the form of the product', async () => {
    const { product_id, variant_id: id } = await createCharity('Lifeboat', { cap: 3 })
    const { json: product } = await client.get(`/products/${product_id}`)
    const { sku, name } = product.variants[0]
    const donation = { amount: { amount: 1_000, currency: 'EUR' }, cap: null }
    const variants = [{ id, sku, name, images: [], donation }]
    const { json } = await client.patch(`/products/${product_id}`, { variants })
    assert.deepEqual(json.variants[0].donation, donation)
  })

  it('takes no stock', async () => {
    const { variant_id } = await createCharity()
    const warehouse = await client.post('/warehouses', { name: 'Shed', country: 'DE' })
    const levels = [{ variant_id, warehouse_id: warehouse.json.id, available: 3 }]
    assert.equal((await client.put('/stock_levels', { levels })).status, 422)
  })
})

describe('the report of donations', () => {
  it('has totals by charity, currency and month, for senders too', async () => {
    const { product_id, variant_id } = await createCharity()
    const gift_id = await donate(variant_id)
    await donate(variant_id)
    const [total, ...others] = await totalsOf(product_id)
    assert.deepEqual(others, [])
    assert.equal(total.donations, 2)
    assert.equal(total.amount_minor, 5_000)
    assert.equal(total.unpaid_amount_minor, 5_000)
    assert.equal((await sender.get('/donations/totals')).status, 200)
    assert.deepEqual(await totalsOf(product_id, '?year=2001'), [])
    assert.equal((await client.get('/donations/totals?year=soon')).status, 400)
    const detail = await client.get(`/gift_requests/${gift_id}/details`)
    assert.equal(detail.json.donations[0].amount.amount, 2_500)
    assert.equal(detail.json.donations[0].is_paid, false)
    assert.equal(detail.json.state, 'complete')
  })

  it('is marked as paid once, by admins, with one audit entry', async () => {
    const { product_id, variant_id } = await createCharity()
    await donate(variant_id)
    const [{ month, currency }] = await totalsOf(product_id)
    const body = { product_id, month, currency, amount_minor: 2_500 }
    assert.equal((await sender.post('/donations/payments', body)).status, 403)
    const paid = await Promise.all([1, 2].map(() => client.post('/donations/payments', body)))
    assert.deepEqual(pluck(paid, 'status'), [200, 200])
    assert.equal(paid[0]?.json.id, paid[1]?.json.id)
    const audit = await client.get(`/audit?subject_id=${paid[0]?.json.id}`)
    assert.equal(audit.json.data.length, 1)
    assert.equal(audit.json.data[0].action, 'donation.pay')
    assert.equal(audit.json.data[0].details.after.amount_minor, 2_500)
    const [total] = await totalsOf(product_id)
    assert.equal(total.unpaid_donations, 0)
    assert.deepEqual(await totalsOf(product_id, '?state=unpaid'), [])
    const wrong = await client.post('/donations/payments', { ...body, amount_minor: 9 })
    assert.equal(wrong.status, 409, wrong.text)
    const reverted = await client.post(`/donations/payments/${total.payment_id}/revert`)
    assert.equal(reverted.status, 200, reverted.text)
    await client.post(`/donations/payments/${total.payment_id}/revert`)
    const entries = await client.get(`/audit?subject_id=${total.payment_id}`)
    assert.equal(entries.json.data.length, 2)
    assert.equal((await totalsOf(product_id))[0].unpaid_amount_minor, 2_500)
  })

  it('rejects unknown charities, months and payments', async () => {
    const { product_id } = await createCharity()
    const body = { product_id, month: '2026-05', currency: 'EUR', amount_minor: 1 }
    const post = (input: object) => client.post('/donations/payments', { ...body, ...input })
    assert.equal((await post({ product_id: 'x' })).status, 404)
    assert.equal((await post({ product_id: testApp.account.id })).status, 404)
    assert.equal((await post({ month: '2026-13' })).status, 422)
    assert.equal((await post({})).status, 409)
    assert.equal((await client.post('/donations/payments/x/revert')).status, 404)
    assert.equal((await client.post(`/donations/payments/${product_id}/revert`)).status, 404)
  })

  it('is a file with one row for each donation, and one with the totals', async () => {
    const name = '=HYPERLINK("https://evil.example")'
    const { product_id, variant_id } = await createCharity(name, {
      amount: { amount: 1_500, currency: 'JPY' },
    })
    const gift_id = await donate(variant_id)
    const read = async (path: string) => {
      const { status, text, headers } = await sender.get(path)
      assert.equal(status, 200, text)
      assert.match(headers.get('content-type') ?? '', /text\/csv/)
      return parse(text, { columns: true, bom: true }) as Record<string, string>[]
    }
    const [row, ...others] = await read(`/donations.csv?product_id=${product_id}`)
    assert.deepEqual(others, [])
    assert.equal(row?.gift_request_id, gift_id)
    assert.match(row?.gift_reference ?? '', /^GR-/)
    assert.equal(row?.amount, '1500', 'the yen has no decimals')
    assert.equal(row?.charity_name, `'${name}`, 'a spreadsheet runs no formula')
    assert.ok(!JSON.stringify(row).includes('example.com'), 'no address of the recipient')
    const [total] = await read(`/donations/totals.csv?product_id=${product_id}`)
    assert.equal(total?.donations, '1')
    assert.equal(total?.unpaid_amount, '1500')
    assert.equal((await sender.get('/donations.csv?product_id=x')).status, 404)
    assert.equal((await sender.get('/donations.csv?month=may')).status, 400)
  })
})
