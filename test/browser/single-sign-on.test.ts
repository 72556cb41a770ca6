import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { startOpenIdProvider } from '#test/openid-provider'
import { startSamlProvider } from '#test/saml-provider'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openPage,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
const { origin, admin, sender } = testApp
const provider = await startOpenIdProvider()
const browser = await openBrowser()

const setPerson = (email: string) => {
  provider.person = { sub: `sub of ${email}`, email, email_verified: true }
}

/** Signs in with the email address, starting at the sign-in page. */
async function signOn(page: Awaited<ReturnType<typeof openPage>>['page'], email: string) {
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

it('an admin sets single sign-on up, tests and requires it, and a member signs in with it', async () => {
  const { page, context, complaints } = await openSignedInPage(
    browser,
    testApp,
    admin,
    '/settings/single-sign-on',
  )
  await waitForHeading(page, 'Single sign-on')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('menuitem', { name: 'OpenID Connect' }).first().click()
  await page.getByText(`${origin}/single-sign-on/`).first().waitFor()
  await page.getByLabel('Issuer').fill('https://')
  await page.getByLabel('Client ID').fill(provider.client_id)
  await page.getByLabel('Client secret').fill(provider.client_secret)
  await page
    .getByRole('region', { name: 'OpenID Connect' })
    .getByLabel('Your password')
    .fill(admin.password)
  await page.getByRole('button', { name: 'Check and save' }).click()
  await page.getByText('Must be an address such as').waitFor()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByRole('button', { name: 'Check and save' }).click()
  await page.getByText('Saved. Now test the sign-in.').waitFor()
  assert.equal(await page.getByLabel('Require single sign-on').isDisabled(), true)
  await assertAccessibleAndFits(page, 'single-sign-on')

  setPerson(sender.email)
  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await waitForHeading(page, 'The test worked')
  await page.getByText('This person would sign in as Ada sender.').waitFor()
  await assertAccessibleAndFits(page, 'single-sign-on-test')
  await page.getByRole('link', { name: 'Go to the settings of single sign-on' }).click()
  await page.getByLabel('Require single sign-on').check()
  await page
    .getByRole('region', { name: 'OpenID Connect' })
    .getByLabel('Your password')
    .fill(admin.password)
  await page.getByRole('button', { name: 'Check and save' }).click()
  await page.getByText('yes, except for admins').waitFor()

  await context.clearCookies()
  await page.goto(`${origin}/sign-in?next=${encodeURIComponent('/settings/sessions?a=1')}`)
  await page.getByLabel('Email address').fill(sender.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(sender.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Your account requires single sign-on.').waitFor()
  await assertAccessibleAndFits(page, 'single-sign-on-start')
  assert.equal(await page.getByLabel('Email address').inputValue(), sender.email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await waitForHeading(page, 'Confirm that it is you') // asks once, because the person has a password
  await assertAccessibleAndFits(page, 'single-sign-on-link')
  await page.getByRole('textbox', { name: 'Password' }).fill(sender.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await waitForHeading(page, 'Sessions')
  assert.equal(page.url(), `${origin}/settings/sessions?a=1`)
  await page.getByRole('cell', { name: 'Single sign-on' }).first().waitFor()
  assert.deepEqual(complaints, [])
})

it('a session by single sign-on confirms the identity at the provider', async () => {
  const { page, complaints } = await openPage(browser)
  setPerson(sender.email)
  await page.goto(`${origin}/sign-in`)
  await signOn(page, sender.email)
  await page.waitForURL(`${origin}/`)
  await goTo(page, `${origin}/settings/profile`)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('Confirm first that it’s you').waitFor()
  await assertAccessibleAndFits(page, 'single-sign-on-confirm')
  await page.getByRole('button', { name: 'Confirm with single sign-on' }).click()
  await page.getByText('Thank you. Now repeat the step.').waitFor()
  await waitForHeading(page, 'Profile and sign-in')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('You have confirmed that it’s you.').waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Scan the QR code').waitFor()
  assert.deepEqual(complaints, [])
})

it('an invited person joins, and failures say what to do in the language of the reader', async () => {
  const adminClient = await testApp.signIn(admin)
  const invitation = { email: 'grace@example.com', name: 'Grace Hopper', role: 'sender' }
  const copied = (await adminClient.post('/invitations', invitation)).json.url
  const url = copied.replace(/#.*/, `#${await testApp.findLastEmailToken(invitation.email)}`)
  const { page, complaints } = await openPage(browser, { locale: 'de-DE' })
  await page.goto(copied)
  await page.getByRole('button', { name: 'E-Mail senden' }).waitFor()
  await assertAccessibleAndFits(page, 'single-sign-on-copied-invitation')
  provider.faults = { error: 'access_denied' }
  await page.goto('about:blank')
  await page.goto(url)
  await page.getByRole('button', { name: 'Mit Single Sign-on beitreten' }).waitFor()
  assert.equal(await page.getByLabel('Passwort wählen').count(), 0, 'the account requires it')
  await assertAccessibleAndFits(page, 'single-sign-on-invitation')
  await page.getByRole('button', { name: 'Mit Single Sign-on beitreten' }).click()
  await waitForHeading(page, 'Sie sind noch nicht beigetreten')
  await page.getByText('Ihr Identitätsanbieter hat Sie nicht angemeldet.').waitFor()
  await assertAccessibleAndFits(page, 'single-sign-on-failure')
  provider.faults = {}
  setPerson(invitation.email)
  await page.goto(url)
  await page.getByRole('button', { name: 'Mit Single Sign-on beitreten' }).click()
  await page.waitForURL(`${origin}/`)
  await goTo(page, `${origin}/settings/profile`)
  await page.getByText(invitation.email).first().waitFor()
  assert.deepEqual(complaints, [])

  const other = await openPage(browser)
  await other.page.goto(`${origin}/sign-in`)
  await signOn(other.page, 'unknown@example.com')
  await waitForHeading(other.page, 'No single sign-on for this address')
})

it('a member signs in with a provider whose page posts a form', async () => {
  const saml = await startSamlProvider()
  const other = await testApp.createAccount('Elsewhere')
  const boss = await testApp.createUser('admin', other.id)
  const { page, context, complaints } = await openSignedInPage(
    browser,
    testApp,
    boss,
    '/settings/single-sign-on',
  )
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('menuitem', { name: 'SAML 2.0' }).click()
  await page.getByLabel('Metadata of the provider').fill(saml.metadata_url)
  await page.getByRole('region', { name: 'SAML' }).getByLabel('Your password').fill(boss.password)
  await page.getByRole('button', { name: 'Check and save' }).click()
  await page.getByText('Saved. Now test the sign-in.').waitFor()
  await assertAccessibleAndFits(page, 'single-sign-on-saml')
  const { email } = await testApp.createUser('sender', other.id)
  await testApp.run(
    (ctx) => ctx.query('update access.person set password_hash = null where email = $1', [email]),
    '*',
  )
  saml.person = { name_id: 'ada-1', attributes: { mail: [email] } }
  await context.clearCookies()
  await page.goto(`${origin}/sign-in`)
  await signOn(page, email)
  await page.waitForURL(`${origin}/`)
  await goTo(page, `${origin}/settings/profile`)
  await page.getByText(email).first().waitFor()
  assert.deepEqual(complaints, [])
})
