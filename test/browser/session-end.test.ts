import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createAdminFixture } from '#test/admin-fixture'
import { type Credentials, createAdminTestApp } from '#test/admin-harness'
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
const open = (user: Credentials, path: string) => openSignedInPage(browser, testApp, user, path)

async function signInAgain(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /sign out$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/**
 * Ends the session and clicks a button. A request in the background can open the dialog first, which covers the button, so
 * the click is sent to the element.
 */
async function endSessionAndClick(page: Page, name: string): Promise<void> {
  const button = await page.getByRole('button', { name }).elementHandle()
  await page.context().clearCookies()
  await button?.dispatchEvent('click')
}

describe('a session that ends while a page is open', () => {
  it('is asked for again over the page, and the request is repeated', async () => {
    const { page } = await open(testApp.sender, '/send')
    await page.getByLabel('First name').fill('Kim')
    await page.getByLabel('Last name').fill('Park')
    await page.getByRole('textbox', { name: 'Email' }).fill('kim.park@example.com')
    await page.getByLabel('New customer welcome').check()
    await endSessionAndClick(page, 'Review')
    await signInAgain(page, 'not the password')
    await page.getByText('Incorrect email or password.').waitFor()
    await page.keyboard.press('Escape')
    await signInAgain(page, testApp.sender.password)
    await page.getByRole('button', { name: 'Send 1 gift' }).waitFor()
  })

  it('loses nothing of a form that was being saved', async () => {
    const { id } = fixture.campaign('email')
    const { page } = await open(testApp.admin, `/campaigns/${id}/edit`)
    await page.getByRole('textbox', { name: 'Description' }).fill('Written before the end.')
    await endSessionAndClick(page, 'Save changes')
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
    await assertAccessibleAndFits(page, 'session-end')
    await signInAgain(page, testApp.admin.password)
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    const client = await testApp.signIn(testApp.admin)
    const { json } = await client.get(`/campaigns/${id}`)
    assert.equal(json.description, 'Written before the end.')
  })

  it('ends the page only when the user signs out', async () => {
    const { page, complaints } = await open(testApp.sender, '/gift-requests')
    // on a slow device, the command palette is still closing when the session has ended
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
    await waitForHeading(page, 'Gifts')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByPlaceholder(/type a command/).fill('sign out')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await waitForHeading(page, 'Sign in')
    assert.deepEqual(complaints, [])
  })

  it('is not asked for again by a request that is rejected before the response to the sign-out', async () => {
    const { page } = await open(testApp.sender, '/gift-requests')
    await waitForHeading(page, 'Gifts')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    const rejected = page.waitForResponse((response) => response.status() === 401)
    let dialogs: number | undefined
    await page.route('**/admin/api/session', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      const response = await route.fetch()
      await page.locator('[data-filter]').fill('ada')
      await rejected
      await page.waitForTimeout(500)
      dialogs = await dialog.count()
      await route.fulfill({ response })
    })
    await signOut(page)
    await waitForHeading(page, 'Sign in')
    assert.equal(dialogs, 0)
  })

  it('continues with an error message after a sign-out that failed', async () => {
    const { page } = await open(testApp.sender, '/gift-requests')
    await waitForHeading(page, 'Gifts')
    await page.route('**/admin/api/session', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    )
    await signOut(page)
    await page.getByRole('alert').filter({ hasText: 'Check your connection' }).waitFor()
    await page.unroute('**/admin/api/session')
    await signOut(page)
    await waitForHeading(page, 'Sign in')
  })
})
