import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import * as gifting from '#gifting'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { claimConfirmed } from '#test/claim-fixture'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openSignedInPage,
  waitForHeading,
  waitUntilLoaded,
} from '#test/web-app-page'

before(ensureWebApp)
// The browser must close before the server, because the server waits for the streams of open pages.
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const { origin } = testApp

/** Asserts that the save bar ends where the fields end. */
async function assertSaveBarFits(page: Page): Promise<void> {
  const rightEdge = async (selector: string) => {
    const box = await page.locator(selector).boundingBox()
    return Math.round((box?.x ?? 0) + (box?.width ?? 0))
  }
  assert.equal(await rightEdge('.save-bar'), await rightEdge('section[aria-label="Basics"]'))
}

const setWideViewport = (page: Page) => page.setViewportSize({ width: 1280, height: 900 })

before(async () => {
  const [ada] = await Promise.all(
    ['ada.larkin@example.com', 'ben.okafor@example.com'].map((email) => fixture.sendGift(email)),
  )
  await fixture.simulateTo(ada ?? '', 'delivered')
})

describe('an admin', { concurrency: true }, () => {
  it('creates a campaign, sorts its items by keyboard and mouse, and undoes archiving', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.admin,
      '/campaigns',
    )
    await waitForHeading(page, 'Campaigns')
    await waitUntilLoaded(page)
    await assertAccessibleAndFits(page, 'campaigns')
    await setWideViewport(page)
    await page.getByRole('link', { name: 'New campaign' }).click()
    await waitForHeading(page, 'New campaign')
    await assertSaveBarFits(page)
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await page.getByText('Add at least one item.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Autumn')
    for (const sku of ['Sage', 'ink blue']) {
      await page.getByLabel('Add items').fill(sku)
      await page.getByRole('button', { name: new RegExp(`^Add .*${sku}`, 'i') }).click()
    }
    const itemButtons = () =>
      page.getByRole('list', { name: 'Items' }).getByRole('button', { name: /^Move/ })
    assert.match((await itemButtons().first().getAttribute('aria-label')) ?? '', /Sage/i)
    await itemButtons().first().focus()
    for (const key of [' ', 'ArrowDown', ' ']) await page.keyboard.press(key)
    assert.match((await itemButtons().first().getAttribute('aria-label')) ?? '', /ink/i)
    const [from, to] = [
      await itemButtons().nth(0).boundingBox(),
      await itemButtons().nth(1).boundingBox(),
    ]
    assert.ok(from && to)
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 8, to.y + 12, { steps: 4 })
    await page.mouse.up()
    assert.match((await itemButtons().first().getAttribute('aria-label')) ?? '', /Sage/i)
    await page.getByLabel('Colour', { exact: true }).fill('#f2c14e')
    await page.getByText('Contrast with dark text').waitFor()
    await page.locator('iframe[data-visible]').waitFor()
    await assertAccessibleAndFits(page, 'campaign-editor')
    await setWideViewport(page)
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await waitForHeading(page, 'Autumn')
    await waitUntilLoaded(page)
    await assertAccessibleAndFits(page, 'campaign')
    await setWideViewport(page)
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('This campaign is archived').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('This campaign is archived').waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('gets a conflict message after a concurrent change, and keeps the edited values', async () => {
    const { id } = fixture.campaign('email')
    const { page } = await openSignedInPage(
      browser,
      testApp,
      testApp.admin,
      `/campaigns/${id}/edit`,
    )
    await page.getByLabel('Description').fill('Mine')
    const adminClient = await testApp.signIn(testApp.admin)
    const current = (await adminClient.get(`/campaigns/${id}`)).json
    const { name } = current
    const description = 'Changed elsewhere'
    const concurrentUpdate = await adminClient.patch(`/campaigns/${id}`, { description })
    assert.equal(concurrentUpdate.status, 200, concurrentUpdate.text)
    await page.getByRole('button', { name: 'Save changes', exact: true }).click()
    await page.getByText(/Ada admin changed Description/).waitFor()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Mine')
    await page.getByRole('button', { name: 'Overwrite with mine' }).click()
    await waitForHeading(page, name)
    assert.equal((await adminClient.get(`/campaigns/${id}`)).json.description, 'Mine')
  })

  it('pauses and resumes a campaign, and sets its end', async () => {
    const admin = await testApp.signIn(testApp.admin)
    const { id } = (
      await admin.post(`/campaigns/${fixture.campaign('email').id}/copy`, { name: 'Short spring' })
    ).json
    const path = `/campaigns/${id}`
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
    await waitForHeading(page, 'Short spring')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByText('This campaign is paused').waitFor()
    await page.getByText('“Short spring” is paused. Gifts already sent continue.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Send a gift' }).count(), 0)
    await assertAccessibleAndFits(page, 'campaign-paused')
    await setWideViewport(page)
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await page.getByText('This campaign is paused').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Edit' }).click()
    await waitForHeading(page, 'Edit Short spring')
    const end = page.getByLabel('Ends (optional)')
    await end.fill('2020-01-01T10:00')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/must be in the future; to stop the campaign now, pause it/i).waitFor()
    await page.getByText('Email', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('The preview could not be loaded').count(), 0)
    await page.evaluate('window.scrollTo(0, 0)')
    await assertAccessibleAndFits(page, 'campaign-end')
    await setWideViewport(page)
    await end.fill(`${new Date().getFullYear() + 1}-06-01T10:00`)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await waitForHeading(page, 'Short spring')
    await page.getByText('Ends', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('saves stock, confirms archiving, and uploads an image', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.admin,
      '/catalogue',
    )
    await waitForHeading(page, 'Catalogue')
    await waitUntilLoaded(page)
    await assertAccessibleAndFits(page, 'catalogue')
    await setWideViewport(page)
    await page.getByRole('link', { name: 'Stoneware mug' }).click()
    await waitForHeading(page, 'Stoneware mug')
    const stockField = page.getByLabel(/sage.* in Leipzig/i)
    await stockField.fill('77')
    await page.getByRole('button', { name: 'Save stock' }).click()
    await page.getByText('Stock saved.').waitFor()
    await assertAccessibleAndFits(page, 'product')
    await setWideViewport(page)
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByRole('dialog', { name: /live campaign/ }).waitFor()
    await page.getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await waitForHeading(page, 'Edit Stoneware mug')
    await assertSaveBarFits(page)
    const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 60 } })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add picture' }).click()
    await (await chooser).setFiles({ name: 'corner.png', mimeType: 'image/png', buffer: shot })
    await page.getByRole('button', { name: 'Remove the picture corner' }).waitFor()
    await assertAccessibleAndFits(page, 'product-editor')
    await setWideViewport(page)
    await page.getByRole('button', { name: 'Save changes', exact: true }).click()
    await waitForHeading(page, 'Stoneware mug')
    await page.getByRole('img', { name: 'corner' }).waitFor()
    await goTo(page, `${origin}/catalogue/warehouses`)
    await page.getByText('Yokohama', { exact: true }).waitFor()
    await assertAccessibleAndFits(page, 'warehouses')
    assert.deepEqual(complaints, [])
  })

  it('sees the overview, whose numbers link to filtered lists', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, '/')
    await page.getByRole('table', { name: 'Top gifts' }).waitFor()
    await waitUntilLoaded(page)
    await assertAccessibleAndFits(page, 'overview')
    await setWideViewport(page)
    const funnel = page.getByRole('table', { name: 'Funnel' })
    assert.match((await funnel.getByRole('row', { name: /Delivered/ }).textContent()) ?? '', /1/)
    await funnel.getByRole('link', { name: 'Delivered' }).click()
    await page.getByRole('row', { name: /ada larkin/i }).waitFor()
    assert.match(page.url(), /reached=delivered/)
    assert.equal(await page.getByRole('row', { name: /ben okafor/i }).count(), 0)
    await goTo(page, `${origin}/`)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Get started', { exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  it('erases a recipient only after typing the address', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.admin,
      '/recipients',
    )
    await page.getByRole('link', { name: /ben okafor/i }).waitFor()
    await assertAccessibleAndFits(page, 'recipients')
    await setWideViewport(page)
    await page.getByRole('link', { name: /ben okafor/i }).click()
    await waitForHeading(page, /ben okafor/i)
    await assertAccessibleAndFits(page, 'recipient')
    await setWideViewport(page)
    await page.getByRole('button', { name: 'Export or erase' }).click()
    const erase = page.getByRole('button', { name: 'Erase permanently' })
    assert.equal(await erase.isDisabled(), true)
    await page.getByLabel('Type the email address again').fill('ben.okafor@example.com')
    await assertAccessibleAndFits(page, 'privacy')
    await setWideViewport(page)
    await erase.click()
    await waitForHeading(page, 'Recipients')
    await page.getByRole('link', { name: /ben okafor/i }).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })
})

