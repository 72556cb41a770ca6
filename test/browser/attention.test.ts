import assert from 'node:assert/strict'
import { before, it } from 'node:test'
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
