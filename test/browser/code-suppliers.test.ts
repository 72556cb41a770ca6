import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import * as digital from '#digital'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { addSupplier, createSource, supplierShipping } from '#test/code-source-fixture'
import { startFakeTremendous } from '#test/fake-tremendous'
import { assertAccessibleAndFits, ensureWebApp, openSignedInPage } from '#test/web-app-page'

before(ensureWebApp)
const stub = await startFakeTremendous()
after(() => stub.close())
const testApp = await createAdminTestApp({ shipping: supplierShipping })
const browser = await openBrowser()
await addSupplier(testApp, 'Tremendous', stub)
const client = await testApp.signIn(testApp.admin)
const digitalContent = { delivery: 'link', is_link_per_gift: true }
const { json: product } = await client.post('/products', {
  ...{ name: 'Voucher', description: '', kind: 'digital', images: [] },
  variants: [{ sku: 'V-1', name: 'Voucher', images: [], digital: digitalContent }],
})
const voucher: string = product.variants[0].id

/** Stores an order that is paid, as the purchase of a gift leaves it. */
const addPurchase = () =>
  testApp.run((ctx) =>
    ctx.query(
      `insert into digital.purchase (account_id, id, gift_request_id, item_id, variant_id, position, connection_id, product_id,
         amount_minor, currency, ceiling_minor, ceiling_currency, state, order_ref, price_minor, price_currency, settled_at, created_at)
       select account_id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), variant_id, position, connection_id, product_id,
              amount_minor, currency, ceiling_minor, ceiling_currency, 'bought', 'R1', 2550, 'USD', now(), now()
         from digital.source where account_id = $1`,
      [ctx.account_id],
    ),
  )

it('an admin chooses a supplier and its product by keyboard, and sees what was bought', async () => {
  const path = `/catalogue/${product.id}`
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await page.getByText('No codes yet').waitFor()
  await page.getByRole('button', { name: 'Suppliers: Voucher' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add supplier' }).press('Enter')
  const search = dialog.getByRole('combobox', { name: 'Product' })
  await search.fill('larkfield')
  await page.getByRole('option', { name: 'Larkfield Books' }).waitFor()
  await search.press('ArrowDown')
  await search.press('Enter')
  await page.getByRole('option', { name: 'Larkfield Books' }).waitFor({ state: 'hidden' })
  assert.equal(await search.inputValue(), 'Larkfield Books')
  await dialog.getByLabel('Price ceiling with fees', { exact: true }).fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(/must be more than 0/).waitFor()
  await assertAccessibleAndFits(page, 'suppliers-form')
  await dialog.getByLabel('Price ceiling with fees', { exact: true }).fill('30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Suppliers saved.').waitFor()
  await page.getByText('Ready', { exact: true }).waitFor()
  const [source] = await testApp.run((ctx) => digital.listSources(ctx, voucher))
  assert.deepEqual(
    [source?.product_name, source?.amount_minor, source?.currency, source?.ceiling_minor],
    ['Larkfield Books', 2_500, 'EUR', 3_000],
  )
  await addPurchase()
  await page.reload()
  await page.getByRole('button', { name: 'Suppliers: Voucher' }).press('Enter')
  await dialog.getByText('Bought', { exact: true }).waitFor()
  await dialog.getByText(/\$25\.50/).waitFor()
  await assertAccessibleAndFits(page, 'suppliers-orders')
  assert.deepEqual(
    complaints.filter((text) => !text.includes('422')),
    [],
  )
})

/** Stores the result of a comparison: a low balance, and two differences. */
const addComparison = () =>
  testApp.run(async (ctx) => {
    await ctx.query(
      `update digital.reconciliation set due_at = now() + interval '1 day', last_run_at = now(), low_since = now(),
              compared_since = now() - interval '7 days', compared_at = now() - interval '1 hour',
              balance_minor = 1234, balance_currency = 'USD'
        where account_id = $1`,
      [ctx.account_id],
    )
    await ctx.query(
      `insert into digital.difference (account_id, connection_id, kind, order_ref, here_minor, here_currency, there_minor, there_currency, ordered_at, found_at)
       select account_id, connection_id, d.* from digital.reconciliation,
              (values ('other_amount', 'ZXCV1234QWER', 2550, 'USD', 2551, 'USD', now() - interval '2 days', now()),
                      ('paid_there_only', 'TYUI5678GHJK', null::bigint, null, 1049, 'USD', now() - interval '1 day', now()))
              as d (kind, order_ref, here_minor, here_currency, there_minor, there_currency, ordered_at, found_at)
        where account_id = $1`,
      [ctx.account_id],
    )
  })

it('an admin sees a low balance and differences to the cent, and accepts them', async () => {
  const connections = await client.get('/connections')
  const [{ id: connection_id }] = connections.json.data
  await testApp.run((ctx) =>
    digital.saveSources(ctx, voucher, [createSource(connection_id)], supplierShipping.connectors),
  )
  await addComparison()
  const path = '/settings/connections'
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await page.getByText('Low balance', { exact: true }).waitFor()
  await page.getByText('Balance: $12.34').waitFor()
  await assertAccessibleAndFits(page, 'supplier-connection')
  await page.getByRole('button', { name: 'Differences: 2' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Here: $25.50, at the supplier: $25.51').waitFor()
  await dialog.getByText('Paid at the supplier, and not bought here').waitFor()
  await assertAccessibleAndFits(page, 'supplier-differences')
  await dialog.getByRole('button', { name: 'Accept these differences' }).press('Enter')
  await page.getByText('Differences accepted: 2').waitFor()
  await page.getByRole('button', { name: 'Differences: 2' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'More actions for Tremendous' }).click()
  await page.getByRole('menuitem', { name: 'Compare orders now' }).click()
  await page.getByText('Comparing orders…').waitFor()
  assert.deepEqual(complaints, [])
})
