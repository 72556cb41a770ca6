import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import * as sends from '#sends'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { drain, eventually } from '#test/eventually'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
  waitUntilLoaded,
} from '#test/web-app-page'

before(ensureWebApp)
// The browser must close before the server, because the server waits for the streams of open pages.
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)

/** Loads the page of a gift again as if its link had a public address, which a phone can open. */
async function openAtPublicAddress(page: Page, path: string): Promise<void> {
  await page.route(
    (url) => url.pathname.endsWith(path),
    async (route) => {
      const gift = await (await route.fetch()).json()
      const { pathname } = new URL(gift.redemption_url)
      await route.fulfill({ json: { ...gift, redemption_url: `https://gifts.example${pathname}` } })
    },
  )
  await page.reload()
}

describe('gifts', { concurrency: 2 }, () => {
  const ids: Record<string, string> = {}
  before(async () => {
    ids.ada = await fixture.sendGift('ada.larkin@example.com')
    ids.ben = await fixture.sendGift('ben.okafor@example.com')
    ids.cleo = await fixture.sendGift('cleo.marsh@example.com')
    ids.dora = await fixture.sendGift('dora.finch@example.com')
    await fixture.simulateTo(ids.ben, 'shipping_error')
    await fixture.simulateTo(ids.cleo, 'delivered')
    await fixture.simulateTo(ids.dora, 'out_for_delivery')
    ids.direct = await sendDirect(
      fixture,
      await testApp.signIn(testApp.sender),
      'edi.stone@example.com',
    )
  })

  it('can be searched, filtered, saved as a view, extended and cancelled', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.sender,
      '/gift-requests',
    )
    await page.getByRole('row', { name: /ben Okafor/i }).waitFor()
    await assertAccessibleAndFits(page, 'gifts')
    const sender = page.getByRole('columnheader', { name: 'Sender' })
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Sender', checked: true }).click()
    await sender.waitFor({ state: 'detached' })
    await page.getByRole('menuitemcheckbox', { name: 'Sender', checked: false }).click()
    await sender.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Redeemed\s*2/ }).click()
    await page.getByRole('row', { name: /ada larkin/i }).waitFor({ state: 'detached' })
    assert.match(page.url(), /status=redeemed/)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('At the warehouse')
    await page.getByLabel('Share with your team').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'At the warehouse', exact: true }).waitFor()
    const { page: adminPage } = await openSignedInPage(
      browser,
      testApp,
      testApp.admin,
      '/gift-requests',
    )
    await adminPage.getByRole('button', { name: 'At the warehouse', exact: true }).click()
    await adminPage.waitForURL(/status=redeemed/)
    await adminPage.context().close()
    await page.getByRole('button', { name: /^All/ }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('Name, email, reference').fill('larkin')
    await page.getByText('Name, email, reference, order number: larkin').waitFor()
    await page.getByRole('row', { name: /ben/i }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove the filter Name' }).click()
    await page.getByRole('row', { name: /ben/i }).waitFor()

    for (const name of [/ada larkin/i, /cleo marsh/i])
      await page.getByRole('row', { name }).getByRole('checkbox').check()
    await page.getByText('2 selected', { exact: true }).waitFor()
    await assertAccessibleAndFits(page, 'gifts-selected')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Extend' }).click()
    await page.getByRole('menuitem', { name: 'By 14 days' }).click()
    const extension = page.getByRole('region', { name: 'Extension by 14 days' })
    await extension.getByText('0 of 2').waitFor()
    const processActions = () => drain(() => sends.processBulkActions(testApp.db))
    await processActions()
    await extension.getByText('1 of 2. 1 gift was not changed.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.mouse.move(640, 5) // a notification stays while the pointer is on it, and can cover a row
    await page.getByRole('region', { name: 'Undo of an extension' }).waitFor()
    await processActions()
    await page
      .getByRole('row', { name: /ada larkin/i })
      .getByRole('checkbox')
      .check()
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Cancel…' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel gift' }).click()
    await page.getByText(/^GR-\w+ was cancelled\.$/).waitFor()
    await page
      .getByRole('row', { name: /ada larkin/i })
      .getByText('Cancelled')
      .waitFor()
    await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click()
    await page.getByRole('menuitem', { name: /^Extension by 14 days: 1 of 2 gifts/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('can be previewed beside the list, by keyboard and by mouse', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.sender,
      '/gift-requests?q=example.com',
    )
    const preview = (name: RegExp) => page.getByRole('complementary', { name })
    await page.getByRole('row', { name: /ben okafor/i }).waitFor()
    const rows = page.getByRole('table', { name: 'Gifts' }).getByRole('link')
    await rows.first().focus()
    await page.keyboard.press('Space')
    const shown = preview(/^Preview of GR-/)
    await shown.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.keyboard.press('j')
    await preview(/dora finch/i)
      .getByRole('heading', { name: 'Timeline' })
      .waitFor()
    await page.locator('a[data-row]:focus', { hasText: /dora finch/i }).waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: /^Preview GR-.*ben okafor/i }).click()
    await preview(/ben okafor/i)
      .getByRole('heading', { name: 'Timeline' })
      .waitFor()
    await assertAccessibleAndFits(page, 'gift-preview')
    await page.getByRole('button', { name: 'Close preview' }).click()
    await shown.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('are updated live when their state changes', async () => {
    const { page } = await openSignedInPage(
      browser,
      testApp,
      testApp.sender,
      '/gift-requests?q=dora',
    )
    await page.getByText('Out for delivery').waitFor()
    await fixture.simulateTo(ids.dora ?? '', 'delivery_attempt_failed')
    await page.getByText('Delivery attempted').waitFor()
  })

  it('are shown with all details, and with the address only to an admin with a reason', async () => {
    const [senderPage, adminPage] = await Promise.all([
      openSignedInPage(browser, testApp, testApp.sender, `/gift-requests/${ids.ben}`),
      openSignedInPage(browser, testApp, testApp.admin, `/gift-requests/${ids.ben}`),
    ])
    await waitForHeading(senderPage.page, /ben/i)
    await senderPage.page.getByText('Admins can show it after giving a reason.').waitFor()
    assert.equal(await senderPage.page.getByRole('button', { name: 'Show address' }).count(), 0)
    const { page } = adminPage
    await waitForHeading(page, /ben/i)
    await waitUntilLoaded(page)
    await assertAccessibleAndFits(page, 'gift')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Show address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The carrier asks for the house number')
    await dialog.getByRole('button', { name: 'Show address' }).click()
    await page.locator('address').waitFor()
    await page.getByRole('button', { name: 'Show JSON' }).click()
    const json = await page.locator('pre.raw').textContent()
    assert.equal(JSON.parse(json ?? '').id, ids.ben)
    await page.getByRole('button', { name: 'QR code of the link' }).click()
    await dialog.getByText('This address works on this machine only.').waitFor()
    await dialog.getByText(/^BESTOW_HOST=0\.0\.0\.0 BESTOW_ORIGIN=http:.* npm start$/).waitFor()
    await dialog.getByRole('link', { name: 'Guide: On a phone' }).waitFor()
    assert.equal(await dialog.getByRole('img', { name: 'QR code of the link' }).count(), 0)
    await assertAccessibleAndFits(page, 'gift-link')
    await page.keyboard.press('Escape')
    await openAtPublicAddress(page, `/api/gift_requests/${ids.ben}`)
    await page.getByRole('button', { name: 'QR code of the link' }).click()
    await dialog.getByText(/^https:\/\/gifts\.example\/r\//).waitFor()
    const code = dialog.getByRole('img', { name: 'QR code of the link' })
    await eventually(() =>
      code.evaluate((image) => 'naturalWidth' in image && image.naturalWidth !== 0),
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show email Invitation' }).click()
    const mail = page.frameLocator('iframe')
    await mail.getByText('We’re so glad you’re here').last().waitFor()
    await assertAccessibleAndFits(page, 'gift-mail')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Correct shipping address' }).click()
    await page.getByLabel('Reason').fill('The carrier rejected it')
    await page.getByRole('button', { name: 'Show and correct' }).click()
    assert.notEqual(await page.getByLabel('Street and number').inputValue(), '')
    await page.getByLabel('Street and number').fill('Unter den Linden 1')
    await page.keyboard.press('Escape')
    await senderPage.page.getByRole('button', { name: 'Retry with the same address' }).click()
    await senderPage.page.getByText('A new label is being bought.').waitFor()
    await senderPage.page.getByText('Retried the label').waitFor()
    assert.deepEqual([...adminPage.complaints, ...senderPage.complaints], [])
  })
})

describe('the send page', { concurrency: 2 }, () => {
  it('sends to one recipient what the preview showed', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, '/send')
    await waitForHeading(page, 'Send a gift')
    await page.getByLabel('First name').fill('Gwen')
    await page.getByLabel('Last name').fill('Stacy')
    await page.getByRole('textbox', { name: 'Email' }).fill('gwen')
    await page.getByLabel('New customer welcome').check()
    const frame = page.frameLocator('aside iframe[data-visible]')
    await frame.getByText('We’re so glad you’re here').last().waitFor()
    await page.getByLabel('Subject').fill('Hello, Gwen')
    await page.getByRole('textbox', { name: 'Message' }).fill('You were a great help.')
    await frame.getByText('You were a great help.').last().waitFor()
    await page.getByText('Page', { exact: true }).click()
    await frame.getByText('Gwen').first().waitFor()
    await page.getByText('Choosing', { exact: true }).click()
    await frame.getByRole('radio').first().waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByText('must be an email address').waitFor()
    await assertAccessibleAndFits(page, 'send')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('textbox', { name: 'Email' }).fill('gwen@example.com')
    await page.getByRole('button', { name: 'Send a test to myself' }).click()
    await page.getByText(`A test email is being sent to ${testApp.sender.email}`).waitFor()
    await page.getByRole('button', { name: /Review/ }).click()
    const send = page.getByRole('button', { name: 'Send 1 gift' })
    await eventually(async () => ((await send.boundingBox())?.y ?? 800) < 760, {
      message: 'the result of the review is on the screen',
    })
    assert.equal(await page.locator(':focus').textContent(), 'Review and send')
    await send.click()
    await page.getByText('1 gift ready to leave').waitFor()
    await page.getByRole('button', { name: 'Open on a phone' }).click()
    await page.getByRole('dialog', { name: 'QR code of the link' }).waitFor()
    await fixture.processDue()
    await page.getByRole('dialog').getByText('on this machine only').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /View GR-/ }).click()
    await waitForHeading(page, /Gwen Stacy/)
    await page.getByText('It is sent in less than a minute.').waitFor()
    await page.getByText('Waiting for the time to undo').waitFor()
    assert.equal(await page.getByText('Scheduled').count(), 0, 'no date was chosen')
    await page.getByRole('link', { name: 'Open the send' }).waitFor()
    await assertAccessibleAndFits(page, 'gift-undo')
    await page.getByText('You were a great help.').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('sends to an uploaded file after inline corrections, and skips duplicates', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, '/send')
    const file = {
      name: 'people.csv',
      mimeType: 'text/csv',
      // uses semicolons and Latin-1, as older spreadsheets do
      buffer: Buffer.from(
        'Vorname;Nachname;E-Mail\nJürgen;Groß;juergen@example.com\nMia;;mia@example.com\nJürgen;Groß;JUERGEN@example.com\nNo;Address;invalid\n',
        'latin1',
      ),
    }
    const upload = async () => {
      await page.getByText('File', { exact: true }).click()
      await page.locator('input[type="file"]').setInputFiles(file)
      await page.getByLabel('New customer welcome').check()
      await page.getByRole('button', { name: 'Review' }).click()
    }
    await upload()
    await page.getByLabel('First name, row 1').and(page.locator('[value="Jürgen"]')).waitFor()
    await page.getByText('Needs fixing 2').click()
    const invalid = page.getByRole('row').filter({ has: page.getByLabel('First name, row 4') })
    await invalid.getByText('Needs fixing', { exact: true }).waitFor()
    assert.equal(await invalid.getByText('must be an email address').count(), 1, 'at its field')
    await page.getByLabel('Last name, row 2').fill('Wallace')
    await page
      .getByRole('button', { name: 'Review again' })
      .or(page.getByRole('button', { name: 'Review' }))
      .click()
    await page.getByText('Duplicates 1').waitFor()
    await page.getByRole('button', { name: 'Send 2 gifts' }).waitFor()
    await assertAccessibleAndFits(page, 'send-file')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    await page.getByText('Draft restored').waitFor()
    await page.getByRole('button', { name: 'Send 2 gifts' }).click()
    await page.getByText('2 gifts ready to leave').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download unsent rows' }).click()
    const saved = await (await downloading).createReadStream()
    const text = (await saved.toArray()).join('')
    assert.match(text, /No,Address,invalid,Email must be an email address/)
    assert.match(text, /is in the list more than once/)

    await page.getByRole('button', { name: 'Send another gift' }).click()
    await upload()
    await page.getByText('2, skipped').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send 0 gifts' }).isDisabled(), true)
    const { json } = await (await testApp.signIn(testApp.sender)).get('/gift_requests?q=juergen@')
    assert.equal(json.data.length, 1)
    assert.deepEqual(complaints, [])
  })

  it('sends without a campaign to a pasted list', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, '/send')
    await page.getByText('Pasted list').click()
    await page.getByLabel('Recipients to add').fill('Hal Jordan <hal@example.com>\nivy@example.com')
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByText(/^Missing: .*name/).waitFor() // before the server has checked the rows
    await page.getByLabel('First name, row 2').fill('Ivy')
    await page.getByLabel('Last name, row 2').fill('Pepper')
    await page.getByLabel('One-off gift').check()
    const items = page.getByRole('group', { name: 'Items' }).getByRole('checkbox')
    await items.nth(0).check()
    await items.nth(1).check()
    await page.getByLabel('Subject').fill('A treat')
    await page.getByRole('textbox', { name: 'Message' }).fill('Because it is Friday.')
    await page
      .frameLocator('aside iframe[data-visible]')
      .getByText('Because it is Friday.')
      .last()
      .waitFor()
    await assertAccessibleAndFits(page, 'send-ad-hoc')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Send 2 gifts' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Send undone. 2 gifts are cancelled.').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Dear {firstname}')
    await page.getByText('There is no field {firstname}').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('Dear ')
    await page.getByRole('button', { name: 'Insert {first_name}' }).click()
    await page.frameLocator('aside iframe[data-visible]').getByText('Dear Hal').last().waitFor()
    await page.getByLabel('Name of this send').fill('Friday treats')
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Send 2 gifts' }).click()
    await page.getByText('2 gifts ready to leave').waitFor()
    await page.getByRole('link', { name: 'View this send' }).click()
    await waitForHeading(page, /Friday treats/)
    await page.getByRole('link', { name: 'Hal Jordan' }).waitFor()
    await assertAccessibleAndFits(page, 'bulk-send')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Cancel gifts…' }).click()
    await page.getByRole('button', { name: 'Cancel 2 gifts' }).click()
    await page.getByText('2 gifts cancelled.').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Sends' }).first().click()
    await page.getByRole('link', { name: 'Friday treats' }).waitFor()
    await assertAccessibleAndFits(page, 'sends')
    assert.deepEqual(complaints, [])
  })

  it('begins a form after a send that has ended, from each way to a new send', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, '/send')
    const form = page.getByRole('region', { name: 'Recipients' })
    await page.getByLabel('First name').fill('Kim')
    await page.getByLabel('Last name').fill('Park')
    await page.getByRole('textbox', { name: 'Email' }).fill('kim.park@example.com')
    await page.getByLabel('New customer welcome').check()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Send 1 gift' }).click()
    await page.getByRole('link', { name: 'View this send' }).waitFor()
    await page.locator('h1').press('c') // presses the key on the page of the result itself
    await form.waitFor()
    assert.equal(await page.getByLabel('First name').inputValue(), '')
    await page.reload()
    await form.waitFor()
    const { json } = await (await testApp.signIn(testApp.sender)).get('/recipients?q=kim.park@')
    await page.goto(`${testApp.origin}/send?recipient_id=${json.data[0].id}`)
    await form.waitFor()
    assert.equal(await page.getByLabel('First name').inputValue(), 'Kim')
    assert.deepEqual(complaints, [])
  })
})
