import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as attention from '#attention'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { admin } from '#http/admin'
import { type AdminClient, createAdminClient } from '#test/admin-harness'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture, homeAddress, redeem } from '#test/catalogue-fixture'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'

const testApp = await createTestApp()
await testApp.app.register(admin({ db: testApp.db, webhookAllowPrivate: true }), {
  prefix: '/admin/api',
})
const origin = await testApp.listen()
let client: AdminClient

before(async () => {
  const email = 'sender@larkfield.example'
  const { password } = await testApp.run((ctx) =>
    accounts.createUser(ctx, { email, role: 'sender', name: 'Ada Sender' }),
  )
  client = createAdminClient(origin)
  assert.equal((await client.post('/session', { email, password })).status, 201)
})

describe('gifts that did not arrive', () => {
  const listUndelivered = async (): Promise<{ id: string; parcel_state: string }[]> =>
    (await client.get('/overview/attention')).json.undelivered

  it('are listed until their items are shipped again', async () => {
    const shipper = createFulfilmentRunner(testApp)
    const products = [
      { name: 'Cup', stock: { Red: 9 } },
      { name: 'Plate', stock: { Oak: 9 } },
    ]
    const shop = await createCatalogueFixture(testApp, products, 'all')
    const ship = async (states: readonly fulfilment.ScanState[]) => {
      const id = await shop.createGift({ metadata: { simulator: 'split' } })
      const variant_ids = [shop.id('Red'), shop.id('Oak')]
      await redeem(testApp, id, { variant_ids, shipping_address: homeAddress })
      await shipper.run()
      for (const [index, state] of states.entries())
        await shipper.recordScan(id, { state }, index + 1)
      return id
    }
    const lost = await ship(['lost', 'lost'])
    const returned = await ship(['returned', 'in_transit'])
    await ship(['delivered', 'delivered'])
    const ofThisTest = async () => {
      await attention.checkAccount(testApp.db, testApp.account.id)
      const ids = [lost, returned]
      return (await listUndelivered()).flatMap(({ id, parcel_state }) =>
        ids.includes(id) ? [parcel_state] : [],
      )
    }
    assert.deepEqual(await ofThisTest(), ['returned', 'lost'])
    const [parcel] = await shipper.parcels(returned)
    await testApp.run((ctx) =>
      fulfilment.reshipLines(ctx, returned, parcel?.id ?? '', shipper.shipping),
    )
    assert.deepEqual(await ofThisTest(), ['lost'])
    await testApp.run((ctx) => gifting.reissue(ctx, lost, {}, 'sent again by a test'))
    assert.deepEqual(await ofThisTest(), [])
  })
})
