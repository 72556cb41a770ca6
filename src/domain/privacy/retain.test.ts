import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as access from '#access'
import * as gifting from '#gifting'
import { aDirectGift, createWorld } from '#test/api-world'
import { dump, tablesWith, unsealed } from '#test/dump'
import { shipperOf } from '#test/parcels'
import { openShop } from '#test/shop'
import { someone } from '#test/someone'
import * as privacy from './index.ts'

const world = await createWorld()
const shipper = shipperOf(world)
const shop = await openShop(world, [{ name: 'Cup', left: { Red: 100 } }])
const somebody = (marker: string) => someone(world, shop, shipper, marker)
const opened = () => unsealed(world)
const get = async (id: string) => (await world.api.get(`/gift_requests/${id}`)).json
const day = 24 * 3_600_000

it('forgets where people live ninety days after their gifts have ended, and no sooner', async () => {
  const person = await somebody('retained')
  await shipper.say(person.thanked, { state: 'delivered' })
  await world.passTime(90 * day - 120_000)
  await privacy.retain(world.db)
  assert.ok((await opened()).some((text) => text.includes('retained street')))
  await world.passTime(240_000)
  await privacy.retain(world.db)
  const gift = await get(person.thanked)
  assert.equal(gift.recipient.first_name, 'retainedfirst')
  assert.equal(gift.redemption_url, null)
  const seen = await world.run((ctx) => gifting.getRedemptionPage(ctx, person.thanked))
  assert.deepEqual([seen?.destination, seen?.thanks], [null, null])
  assert.equal(gift.recipient.thank_you_count, 1)
  const rest = await dump(world)
  assert.ok(!tablesWith(rest, 'retained says thanks').includes('gifting.thanks'))
  assert.ok(!tablesWith(rest, 'retainedville').includes('fulfilment.scan'))
  assert.deepEqual(tablesWith(rest, 'retained was away'), [])
})

it('forgets by the clock of the account, after as many days as it says, in one advance', async () => {
  const { account, api } = await world.stranger()
  const { data } = (await api.get('/campaigns')).json
  const campaign = data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'sender_provided_address',
  )
  const variant_id = campaign.products[0].variants[0].id
  const body = {
    ...aDirectGift(world),
    campaign_id: campaign.id,
    line_items: [{ variant_id, quantity: 1 }],
  }
  const { json } = await api.post('/gift_requests', body)
  await world.run(
    (ctx) => access.updateSettings(ctx, { address_retention_days: 3 }, () => {}),
    account.id,
  )
  await api.post(`/gift_requests/${json.id}/cancel`)
  const look = async () => (await api.get(`/gift_requests/${json.id}`)).json
  await api.post('/test_helpers/clock/advance', { by: '2d' })
  assert.equal((await look()).shipping_address.city, 'Berlin')
  await api.post('/test_helpers/clock/advance', { by: '2d' })
  assert.equal((await look()).shipping_address, null)
  const { json: feed } = await api.get(`/events?gift_request_id=${json.id}`)
  assert.deepEqual(
    feed.data.map((event: { body: unknown }) => event.body),
    [null, null],
  )
})
