import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as attention from '#attention'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'
import * as webhooks from '#webhooks'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const check = () => attention.checkAccount(testApp.db, testApp.account.id)

/** Creates an endpoint that has missed the event of a gift. */
async function createMissedEvent(): Promise<void> {
  const { endpoint } = await testApp.run((ctx) =>
    webhooks.createEndpoint(
      ctx,
      { account_id: testApp.account.id, tier: 'enterprise' },
      { url: 'http://127.0.0.1:9/hooks', description: 'CRM' },
      { allowPrivate: true },
    ),
  )
  await fixture.sendGift('cleo.marsh@example.com')
  await testApp.run((ctx) => webhooks.createDemoFailures(ctx, endpoint.id))
}

it('lists problems that a user resolves by keyboard, and that then end', async () => {
  const id = await fixture.sendGift('ben.okafor@example.com')
  await fixture.simulateTo(id, 'shipping_error')
  await createMissedEvent()
  await check()
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/attention?state=open',
  )
  await waitForHeading(page, 'Needs attention')
  const list = page.getByRole('list', { name: 'What needs attention' })
  const rejected = list.getByRole('listitem').filter({ hasText: 'Address rejected' })
  await rejected.getByText('The carrier rejected the address or the label.').waitFor()
  await assertAccessibleAndFits(page, 'attention')

  const missed = list.getByRole('listitem').filter({ hasText: 'Missed events' })
  await missed.getByRole('button', { name: 'Send the missed events again: CRM' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 event is sent again.').waitFor()
  await check()
  await page.reload()
  await rejected.waitFor()
  assert.equal(await missed.count(), 0)
  await page.goto(`${testApp.origin}/attention?state=cleared`)
  await missed.getByText(/, ended /).waitFor()
  assert.equal(await missed.getByRole('button').count(), 0, 'an ended entry has no actions')

  await page.goto(`${testApp.origin}/attention?state=open`)
  await rejected.getByRole('link', { name: /^Correct the address/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/gift-requests/${id}`)
  assert.deepEqual(complaints, [])
})

describe('many items of one cause', () => {
  const expiring: string[] = []

  before(async () => {
    for (const name of ['ada.one', 'bob.two', 'cy.three', 'dee.four', 'eve.five'])
      expiring.push(await fixture.sendGift(`${name}@example.com`))
    await fixture.run((ctx) =>
      ctx.query('update gifting.gift_request set expires_at = $2 where id = any ($1)', [
        expiring,
        new Date(fixture.now().getTime() + 3 * 24 * 60 * 60 * 1000),
      ]),
    )
    await check()
  })

  it('are one group that is assigned, snoozed in one press, and comes back', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.admin,
      '/attention?state=open',
    )
    await waitForHeading(page, 'Needs attention')
    const list = page.getByRole('list', { name: 'What needs attention' })
    const group = list.locator('.attention-group').filter({ hasText: 'Gifts that expire soon' })
    await group.getByText('5', { exact: true }).waitFor()
    const rows = group.getByRole('list').getByRole('listitem')
    assert.equal(await rows.count(), 3)
    await group.getByRole('button', { name: 'Show all 5' }).click()
    await rows.nth(4).waitFor()
    await assertAccessibleAndFits(page, 'attention-group')

    await rows.nth(1).getByRole('checkbox').check()
    await group.getByRole('button', { name: 'Assign 1' }).click()
    await page.getByRole('menuitem', { name: 'Assign to me' }).click()
    await page.getByText('Assigned to Ada admin: 1.').waitFor()
    await rows.filter({ hasText: 'Assigned to Ada admin' }).waitFor()

    await group.getByRole('button', { name: 'Assign all' }).click()
    await page.getByRole('menuitem', { name: 'Assign to someone…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign to someone' })
    await dialog.getByRole('combobox', { name: 'Person' }).click()
    await page.getByRole('option', { name: 'Ada sender' }).click()
    await assertAccessibleAndFits(page, 'attention-assign')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await page.getByText('Assigned to Ada sender: 4. Assigned to someone else: 1.').waitFor()

    await dialog.waitFor({ state: 'detached' })
    await group.getByRole('button', { name: 'Snooze all for a week' }).press('Enter')
    await page.getByText(/^Snoozed until .*: 5\.$/).waitFor()
    await group.waitFor({ state: 'detached' })
    await page.goto(`${testApp.origin}/attention?state=snoozed`)
    await group
      .getByText(/Snoozed until/)
      .first()
      .waitFor()
    await assertAccessibleAndFits(page, 'attention-snoozed')
    await group.getByRole('button', { name: 'Show all again' }).click()
    await page.getByText('Back in the list: 5.').waitFor()
    await page.goto(`${testApp.origin}/attention?state=open&assignee_id=${testApp.admin.id}`)
    await list.getByRole('listitem').filter({ hasText: 'Assigned to Ada admin' }).waitFor()
    assert.equal(await list.getByRole('listitem').count(), 1, 'one item stands alone')
    assert.deepEqual(complaints, [])
  })

  it('are reminded together, and one is snoozed until a day with undo', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.admin,
      '/attention?state=open&kind=expiring',
    )
    const group = page.locator('.attention-group')
    await group.getByRole('button', { name: 'Remind all' }).click()
    await page.getByText('Reminders are being sent: 5.').waitFor()
    const [name = ''] = await group.getByRole('list').getByRole('link').allTextContents()
    await group.getByRole('button', { name: `More actions: ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Snooze until a day…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Snooze until a day' })
    await dialog.getByLabel('Back on').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Snooze' }).click()
    await dialog.getByText(/must be in the future and at most 90 days ahead/i).waitFor()
    const later = new Date(fixture.now().getTime() + 30 * 24 * 60 * 60 * 1000)
    await dialog.getByLabel('Back on').fill(later.toISOString().slice(0, 10))
    await dialog.getByRole('button', { name: 'Snooze' }).click()
    await group.getByText('4', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await group.getByText('5', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })
})
