import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as fulfilment from '#fulfilment'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { drain } from '#test/eventually'
import { readGiftPage } from '#test/gift-page'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
// The browser must close before the server, because the server waits for the streams of open pages.
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const shipping = shippingFromConfig({
  stage: 'production',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
})

async function sendManually(email: string) {
  const id = await sendDirect(fixture, admin, email)
  await drain(() => fulfilment.runOnce(testApp.db, shipping))
  return (await readGiftPage(admin, id)) as { id: string; reference: string }
}

describe('parcels that ship by hand', () => {
  it('get their progress, tracking number and return on the page of the gift', async () => {
    const { id } = await sendManually('ada.larkin@example.com')
    const path = `/gift-requests/${id}`
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
    const enter = async (state: string) => {
      await page.getByRole('button', { name: 'Progress of parcel 1' }).click()
      await page.getByRole('menuitem', { name: state }).click()
      await page.getByText('You cannot undo this.').waitFor()
    }
    await enter('In transit…')
    await page.getByLabel('Tracking number').fill('1Z5R89390357567127')
    await page.getByLabel('Tracking link').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Mark as in transit' }).click()
    await page.getByText(/must be a web address/).waitFor()
    await page.getByLabel('Tracking link').fill('')
    await page.getByRole('button', { name: 'Mark as in transit' }).click()
    await page.getByText('Parcel is in transit.').waitFor()
    const link = page.getByRole('link', { name: '1Z5R89390357567127' })
    assert.match((await link.getAttribute('href')) ?? '', /^https:\/\/www\.ups\.com\//)
    await enter('Returned…')
    await page.getByRole('checkbox', { name: 'Put 4 items back into stock now' }).check()
    await page.getByRole('button', { name: 'Mark as returned' }).click()
    await page.getByText('The items are back in stock.').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('get their tracking numbers from a file', async () => {
    const one = await sendManually('ben.okafor@example.com')
    const two = await sendManually('cleo.marsh@example.com')
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.sender,
      '/gift-requests',
    )
    await page.getByRole('button', { name: 'More actions for gifts' }).click()
    await page.getByRole('menuitem', { name: 'Import tracking numbers' }).click()
    await waitForHeading(page, 'Import tracking numbers')
    const upload = (csv: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'today.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await upload('a,b\n1,2')
    await page.getByText(/Choose the column of each field: Parcel/).waitFor()
    const lines = [`${one.reference}-1,1Z5R89390357567127`, `${two.reference},ABC-1`, 'GR-NO-1,2']
    const csv = ['parcel,tracking number', ...lines].join('\n')
    await upload(csv)
    await page.getByText('Parcel is not a gift of this account.').waitFor()
    await assertAccessibleAndFits(page, 'import tracking numbers')
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText(/2 rows imported, 0 up to date already, 1 not imported/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download result' }).click()
    assert.equal((await download).suggestedFilename(), 'tracking-numbers-result.csv')
    const json = await readGiftPage(admin, two.id)
    assert.equal(json.state, 'in_transit')
    await upload(csv.replace('\nGR-NO-1,2', ''))
    await page.getByText(/0 rows ready to import, 2 up to date already/).waitFor()
    assert.deepEqual(complaints, [])
  })
})