describe('a sender', { concurrency: true }, () => {
  it('creates a one-link, sees a claim live, and closes it', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.sender,
      '/one-links',
    )
    await page.getByRole('button', { name: 'New one-link' }).first().click()
    await page.getByLabel('Number of gifts').fill('4')
    await assertAccessibleAndFits(page, 'new-one-link')
    await setWideViewport(page)
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByText('0 of 4').waitFor()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const cleo = { first_name: 'Cleo', last_name: 'Marsh', email: 'cleo@example.com' }
    await claimConfirmed(testApp, id, cleo)
    await page.getByText('1 of 4').waitFor()
    await page.getByRole('link', { name: 'Cleo Marsh' }).waitFor()
    await assertAccessibleAndFits(page, 'one-link')
    await setWideViewport(page)
    await page.getByRole('button', { name: 'Close one-link' }).click()
    await page.getByText('The 3 unclaimed gifts are cancelled').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close one-link' }).click()
    await page.getByText('Closed', { exact: true }).first().waitFor()
    await goTo(page, `${origin}/one-links`)
    await page.getByText('1 of 4').waitFor()
    await assertAccessibleAndFits(page, 'one-links')
    assert.deepEqual(complaints, [])
  })

  it('can view campaigns and recipients, without the actions of admins', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.sender,
      '/campaigns',
    )
    await waitUntilLoaded(page)
    await waitForHeading(page, 'Campaigns')
    assert.equal(await page.getByRole('link', { name: 'New campaign' }).count(), 0)
    await goTo(page, `${origin}/campaigns/${fixture.campaign('email').id}`)
    await page.getByRole('link', { name: 'Send a gift' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Archive' }).count(), 0)
    await goTo(page, `${origin}/campaigns/new`)
    await page.getByText('New campaign: not part of your role').waitFor()
    await goTo(page, `${origin}/recipients`)
    await page.getByRole('link', { name: /ada larkin/i }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Data request…' }).count(), 0)
    assert.deepEqual(complaints, [])
  })
})

