import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as sends from '#sends'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { drain, eventually, never } from '#test/eventually'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openPage,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

/*
 * The tests of lists of gifts: bulk actions on more gifts than a page has, live updates during a search,
 * undo, and the folded parts of a gift's page.
 */

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const open = (path: string) => openSignedInPage(browser, testApp, testApp.sender, path)

/** Sends one gift to each address, all in one transaction. */
async function sendTogether(emails: readonly string[]): Promise<void> {
  const rows = emails.map((email) => ({ recipient: recipientFields(email) }))
  const { id, email } = testApp.admin
  const options = { campaign_id: fixture.campaign('email').id }
  const results = await fixture.run((ctx) =>
    sends.sendBulk(ctx, options, rows, { id, name: 'Ada admin', email }),
  )
  assert.ok(results.every(({ status }) => status === 'sent'))
  await fixture.processDue()
}

async function countBulkActions(): Promise<number> {
  const page = { limit: 10, order: 'desc' } as const
  return (await fixture.run((ctx) => sends.browseBulkActions(ctx, page))).data.length
}

describe('bulk actions', () => {
  const guestCount = 30 // more than one page of the list
  before(() =>
    sendTogether(Array.from({ length: guestCount }, (_, n) => `guest${n}@guests.example`)),
  )

  it('selects all matching gifts, asks before it reminds them, and goes on without the page', async () => {
    const { page, complaints } = await open('/gift-requests?q=guests.example')
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('25 selected', { exact: true }).waitFor()
    await bar.getByRole('button', { name: `Select all ${guestCount} that match` }).click()
    await bar.getByText(`${guestCount} selected`, { exact: true }).waitFor()
    await bar.getByRole('button', { name: 'Remind' }).click()
    const dialog = page.getByRole('dialog', { name: `Send ${guestCount} reminders?` })
    await dialog.getByText('Each recipient who has not redeemed yet gets an email now.').waitFor()
    assert.equal(await countBulkActions(), 0, 'nothing starts before the confirmation')
    await dialog.getByRole('button', { name: `Send ${guestCount} reminders` }).click()
    const progress = page.getByRole('region', { name: 'Reminders' })
    await progress.getByText(`0 of ${guestCount}`, { exact: true }).waitFor()
    await bar.waitFor({ state: 'detached' })
    await sends.processBulkActions(testApp.db)
    await page.reload()
    await progress.getByText(`25 of ${guestCount}, 25 not changed`, { exact: true }).waitFor()
    await assertAccessibleAndFits(page, 'gifts-bulk-action')
    await page.setViewportSize({ width: 1280, height: 800 })
    await drain(() => sends.processBulkActions(testApp.db))
    await progress.getByText(`${guestCount} gifts were not changed.`).waitFor()
    await progress.getByRole('link', { name: 'See why' }).click()
    await waitForHeading(page, /^Reminders/)
    const reason = 'The last email was sent less than an hour ago.'
    const reasons = page.getByRole('table', { name: 'Why gifts were not changed' })
    await reasons.getByText(reason).waitFor()
    await reasons.getByRole('link', { name: `${guestCount} gifts with this reason` }).click()
    await page.waitForURL(/\?reason=/)
    const gifts = page.getByRole('table', { name: 'Gifts that were not changed' })
    await gifts.getByRole('link', { name: /^GR-/ }).first().waitFor()
    await page.getByText('Emails that were sent cannot be taken back.').waitFor()
    await assertAccessibleAndFits(page, 'bulk-action')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click()
    const ended = page.getByRole('menuitem', { name: `Reminders: 0 of ${guestCount} gifts` })
    await ended.waitFor()
    assert.equal(await ended.count(), 1)
    await page.reload() // reloads the page, because it has not noticed the end and the menu is still open
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click()
    await ended.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await page.reload()
    await bell.click()
    await page.getByText('You’re all caught up.').or(page.getByRole('menuitem')).first().waitFor()
    assert.equal(await ended.count(), 0, 'the end was seen before')
    assert.deepEqual(complaints, [])
  })

  it('stops and undoes an extension on its page, which the menu of the list leads to', async () => {
    await sendTogether(['ada@undo.extension.example', 'ben@undo.extension.example'])
    const { page, complaints } = await open('/gift-requests?q=undo.extension.example')
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    await page.getByRole('button', { name: 'Extend' }).click()
    await page.getByRole('menuitem', { name: 'By 7 days' }).click()
    await page.getByRole('region', { name: 'Extension by 7 days' }).getByText('0 of 2').waitFor()
    await page.getByRole('button', { name: 'More actions for gifts' }).click()
    await page.getByRole('menuitem', { name: 'Bulk actions' }).click()
    await waitForHeading(page, 'Bulk actions')
    await page.getByRole('link', { name: 'Extension by 7 days' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped by').waitFor()
    await page.goto(`${testApp.origin}/gift-requests?q=undo.extension.example`)
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
    await page.getByRole('button', { name: 'Extend' }).click()
    await page.getByRole('menuitem', { name: 'By 14 days' }).click()
    const extension = page.getByRole('region', { name: 'Extension by 14 days' })
    await extension.getByRole('link', { name: 'Details' }).click()
    await waitForHeading(page, /^Extension by 14 days/)
    await drain(() => sends.processBulkActions(testApp.db))
    await page.locator('main').getByRole('button', { name: 'Undo' }).click()
    await waitForHeading(page, /^Undo of an extension/)
    await drain(() => sends.processBulkActions(testApp.db))
    await page.getByText('2 of 2', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Bulk actions' }).click()
    await page.getByRole('table', { name: 'Bulk actions' }).waitFor()
    await assertAccessibleAndFits(page, 'bulk-actions')
    assert.deepEqual(complaints, [])
  })
})

describe('the list of gifts', { concurrency: 2 }, () => {
  it('counts only new gifts that match the search', async () => {
    await fixture.sendGift('ada@larks.example')
    const { page } = await open('/gift-requests?q=larks.example')
    const streaming = page.waitForResponse(/\/stream\?/)
    await page.getByRole('checkbox', { name: /^Select GR-/ }).waitFor()
    await streaming
    await sendTogether(['ben@finches.example', 'bea@larks.example', 'cleo@finches.example'])
    const pill = page.getByRole('button', { name: /^\d+ new$/ })
    const rows = page.locator('tbody tr')
    // a list that was reloaded in the meantime already has the new gift
    await eventually(async () => (await pill.count()) > 0 || (await rows.count()) === 2)
    await never(async () => (await pill.allTextContents()).some((text) => text !== '1 new'), {
      message: 'the pill counts other gifts',
    })
    if ((await pill.count()) > 0) await pill.click()
    await pill.waitFor({ state: 'detached' })
    await eventually(async () => (await rows.count()) === 2)
  })

  it('has plain values in its URL, and reads quoted ones', async () => {
    const { page } = await open('/gift-requests')
    await waitForHeading(page, 'Gifts')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('textbox').fill('stuck')
    await page.getByText('See stuck gifts').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\?stalled=/)
    assert.equal(new URL(page.url()).search, '?stalled=true')
    const chip = page.getByRole('button', { name: 'Remove the filter Stuck' })
    await chip.waitFor()
    const asked = page.waitForRequest(/\/admin\/api\/gift_requests\?.*stalled=/)
    await page.goto(`${testApp.origin}/gift-requests?stalled=%22true%22`)
    assert.match((await asked).url(), /stalled=true(&|$)/)
    await chip.waitFor()
  })

  it('offers undo for eight seconds at the bottom left, and longer under the mouse', async () => {
    await fixture.sendGift('undo@undo.example')
    const { page, context } = await openPage(browser)
    const { cookies } = await testApp.signIn(testApp.sender)
    await context.addCookies(
      [...cookies].map(([name, value]) => ({ name, value, url: testApp.origin })),
    )
    await page.clock.install()
    await page.goto(`${testApp.origin}/gift-requests?q=undo.example`)
    await page.getByRole('button', { name: /^Actions for GR-/ }).click()
    await page.getByRole('menuitem', { name: 'Extend by 7 days' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.hover()
    const box = await undo.boundingBox()
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    assert.ok(box !== null && box.x < width / 2 && box.y > height * 0.75, JSON.stringify(box))
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000)
    assert.equal(await undo.isVisible(), true, 'a toast under the mouse stays')
    await page.mouse.move(width - 5, 5)
    await page.clock.runFor(7_900)
    assert.equal(await undo.isVisible(), true)
    await page.clock.runFor(1_000)
    await undo.waitFor({ state: 'detached' })
  })
})

describe('the page of a gift', { concurrency: 2 }, () => {
  it('has buttons for what can be done only, and folds the reasons for the rest', async () => {
    const id = await fixture.sendGift('dora.finch@example.com')
    await (await testApp.signIn(testApp.sender)).post(`/gift_requests/${id}/cancel`)
    const { page } = await open(`/gift-requests/${id}`)
    const actions = page.getByRole('region', { name: 'Actions' })
    const reasons = actions.locator('dt')
    await actions.getByText('Why can’t I…').waitFor()
    assert.equal(await actions.getByRole('button', { disabled: true }).count(), 0)
    for (const name of ['Send reminder', 'Change expiry date', 'Correct shipping address'])
      assert.equal(await actions.getByRole('button', { name }).count(), 0, name)
    assert.equal(await reasons.first().isVisible(), false)
    await actions.getByText('Why can’t I…').click()
    await actions.getByText('Send reminder', { exact: true }).waitFor()
    assert.equal(await actions.locator('dd').count(), await reasons.count())
    for (const reason of await actions.locator('dd').allInnerTexts()) assert.notEqual(reason, '')
  })

  it('shows the API response with line breaks, or exactly as sent', async () => {
    const id = await fixture.sendGift('cleo.marsh@example.com')
    const client = await testApp.signIn(testApp.sender)
    const { text } = await client.get(`/gift_requests/${id}`)
    const { page } = await open(`/gift-requests/${id}`)
    await page.getByRole('button', { name: 'Show JSON' }).click()
    const json = page.locator('pre.raw')
    assert.equal(await json.textContent(), JSON.stringify(JSON.parse(text), null, 2))
    await page.getByText('Raw', { exact: true }).click()
    await eventually(async () => (await json.textContent()) === text, {
      message: 'the exact bytes are shown',
    })
    await page.getByText('Pretty', { exact: true }).click()
    await page.getByText('"reference": "GR-').waitFor()
  })
})
