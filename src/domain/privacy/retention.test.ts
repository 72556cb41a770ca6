import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import * as gifting from '#gifting'
import { createTestApp, directGiftBody } from '#test/api-harness'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { createPersonWithHistory } from '#test/person-fixture'
import { pluck } from '#test/pluck'
import { decryptAll, dumpTables, tablesContaining } from '#test/table-dump'
import * as privacy from './index.ts'

const app = await createTestApp()
const shipper = createFulfilmentRunner(app)
const shop = await createCatalogueFixture(app, [{ name: 'Cup', stock: { Red: 100 } }])
const createPerson = (marker: string) => createPersonWithHistory(app, shop, shipper, marker)
const readAllEncrypted = () => decryptAll(app)
const get = async (id: string) => (await app.api.get(`/gift_requests/${id}`)).json
const dayMs = 24 * 3_600_000

it('deletes addresses 90 days after the gift ended, and not before', async () => {
  const person = await createPerson('retained')
  await shipper.recordScan(person.thankedId, { state: 'delivered' })
  await app.advanceTime(90 * dayMs - 120_000)
  await privacy.purgeAllAccounts(app.db)
  assert.ok((await readAllEncrypted()).some((text) => text.includes('retained street')))
  await app.advanceTime(240_000)
  await privacy.purgeAllAccounts(app.db)
  const gift = await get(person.thankedId)
  assert.equal(gift.recipient.first_name, 'retainedfirst')
  assert.equal(gift.redemption_url, null)
  const page = await app.run((ctx) => gifting.getRedemptionPage(ctx, person.thankedId))
  assert.deepEqual([page?.destination, page?.thank_you_note], [null, null])
  assert.equal(gift.recipient.thank_you_count, 1)
  const remaining = await dumpTables(app)
  assert.ok(!tablesContaining(remaining, 'retained says thanks').includes('gifting.thank_you_note'))
  assert.ok(!tablesContaining(remaining, 'retainedville').includes('fulfilment.scan'))
  assert.deepEqual(tablesContaining(remaining, 'retained was away'), [])
})

it('uses the account’s clock and retention period, in one clock advance', async () => {
  const { account, api } = await app.createOtherAccount()
  const { data } = (await api.get('/campaigns')).json
  const campaign = data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'sender_provided_address',
  )
  const variant_id = campaign.products[0].variants[0].id
  const body = {
    ...directGiftBody(app),
    campaign_id: campaign.id,
    line_items: [{ variant_id, quantity: 1 }],
  }
  const { json } = await api.post('/gift_requests', body)
  await app.run(
    (ctx) => accounts.updateSettings(ctx, { address_retention_days: 3 }, () => {}),
    account.id,
  )
  await api.post(`/gift_requests/${json.id}/cancel`)
  const getGift = async () => (await api.get(`/gift_requests/${json.id}`)).json
  await api.post('/test_helpers/clock/advance', { by: '2d' })
  assert.equal((await getGift()).shipping_address.city, 'Berlin')
  await api.post('/test_helpers/clock/advance', { by: '2d' })
  assert.equal((await getGift()).shipping_address, null)
  const { json: feed } = await api.get(`/events?gift_request_id=${json.id}`)
  assert.deepEqual(pluck(feed.data, 'body'), [null, null])
})
