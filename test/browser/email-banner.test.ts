import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openSignedInPage,
  waitForHeading,
  waitUntilLoaded,
} from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()

it('without a mail server, each page warns admins, and an invitation says that no email is sent', async () => {
  const testApp = await createAdminTestApp({ canSendEmail: false })
  const path = '/settings/members?invite=true'
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  const banner = page.getByRole('alert').filter({ hasText: 'Email is not set up' })
  await banner.getByText('No invitation or notification can be sent.').waitFor()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email addresses').fill('grace@example.com')
  await dialog.getByRole('button', { name: 'Send invitations' }).click()
  await dialog.getByText('Email is not set up. Give these links').waitFor()
  await dialog.getByRole('button', { name: 'Copy the link of grace@example.com' }).waitFor()
  assert.equal(await dialog.getByText(/invitations? sent/).count(), 0)

  for (const [target, title] of [
    ['/gift-requests', 'Gifts'],
    ['/campaigns', 'Campaigns'],
  ] as const) {
    await page.goto(`${testApp.origin}${target}`)
    await waitForHeading(page, title)
    await banner.getByText('1 message is waiting.').waitFor()
  }
  await assertAccessibleAndFits(page, 'email-banner')
  assert.equal(await banner.getByRole('button').count(), 0, 'the banner cannot be dismissed')
  const help = banner.getByRole('link', { name: 'How to set it up' })
  assert.equal(await help.getAttribute('href'), '/docs/mail#a-mail-server')
  assert.deepEqual(complaints, [])

  const sender = await openSignedInPage(browser, testApp, testApp.sender, '/')
  await waitForHeading(sender.page, /Hello/)
  await waitUntilLoaded(sender.page)
  assert.equal(await sender.page.getByText('How to set it up').count(), 0)
})

it('a rejecting mail server is named with its last reply', async () => {
  const testApp = await createAdminTestApp()
  const { page } = await openSignedInPage(browser, testApp, testApp.admin, '/campaigns')
  await waitForHeading(page, 'Campaigns')
  await waitUntilLoaded(page)
  assert.equal(await page.getByRole('alert').count(), 0)
  const client = await testApp.signIn(testApp.admin)
  const invitation = { email: 'grace@example.com', name: 'Grace Hopper', role: 'sender' }
  assert.equal((await client.post('/invitations', invitation)).status, 201)
  await testApp.run((ctx) =>
    ctx.query(`update mail.message set attempts = 4, error = '535 bad credentials'`),
  )
  await page.reload()
  const banner = page.getByRole('alert').filter({ hasText: 'does not accept email' })
  await banner.getByText('It replied: 535 bad credentials').waitFor()
  await goTo(page, `${testApp.origin}/`)
  await waitForHeading(page, /Hello/)
  await banner.waitFor()
})