describe('the page of all thank-you notes', () => {
  const writeNote = async (email: string, text: string, campaign_id?: string) => {
    const id = await fixture.sendGift(email, campaign_id === undefined ? {} : { campaign_id })
    await fixture.simulateTo(id, 'delivered')
    await fixture.run((ctx) => gifting.saveThankYouNote(ctx, id, { text }))
    return id
  }

  it('explains notes before the first one, then shows them as cards, newest first', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, '/')
    await setWideViewport(page)
    await page.getByRole('link', { name: 'Thank-you notes' }).click()
    await waitForHeading(page, 'Thank-you notes')
    await page.getByRole('heading', { name: 'No thank-you notes yet' }).waitFor()
    await page.getByRole('link', { name: 'Guide: The pages' }).waitFor()
    await assertAccessibleAndFits(page, 'thank-you-notes-empty')
    await writeNote('grace.hopper@example.com', `It arrived today.\n${'Thank you! '.repeat(60)}`)
    const noor = await writeNote('noor.haddad@example.com', 'شكراً جزيلاً')
    await fixture.run((ctx) => gifting.saveReaction(ctx, noor, 'celebrate'))
    await page.reload()
    const cards = page.getByRole('list', { name: 'Thank-you notes' }).getByRole('listitem')
    await cards.first().getByText('شكراً جزيلاً').waitFor()
    assert.equal(await cards.count(), 2)
    await cards.first().getByRole('img', { name: 'Is celebrating' }).waitFor()
    assert.equal(await cards.last().getByRole('img').count(), 0)
    assert.equal(
      await page.evaluate('getComputedStyle(document.querySelector("blockquote")).direction'),
      'rtl',
    )
    await assertAccessibleAndFits(page, 'thank-you-notes')
    await setWideViewport(page)
    await cards.first().getByRole('link', { name: 'Noor Haddad' }).click()
    await page.waitForURL(`**/gift-requests/${noor}`)
    await page.getByText('شكراً جزيلاً').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('has the notes of the chosen campaign, and its address can be shared', async () => {
    const other = fixture.campaign('gift_link')
    await writeNote('ida.lund@example.com', 'From the other campaign', other.id)
    await writeNote('jonas.weber@example.com', 'From the first campaign')
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      await testApp.createUser('viewer'),
      '/thank-you-notes',
    )
    const cards = page.getByRole('list', { name: 'Thank-you notes' }).getByRole('listitem')
    await cards.getByText('From the other campaign').waitFor()
    await cards.getByText('From the first campaign').waitFor()
    await page.getByRole('combobox', { name: 'Campaign' }).click()
    await page.getByRole('option', { name: other.name, exact: true }).click()
    await page.waitForURL(`**/thank-you-notes?campaign_id=${other.id}`)
    await waitUntilLoaded(page)
    await cards.getByText('From the first campaign').waitFor({ state: 'detached' })
    assert.equal(await cards.count(), 1)
    await page.reload()
    await cards.getByText('From the other campaign').waitFor()
    assert.equal(await cards.count(), 1)
    assert.deepEqual(complaints, [])
  })
})
