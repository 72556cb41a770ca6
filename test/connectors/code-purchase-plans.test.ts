import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as digital from '#digital'
import { createTestApp } from '#test/api-harness'
import { createCatalogueFixture, redeem } from '#test/catalogue-fixture'
import { addSupplier, createSource, saveSources } from '#test/code-source-fixture'
import { addContent } from '#test/digital-fixture'
import { startFakeTremendous } from '#test/fake-tremendous'
import { countBuffers } from '#test/query-plans'

/* What the questions about one gift cost when thousands of orders are open, also before PostgreSQL has statistics. */

const testApp = await createTestApp()
const stub = await startFakeTremendous()
after(() => stub.close())

it('finds the open orders of a gift among those of others', async () => {
  const shop = await createCatalogueFixture(testApp, [
    { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } },
  ])
  const voucher = shop.id('Voucher')
  await addContent(testApp, voucher, { delivery: 'link', is_link_per_gift: true })
  await saveSources(testApp, voucher, [createSource(await addSupplier(testApp, 'Supplier', stub))])
  const id = await shop.createGift()
  await redeem(testApp, id, { variant_ids: [voucher] })
  await testApp.run((ctx) =>
    ctx.query(
      `insert into digital.purchase (account_id, id, gift_request_id, item_id, variant_id, position, connection_id, product_id,
         amount_minor, currency, ceiling_minor, ceiling_currency, due_at, created_at)
       select account_id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), variant_id, position, connection_id, product_id,
              amount_minor, currency, ceiling_minor, ceiling_currency, now(), now()
         from digital.source, generate_series(1, 3000) where account_id = $1`,
      [ctx.account_id],
    ),
  )
  const { id: account_id } = testApp.account
  assert.deepEqual(await testApp.run((ctx) => digital.countWaiting(ctx, id)), {
    waiting: 1,
    buying: 1,
  })
  const buffers = await countBuffers(testApp, account_id, (ctx) => digital.countWaiting(ctx, id))
  assert.ok(buffers < 200, `${buffers} buffers`)
})
