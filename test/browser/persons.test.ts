import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as accounts from '#accounts'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
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
const { origin } = testApp
const other = await testApp.createAccount('Meadow & Sons')
const fixture = await createAdminFixture(testApp)
const giftId = await fixture.sendGift('grace@example.com')

/** Creates a person who is an admin of Larkfield and a packer of the other account. */
async function createPerson() {
  const person = await testApp.createUser('admin')
  await testApp.run(
    (ctx) => accounts.createUser(ctx, { email: person.email, name: 'Ada admin', role: 'packer' }),
    other.id,
  )
  return person
}

it('a person switches between accounts with the keyboard, and tabs stay in theirs', async () => {
  const { page, context, complaints } = await openSignedInPage(
    browser,
    testApp,
    await createPerson(),
    `/campaigns?in_account=${testApp.account.id}`,
  )
  await waitForHeading(page, 'Campaigns')
  await assertAccessibleAndFits(page, 'account switch')
  await page.setViewportSize({ width: 1280, height: 800 })
  const button = page.getByRole('button', { name: /Switch account: Larkfield/ })
  await button.focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: /Meadow & Sons/ })
  await item.waitFor()
  await item.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Switch account: Meadow/ }).waitFor()
  await waitForHeading(page, /Packing|Parcels/)
  assert.equal(await page.getByRole('link', { name: 'Campaigns' }).count(), 0)

  const second = await context.newPage()
  await second.goto(`${origin}/gift-requests?in_account=${testApp.account.id}`)
  await second.getByRole('button', { name: /Switch account: Larkfield/ }).waitFor()
  assert.ok(!second.url().includes('in_account'))
  await page.reload()
  await page.getByRole('button', { name: /Switch account: Meadow/ }).waitFor()
  await second.reload()
  await waitForHeading(second, 'Gifts')

  await second.keyboard.press('Control+k')
  await second.getByRole('textbox', { name: 'Search and commands' }).fill('switch to mea')
  await second.keyboard.press('Enter')
  await second.getByRole('button', { name: /Switch account: Meadow/ }).waitFor()
  assert.deepEqual(complaints, [])
})

it('a link to a gift opens in the account that has it', async () => {
  const person = await testApp.createUser('admin')
  await testApp.run(
    (ctx) => accounts.createUser(ctx, { email: person.email, role: 'admin' }),
    other.id,
  )
  const opened = await openSignedInPage(browser, testApp, person)
  await opened.page.goto(`${origin}/?in_account=${other.id}`)
  await opened.page.getByRole('button', { name: /Switch account: Meadow/ }).waitFor()
  await opened.page.goto(`${origin}/gift-requests/${giftId}`)
  await opened.page.getByRole('button', { name: /Switch account: Larkfield/ }).waitFor()
  await waitForHeading(opened.page, /Ada Larkin/)
})

it('a person leaves one account, and the others stay', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    await createPerson(),
    `/settings/profile?in_account=${testApp.account.id}`,
  )
  await page.getByRole('heading', { name: 'Your accounts' }).scrollIntoViewIfNeeded()
  await assertAccessibleAndFits(page, 'your accounts')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Leave' }).click()
  const dialog = page.getByRole('dialog')
  const email = await dialog.getByText('@example.com').first().textContent()
  await dialog.getByRole('textbox').fill(/\S+@example\.com/.exec(email ?? '')?.[0] ?? '')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await waitForHeading(page, /Packing|Parcels/)
  assert.equal(await page.getByRole('button', { name: /Switch account/ }).count(), 0)
  assert.deepEqual(complaints, [])
})

it('an invited person with a sign-in joins with it', async () => {
  const person = await testApp.createUser('sender', other.id)
  const admin = await testApp.signIn(testApp.admin)
  await admin.post('/invitations', { email: person.email, role: 'sender', name: 'Grace' })
  const token = await testApp.findLastEmailToken(person.email)
  const { page, complaints } = await openPage(browser)
  await page.goto(`${origin}/invitation#${token}`)
  await waitForHeading(page, 'Join Larkfield')
  await assertAccessibleAndFits(page, 'join with a sign-in')
  await page.getByRole('button', { name: 'Sign in to join' }).click()
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText(`You join with your sign-in as ${person.email}`).waitFor()
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('button', { name: /Switch account: Larkfield/ }).waitFor()
  assert.deepEqual(complaints, [])

  await admin.post('/invitations', { email: 'else@example.com', role: 'sender', name: 'Else' })
  const another = await testApp.findLastEmailToken('else@example.com')
  await page.goto(`${origin}/invitation#${another}`)
  await page.getByText('This invitation is for else@example.com').waitFor()
  await page.getByRole('button', { name: 'Sign out and join' }).click()
  await page.getByRole('textbox', { name: 'Choose a password' }).waitFor()
})
