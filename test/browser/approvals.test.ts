import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { newId } from '#platform/lib/ids'
import * as sends from '#sends'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { drain } from '#test/eventually'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openPage,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const campaign = fixture.campaign('email')

const giftCount = async (id: string): Promise<number> => {
  const send = await fixture.run((ctx) => sends.find(ctx, id))
  return send?.gifts ?? assert.fail('the send is not found')
}

it('lets a sender submit a list, and an admin set the rule, approve and reject', async () => {
  const boss = await openSignedInPage(browser, testApp, testApp.admin, '/settings/approvals')
  await waitForHeading(boss.page, 'Approvals')
  await boss.page.getByRole('radio', { name: /^Above a limit/ }).check()
  await boss.page.getByRole('checkbox', { name: 'Above a number of gifts' }).check()
  await boss.page.getByLabel('Gifts in 24 hours without approval').fill('1')
  await assertAccessibleAndFits(boss.page, 'approval rule')
  await boss.page.getByRole('button', { name: 'Save changes' }).click()
  await boss.page.getByText('Saved.').waitFor()

  const sender = await openSignedInPage(
    browser,
    testApp,
    testApp.sender,
    `/send?campaign_id=${campaign.id}`,
  )
  const { page } = sender
  await waitForHeading(page, 'Send a gift')
  await page.getByText('Pasted list').click()
  await page
    .getByLabel('Recipients to add')
    .fill('Cleo Marsh <cleo.marsh@example.com>\nBen Okafor <ben.okafor@example.com>')
  await page.getByRole('button', { name: 'Add to list' }).click()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByText('This send needs an approval').waitFor()
  await assertAccessibleAndFits(page, 'send that needs approval')
  await page.getByRole('button', { name: 'Submit 2 gifts for approval' }).click()
  await page.getByText('2 gifts await approval').waitFor()
  await assertAccessibleAndFits(page, 'submitted send')
  await page.getByRole('link', { name: 'View this send' }).click()
  await page.getByText('This send awaits an approval').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Approve/ }).count(), 0)
  const [, id = ''] = /\/sends\/([\w-]+)/.exec(page.url()) ?? []
  assert.equal(await giftCount(id), 0)

  await boss.page.goto(`${testApp.origin}/`)
  await boss.page.getByRole('button', { name: 'Notifications, 1 new' }).click()
  await boss.page.getByRole('menuitem', { name: /^Sends that await your approval/ }).click()
  await boss.page.waitForURL(/\/sends\?approval=awaiting$/)
  await boss.page.goto(`${testApp.origin}/`)
  await boss.page.getByRole('link', { name: /1 send awaits your approval/ }).click()
  await boss.page.getByRole('link', { name: campaign.name }).first().click()
  await boss.page.getByText('cleo.marsh@example.com').waitFor()
  await assertAccessibleAndFits(boss.page, 'send to decide about')

  // the page of the admin must not read the withdrawal before the admin has decided
  const decided = Promise.withResolvers<void>()
  await boss.page.route('**/admin/api/sends/*', async (route) => {
    if (route.request().method() === 'GET') await decided.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Withdraw and correct' }).click()
  await waitForHeading(page, 'Send a gift')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await boss.page.getByRole('button', { name: 'Approve 2 gifts' }).click()
  await boss.page.getByText(/has withdrawn this send/).waitFor()
  decided.resolve()
  await page.getByRole('button', { name: 'Submit 2 gifts for approval' }).click()
  await page.getByRole('link', { name: 'View this send' }).click()
  await page.waitForURL(/\/sends\//)
  const [, second = ''] = /\/sends\/([\w-]+)/.exec(page.url()) ?? []
  assert.notEqual(second, id)

  await boss.page.goto(`${testApp.origin}/sends/${second}`)
  await boss.page.getByRole('button', { name: 'Reject…' }).click()
  await boss.page.getByLabel('Reason').fill('Please wait until Monday.')
  await boss.page.getByRole('button', { name: 'Reject the send' }).click()
  await boss.page.getByText('Ada admin didn’t approve this send').waitFor()
  await boss.page.getByRole('button', { name: /^Notifications/ }).click()
  await boss.page.getByText('You’re all caught up.').waitFor()
  await boss.page.keyboard.press('Escape')
  await page.getByText('Please wait until Monday.').waitFor()
  await page.getByRole('button', { name: 'Correct and submit again' }).click()
  await waitForHeading(page, 'Send a gift')
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.getByRole('button', { name: 'Submit 2 gifts for approval' }).click()
  await page.getByRole('link', { name: 'View this send' }).click()
  await page.waitForURL(/\/sends\//)
  const [, third = ''] = /\/sends\/([\w-]+)/.exec(page.url()) ?? []

  await boss.page.goto(`${testApp.origin}/sends/${third}`)
  await boss.page.getByRole('button', { name: 'Approve 2 gifts' }).focus()
  await boss.page.keyboard.press('Enter')
  await boss.page
    .getByText(/approved this send|Sending starts in/)
    .first()
    .waitFor()
  await drain(() => sends.processApprovals(testApp.db))
  await page.getByText(/Sending starts in/).waitFor()
  assert.equal(await giftCount(third), 2)
  assert.deepEqual([...boss.complaints, ...sender.complaints], [])
})

it('lets an approver decide from the email, without a sign-in', async () => {
  const admin = await testApp.signIn(testApp.admin)
  const rule = { mode: 'all', max_gifts: null, max_cost: null, confirm_above: null }
  assert.equal((await admin.put('/approval-rule', { ...rule, decide_by_mail: true })).status, 200)
  const approver = await testApp.createUser('approver')
  const sender = await testApp.signIn(testApp.sender)
  const options = { campaign_id: campaign.id }
  const list = { draft_id: newId(), name: 'Spring thank-you', options, recipients: 1 }
  const { id } = (await sender.post('/sends', list)).json
  const rows = [{ recipient: recipientFields('mail.decision@example.com'), line: 1 }]
  await sender.post('/send', { options, rows, bulk_send_id: id })
  await sender.post(`/sends/${id}/submit`)

  const { page, complaints } = await openPage(browser)
  const token = await testApp.findLastEmailToken(approver.email)
  await page.goto(`${testApp.origin}/decision#${token}`)
  await waitForHeading(page, /asks for your approval/)
  await page.getByText('“Spring thank-you” in Larkfield. You decide as Ada approver.').waitFor()
  assert.equal(await page.getByText('mail.decision@example.com').count(), 0)
  await assertAccessibleAndFits(page, 'decision by email')
  await page.getByRole('button', { name: 'Reject…' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Approve 1 gift' }).click()
  await waitForHeading(page, 'Approved')
  assert.equal((await admin.get(`/sends/${id}`)).json.approval.state, 'approved')
  await page.goto('about:blank') // otherwise only the fragment changes
  await page.goto(`${testApp.origin}/decision#${token}`)
  await waitForHeading(page, 'There is nothing to decide here')
  await assertAccessibleAndFits(page, 'decided by email')
  assert.deepEqual(
    complaints.filter((each) => !each.includes('404')),
    [],
  )
})
