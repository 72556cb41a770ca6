import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as accounts from '#accounts'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { totpCode } from '#test/fake-authenticator'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const other = await testApp.createAccount('Meadow & Sons')

const setPolicy = (column: string, value: unknown) =>
  testApp.run((ctx) =>
    ctx.query(`update access.account set ${column} = $2 where id = $1`, [
      testApp.account.id,
      value,
    ]),
  )

/** Creates a person who is a sender of Larkfield and of the other account. */
async function createPerson() {
  const person = await testApp.createUser('sender')
  const { email } = person
  await testApp.run(
    (ctx) => accounts.createUser(ctx, { email, name: 'Ada sender', role: 'sender' }),
    other.id,
  )
  return person
}

it('an admin sets the policy, and reads why a rule would shut them out', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/settings/single-sign-on',
  )
  await page.getByText('Your own address is 127.0.0.1').waitFor()
  const networks = page.getByRole('combobox', { name: 'Allowed networks' })
  await page.getByLabel('Ask for a new sign-in after', { exact: true }).selectOption('8 hours')
  await page.getByLabel('Ask for a new sign-in after a pause of').selectOption('30 minutes')
  await networks.fill('203.0.113.0/24')
  await networks.press('Enter')
  await page.getByLabel('Require a second factor').check()
  await page.getByLabel('Your password').fill(testApp.admin.password)
  await page.getByRole('button', { name: 'Save policy' }).click()
  await page.getByText(/must contain your own address 127\.0\.0\.1/).waitFor()
  await page.getByText(/needs a second factor of your own first/).waitFor()
  await assertAccessibleAndFits(page, 'access policy')
  await page.getByLabel('Require a second factor').uncheck()
  await networks.fill('127.0.0.0/8')
  await networks.press('Enter')
  await page.getByLabel('Also for API keys and OAuth clients').check()
  await page.getByRole('button', { name: 'Save policy' }).click()
  await page.getByText('Saved.').waitFor()
  const policy = await testApp.run((ctx) => accounts.readAccessPolicy(ctx))
  assert.deepEqual(policy.policy, {
    requires_second_factor: false,
    session_minutes: 480,
    idle_minutes: 30,
    allowed_networks: ['203.0.113.0/24', '127.0.0.0/8'],
    networks_bind_tokens: true,
  })
  assert.deepEqual(complaints, [])
  await testApp.run((ctx) => accounts.liftAccessPolicy(ctx))
})

it('a member sets up the required second factor in an open page, and goes on', async () => {
  const person = await createPerson()
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    person,
    `/campaigns?in_account=${testApp.account.id}`,
  )
  await waitForHeading(page, 'Campaigns')
  await setPolicy('requires_second_factor', true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page
    .getByRole('link', { name: 'Gift requests' })
    .or(page.getByRole('link', { name: 'Gifts', exact: true }))
    .first()
    .click()
  await waitForHeading(page, 'Set up a second factor')
  assert.equal(await page.getByRole('link', { name: 'Campaigns' }).count(), 0)
  await page.getByRole('button', { name: /Switch account: Larkfield/ }).waitFor()
  await assertAccessibleAndFits(page, 'set up a second factor')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(totpCode(secret, new Date()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your backup codes' })
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button').last().click()
  await page.getByRole('link', { name: 'Campaigns' }).waitFor()
  assert.equal(await page.getByText('Set up a second factor').count(), 0)
  assert.deepEqual(complaints, [])
  await setPolicy('requires_second_factor', false)
})

it('a member outside the networks reads why, goes to another account, and signs out', async () => {
  const { page, complaints } = await openSignedInPage(browser, testApp, await createPerson())
  await setPolicy('allowed_networks', ['203.0.113.0/24'])
  await page.goto(`${testApp.origin}/gift-requests?in_account=${testApp.account.id}`)
  await waitForHeading(page, 'Larkfield is closed from here')
  await assertAccessibleAndFits(page, 'closed network')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /Switch account: Larkfield/ }).click()
  await page.getByRole('menuitem', { name: /Meadow & Sons/ }).click()
  await page.getByRole('button', { name: /Switch account: Meadow/ }).waitFor()
  await page.getByRole('link', { name: 'Campaigns' }).waitFor()
  await page.goto(`${testApp.origin}/settings/sessions?in_account=${testApp.account.id}`)
  await waitForHeading(page, 'Sessions')
  await page.getByRole('button', { name: /Ada sender/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor()
  assert.deepEqual(complaints, [])
  await setPolicy('allowed_networks', [])
})

it('an admin suspends and resumes a member', async () => {
  const ada = await testApp.createUser('sender')
  const admin = await testApp.signIn(testApp.admin)
  await admin.post('/teams', { name: 'Sales', lead_id: ada.id, member_ids: [ada.id] })
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/settings/members',
  )
  const row = page.getByRole('row').filter({ hasText: ada.email })
  const open = (name: string) =>
    row
      .getByRole('button', { name: /^Actions for/ })
      .click()
      .then(() => page.getByRole('menuitem', { name }).click())
  await open('Suspend…')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('the lead of Sales').waitFor()
  await assertAccessibleAndFits(page, 'suspend a member')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await row.getByText('suspended', { exact: true }).waitFor()
  await open('Resume access')
  await row.getByText('suspended', { exact: true }).waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})
