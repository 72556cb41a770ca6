import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as fulfilment from '#fulfilment'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { drain } from '#test/eventually'
import { startFakeEasyPost } from '#test/fake-easypost'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

/* The tests of the screens of an account whose labels EasyPost sells. */

before(ensureWebApp)
const easyPost = await startFakeEasyPost()
after(() => easyPost.close())
easyPost.labelUrl = `${new URL(easyPost.url).origin}/labels/1.pdf`
easyPost.respond((line, response) => {
  if (!line.startsWith('GET /labels/')) return false
  response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7 label')
  return true
})
const shipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'easypost',
  simulator: 'manual',
  easyPost: {
    api_key: 'EZTK_test',
    webhook_secret: 'a secret of sixteen letters',
    from: 'adr_home',
    ounces: 16,
    url: easyPost.url,
    allowPrivate: true,
  },
})
const testApp = await createAdminTestApp({ shipping })
const browser = await openBrowser()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)

it('a packer compares the rates of a parcel and buys one by keyboard', async () => {
  await testApp.run((ctx) =>
    ctx.query(
      `update campaigns.campaign set rate_rule = '{"kind": "manual"}' where account_id = $1`,
      [ctx.account_id],
    ),
  )
  await sendDirect(fixture, admin, 'ada.lark@example.com')
  await drain(() => fulfilment.runOnce(testApp.db, shipping))
  const packer = await testApp.createUser('packer')
  const { page, complaints } = await openSignedInPage(browser, testApp, packer, '/packing')
  const rateRequests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rates')) rateRequests.push(request.url())
  })
  await page.getByText('No parcel on your table').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Here is your next parcel.').waitFor()
  await page.keyboard.press('Alt+KeyL')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /USPS/ }).waitFor()
  await assertAccessibleAndFits(page, 'packing-rates')
  await page.keyboard.press('ArrowDown')
  assert.ok(await dialog.getByRole('radio', { name: /FedEx/ }).isChecked())
  await page.keyboard.press('Enter')
  await page.getByText('The label of FedEx is bought. Print it now.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const printed = page.waitForResponse((response) => response.url().endsWith('/carrier-label'))
  await page.keyboard.press('Alt+KeyL')
  assert.equal((await printed).status(), 200)
  assert.equal(rateRequests.length, 1, 'the rates do not change while the packer compares them')
  assert.deepEqual(complaints, [])
})

it('a campaign says which rate is bought', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    `/campaigns/${fixture.campaign('email').id}/edit`,
  )
  await page.getByRole('radio', { name: /Fastest up to a limit/ }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('At most').fill('20')
  await page.evaluate('scrollTo(0, 0)')
  await assertAccessibleAndFits(page, 'campaign-shipping')
  assert.deepEqual(complaints, [])
})

it('a warehouse has a sender address, which can be entered by keyboard', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/catalogue/warehouses',
  )
  await waitForHeading(page, 'Warehouses')
  await page.getByRole('button', { name: 'New warehouse' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Graz')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Austria')
  await page.getByRole('option', { name: 'Austria', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('input:focus[value="Austria"]').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await dialog.getByLabel('Company or person').waitFor()
  await assertAccessibleAndFits(page, 'warehouse-address')
  const values = { 'Company or person': 'Larkfield', 'Street and number': 'Hauptplatz 1' }
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value)
  await dialog.getByLabel(/Postal code|Postcode/).fill('8010')
  await dialog.getByLabel(/City|Town/).fill('Graz')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /Graz/ }).waitFor()
  assert.deepEqual(complaints, [])
})

it('the pages for imports and for claims are accessible', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/catalogue/import',
  )
  await waitForHeading(page, 'Import and export')
  await assertAccessibleAndFits(page, 'catalogue-import')
  const choose = (rows: string) =>
    page.locator('input[type="file"]').setInputFiles({
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`sku,product_name,kind,weight_grams\n${rows}`),
    })
  await choose('CANDLE,Beeswax candle,physical,240\nBROKEN,Candle,wooden,-1\n')
  await page.getByText('errors in the file').waitFor()
  await assertAccessibleAndFits(page, 'catalogue-import-errors')
  await choose('CANDLE,Beeswax candle,physical,240\nMUG-SAGE,Stoneware mug,physical,410\n')
  await page.getByText('1 new product').waitFor()
  await assertAccessibleAndFits(page, 'catalogue-import-checked')
  await page.goto(`${testApp.origin}/settings/claims`)
  await waitForHeading(page, 'One-link claims')
  await assertAccessibleAndFits(page, 'claim-rules')
  assert.deepEqual(complaints, [])
})
