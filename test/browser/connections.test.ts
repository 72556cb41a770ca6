import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as catalogue from '#catalogue'
import * as connections from '#connections'
import * as shops from '#shops'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { startCountingWarehouse } from '#test/counting-warehouse'
import { startFakeWoo, wooKeys, wooWebhookSecret } from '#test/fake-woocommerce'
import { giftFor } from '#test/shop-gift-fixture'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const warehouse = await startCountingWarehouse()
const shipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
  webhookAllowPrivate: true,
})
const testApp = await createAdminTestApp({ shipping })
const browser = await openBrowser()
for (const [name, country] of [
  ['Leeds', 'GB'],
  ['Leipzig', 'DE'],
] as const)
  await testApp.run((ctx) => catalogue.createWarehouse(ctx, { name, country }))

it('an admin connects a warehouse by keyboard, tests it and chooses it', async () => {
  const opened = await openSignedInPage(browser, testApp, testApp.admin, '/settings/connections')
  const { page, complaints } = opened
  await waitForHeading(page, 'Connections')
  await page.getByText('No connections').waitFor()
  await assertAccessibleAndFits(page, 'connections-empty')
  await page.getByRole('button', { name: 'Add connection' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /Warehouse with an API/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL', { exact: true }).fill('ftp://wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText(/must be an https:/).waitFor()
  await assertAccessibleAndFits(page, 'connections-form')
  await dialog.getByLabel('URL', { exact: true }).fill(warehouse.settings.url)
  await dialog.getByLabel('Signing secret').fill(warehouse.settings.secret)
  await page.keyboard.press('Enter')
  await page.getByText('Webhook URL of Warehouse with an API').waitFor()
  await assertAccessibleAndFits(page, 'connections-webhook')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Not tested').waitFor()
  await page.getByRole('button', { name: 'Test Warehouse with an API' }).click()
  await page.getByText('The service responded.').waitFor()
  await assertAccessibleAndFits(page, 'connections-test')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Works', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Leipzig' }).click()
  await page.getByRole('option', { name: 'Warehouse with an API', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  assert.deepEqual(complaints, [])
})

it('shows a connection that fails, and why it cannot be deleted', async () => {
  warehouse.isDown = true
  const opened = await openSignedInPage(browser, testApp, testApp.admin, '/settings/connections')
  const { page, complaints } = opened
  await page.getByRole('button', { name: 'Test Warehouse with an API' }).click()
  await page.getByText('The test failed.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Failing').waitFor()
  await assertAccessibleAndFits(page, 'connections-failing')
  await page.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/The warehouse Leipzig ships with this connection/).waitFor()
  assert.deepEqual(
    complaints.filter((text) => !text.includes('409')),
    [],
  )
})

it('an admin connects a shop, reads its products, and archives those that are gone', async () => {
  const shop = await startFakeWoo()
  after(() => shop.close())
  shop.items.set(1, { id: 1, name: 'Mug', sku: 'MUG' })
  shop.items.set(2, { id: 2, name: 'Pen', sku: 'PEN' })
  shop.items.set(3, { id: 3, name: 'Poster', sku: '' })
  const run = () => shops.runDueShop(testApp.db, testApp.account.id, shipping.connectors)
  const opened = await openSignedInPage(browser, testApp, testApp.admin, '/settings/connections')
  const { page, complaints } = opened
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('menuitem', { name: /WooCommerce/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL', { exact: true }).fill(shop.url)
  await dialog.getByLabel('Consumer key').fill(wooKeys.consumer_key)
  await dialog.getByLabel('Consumer secret').fill(wooKeys.consumer_secret)
  await dialog.getByLabel('Webhook secret').fill(wooWebhookSecret)
  await assertAccessibleAndFits(page, 'connections-shop-form')
  await page.keyboard.press('Enter')
  await page.getByText('Webhook URL of WooCommerce').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Reading products…').waitFor()
  await run()
  await page.getByText('Added: 2, changed: 0, removed: 0, skipped: 1').waitFor()
  await page.getByRole('button', { name: 'Show problems' }).click()
  await page.getByText('“Poster” has no SKU; give it one in the shop.').waitFor()
  await assertAccessibleAndFits(page, 'connections-shop-problems')
  await page.getByRole('button', { name: 'Done' }).click()
  shop.items.clear()
  const more = page.getByRole('button', { name: 'More actions for WooCommerce' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Read products now' }).click()
  await page.getByText('Reading products…').waitFor()
  await run()
  await page.getByRole('button', { name: 'Archive 2 products…' }).click()
  await page.getByText(/^WooCommerce no longer lists them\./).waitFor()
  await assertAccessibleAndFits(page, 'connections-shop-archive')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Reading products…').waitFor()
  await run()
  await page.getByText('Added: 0, changed: 0, removed: 2, skipped: 0').waitFor()
  await more.click()
  assert.equal(await page.getByRole('menuitem', { name: 'Make default' }).count(), 0)
  assert.deepEqual(complaints, [])
})

it('an admin takes gifts from the checkout of a shop, and sees an order that became none', async () => {
  const shop = await startFakeWoo()
  after(() => shop.close())
  const { name: campaign } = (await createAdminFixture(testApp)).campaign('email')
  const settings = { url: shop.url, ...wooKeys, webhook_secret: wooWebhookSecret, category: '' }
  await testApp.run(async (ctx) => {
    const given = { kind: 'woocommerce', name: 'Gift shop', settings }
    const row = await connections.create(ctx, given, shipping.connectors)
    await shops.addShop(ctx, row, shipping.connectors)
  })
  const opened = await openSignedInPage(browser, testApp, testApp.admin, '/settings/connections')
  const { page, complaints } = opened
  const more = page.getByRole('button', { name: 'More actions for Gift shop' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Gifts from the checkout…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Campaign' }).click()
  await page.getByRole('option', { name: campaign }).first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This must be an active user of this account.').waitFor()
  await dialog.getByRole('combobox', { name: 'Sender' }).click()
  await page.getByRole('option').first().click()
  await assertAccessibleAndFits(page, 'connections-checkout-form')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByText('Takes gifts from the checkout').waitFor()
  shop.buy(giftFor({ gift_recipient_email: '' }), ['MUG'])
  for (let turn = 0; turn < 3; turn += 1)
    await shops.runDueCheckout(testApp.db, testApp.account.id, shipping.connectors)
  await page.reload()
  await page.getByRole('button', { name: 'Show problems' }).first().click()
  await page.getByText('gift_recipient_email is missing on the order.').waitFor()
  await assertAccessibleAndFits(page, 'connections-checkout-problems')
  assert.deepEqual(
    complaints.filter((text) => !text.includes('422')),
    [],
  )
})
