import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)

await testApp.run((ctx) =>
  ctx.query(
    `update catalogue.variant set unit_cost_minor = 2500, unit_cost_currency = 'USD' where account_id = $1`,
    [ctx.account_id],
  ),
)

const setBudget = async (id: string, amount: number, stops: boolean) => {
  const budget = { amount: { amount, currency: 'USD' }, stops }
  const { status, text } = await admin.patch(`/campaigns/${id}`, { budget })
  assert.equal(status, 200, text)
}

it('shows budgets with what is spent, committed and left, the most urgent first', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/spend?view=budgets',
  )
  await waitForHeading(page, 'Spend')
  await page.getByRole('heading', { name: 'No budgets yet' }).waitFor()
  await assertAccessibleAndFits(page, 'budgets-empty')

  const email = fixture.campaign('email')
  const link = fixture.campaign('gift_link')
  await setBudget(link.id, 90_000, false)
  await setBudget(email.id, 100_000, true)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByText('Report', { exact: true }).click()
  await page.waitForURL((url) => !url.search.includes('view'))
  const sent = await fixture.sendGift('ada.larkin@example.com')
  await fixture.sendGift('ben.okafor@example.com')
  await fixture.simulateTo(sent, 'delivered')
  await setBudget(email.id, 3_000, true)
  await page.getByText('Budgets', { exact: true }).click()
  await page.reload()
  const cards = page.getByRole('list', { name: 'Budgets' }).getByRole('listitem')
  await cards.first().getByRole('link', { name: email.name }).waitFor()
  assert.equal(await cards.count(), 2)
  await cards.first().getByText('It is used up.').waitFor()
  await cards.first().getByText('$20.00 over').waitFor()
  await cards.last().getByText('$900.00 left').waitFor()
  await cards.last().getByText('No gift was sent in the last 90 days.').waitFor()
  await assertAccessibleAndFits(page, 'budgets')
  assert.deepEqual(complaints, [])
})
