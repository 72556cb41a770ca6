import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import * as accounts from '#accounts'
import { type Credentials, createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { totpCode } from '#test/fake-authenticator'
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
const browser = await openBrowser()
const { origin } = testApp

async function signIn(page: Page, { email, password }: Credentials) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('the first user', () => {
  it('sets up the deployment with the code from the terminal', async () => {
    const empty = await createAdminTestApp({ isEmpty: true })
    const { page, complaints } = await openPage(browser)
    await goTo(page, `${empty.origin}/`)
    await waitForHeading(page, 'Set up Bestow')
    await assertAccessibleAndFits(page, 'setup')
    await page.getByLabel('Setup code').fill('0000-0000-0000')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('must not be empty').first().waitFor()
    const typed = {
      'Setup code': (await accounts.issueSetupCode(empty.db)) ?? '',
      'Company name': 'Orchard',
      'Your name': 'Ada King',
      'Your email address': 'ada@orchard.example',
      'Choose a password': 'correct horse battery',
    }
    for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Create account' }).click()
    await waitForHeading(page, 'Hello, Ada')
    assert.deepEqual(complaints, [])
  })
})

describe('an admin', () => {
  it('signs in, opens the settings pages, and signs out; all pages are accessible', async () => {
    const { page, complaints } = await openPage(browser)
    await goTo(page, `${origin}/settings/members`)
    await waitForHeading(page, 'Sign in')
    await assertAccessibleAndFits(page, 'sign-in')
    await signIn(page, { ...testApp.admin, password: 'a wrong guess' })
    await page.getByText('Incorrect email or password').waitFor()
    await signIn(page, testApp.admin)
    await waitForHeading(page, 'People')
    await page.getByRole('cell', { name: testApp.sender.email }).waitFor()
    await assertAccessibleAndFits(page, 'people')

    const pages = [
      ['/', /Hello/],
      ['/settings/profile', 'Profile and sign-in'],
      ['/settings/sessions', 'Sessions'],
      ['/settings/branding', 'Branding'],
      ['/settings/privacy', 'Privacy'],
      ['/settings/audit-log', 'Audit log'],
      ['/settings/account', 'Account'],
    ] as const
    for (const [path, name] of pages) {
      await goTo(page, `${origin}${path}`)
      await waitForHeading(page, name)
      await assertAccessibleAndFits(page, path === '/' ? 'overview' : path.slice(10))
    }
    await page.getByRole('button', { name: /sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await waitForHeading(page, 'Sign in')
    assert.deepEqual(complaints, [])
  })

  it('invites a sender, who joins by the emailed link', async () => {
    const { page, complaints } = await openPage(browser)
    await goTo(page, `${origin}/settings/members?invite=true`)
    await signIn(page, testApp.admin)
    const email = 'grace@example.com'
    const dialog = page.getByRole('dialog', { name: 'Invite people' })
    await dialog.getByLabel('Email addresses').fill(`Grace Hopper <${email}>\nnot an address`)
    await dialog.getByText('2 people').waitFor()
    await assertAccessibleAndFits(page, 'invite')
    await dialog.getByRole('button', { name: 'Send invitations' }).click()
    await dialog.getByText('1 invitation sent.').waitFor()
    await dialog.getByText('must be an email address').waitFor()
    await dialog.getByRole('button', { name: `Copy the link of ${email}` }).waitFor()
    await assertAccessibleAndFits(page, 'invitation-link')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Invited by Ada admin').waitFor()

    const otherPage = await openPage(browser)
    await goTo(otherPage.page, `${origin}/invitation#${await testApp.findLastEmailToken(email)}`)
    await waitForHeading(otherPage.page, 'Join Larkfield')
    await assertAccessibleAndFits(otherPage.page, 'invitation')
    await otherPage.page.getByLabel('Choose a password').fill('correct horse battery')
    await otherPage.page.getByRole('button', { name: 'Join' }).click()
    await waitForHeading(otherPage.page, /Hello, Grace/)
    await goTo(otherPage.page, `${origin}/settings/members`)
    await otherPage.page.getByText('People: not part of your role').waitFor()
    await assertAccessibleAndFits(otherPage.page, 'not-allowed')
    assert.deepEqual([...complaints, ...otherPage.complaints], [])
  })
})

describe('a user', () => {
  it('sets up an authenticator app, saves the backup codes, and signs in with one', async () => {
    const ada = await testApp.createUser('sender')
    const { page, complaints } = await openPage(browser)
    await goTo(page, `${origin}/settings/profile`)
    await signIn(page, ada)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Your password').fill(ada.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByAltText('QR code for an authenticator app').waitFor()
    await assertAccessibleAndFits(page, 'totp')
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await page.getByLabel('Code from the app').fill(totpCode(secret, new Date()))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('This is shown once').waitFor()
    await assertAccessibleAndFits(page, 'backup-codes')
    const codes = ((await page.locator('[data-secret]').textContent()) ?? '').split('\n')
    assert.equal(codes.length, 10)
    await page.getByLabel('I’ve saved it').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('10 of 10 backup codes left').waitFor()

    const reopened = await openPage(browser)
    await goTo(reopened.page, `${origin}/sign-in`)
    await signIn(reopened.page, ada)
    await waitForHeading(reopened.page, 'Two-step sign-in')
    await assertAccessibleAndFits(reopened.page, 'code')
    await reopened.page.getByLabel('Code').fill(codes[0] ?? '')
    await reopened.page.getByRole('button', { name: 'Sign in' }).click()
    await waitForHeading(reopened.page, /Hello/)
    assert.deepEqual([...complaints, ...reopened.complaints], [])
  })

  it('adds a passkey, and signs in with the passkey alone', async () => {
    const ada = await testApp.createUser('sender')
    const { page, context, complaints } = await openPage(browser)
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await goTo(page, `${origin}/settings/profile`)
    await signIn(page, ada)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Your password').fill(ada.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Passkey added').waitFor()
    await page.getByRole('button', { name: /sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await waitForHeading(page, 'Profile and sign-in') // waits for the page that was open before the sign-out
    assert.deepEqual(complaints, [])
  })

  it('signs out other sessions, which then show the sign-in page', async () => {
    const ada = await testApp.createUser('sender')
    const [firstPage, secondPage] = [await openPage(browser), await openPage(browser)]
    for (const { page } of [firstPage, secondPage]) {
      await goTo(page, `${origin}/settings/sessions`)
      await signIn(page, ada)
      await waitForHeading(page, 'Sessions')
    }
    await firstPage.page.getByRole('button', { name: 'Sign out other sessions' }).click()
    await firstPage.page.getByText('Signed out 1 other').waitFor()
    await secondPage.page.reload()
    await waitForHeading(secondPage.page, 'Sign in')
  })

  it('resets a forgotten password by email', async () => {
    const ada = await testApp.createUser('sender')
    const { page } = await openPage(browser)
    await goTo(page, `${origin}/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await waitForHeading(page, 'Reset your password')
    await page.getByLabel('Email address').fill(ada.email)
    await assertAccessibleAndFits(page, 'forgotten')
    await page.getByRole('button', { name: 'Send link' }).click()
    await waitForHeading(page, 'Check your email')
    await goTo(page, `${origin}/new-password#${await testApp.findLastEmailToken(ada.email)}`)
    await page.getByLabel('New password').fill('quite another one')
    await page.getByRole('button', { name: 'Change password' }).click()
    await waitForHeading(page, 'Sign in')
    await signIn(page, { ...ada, password: 'quite another one' })
    await waitForHeading(page, /Hello/)
  })
})

describe('the keyboard', () => {
  it('navigates between pages, and opens the command palette', async () => {
    const { page, complaints } = await openPage(browser)
    await goTo(page, `${origin}/`)
    await signIn(page, testApp.admin)
    await waitForHeading(page, /Hello/)
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await waitForHeading(page, 'Audit log')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/type a command/).fill('sessions')
    await assertAccessibleAndFits(page, 'palette')
    await page.keyboard.press('Enter')
    await waitForHeading(page, 'Sessions')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/type a command/).fill(testApp.sender.id)
    await page.getByText('Ada sender').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await assertAccessibleAndFits(page, 'keyboard')
    assert.deepEqual(complaints, [])
  })
})

describe('a settings form', () => {
  it('keeps the edited values after a concurrent change', async () => {
    const { page, complaints } = await openSignedInPage(
      browser,
      testApp,
      testApp.admin,
      '/settings/account',
    )
    const name = page.getByLabel('Account name')
    const form = page.getByRole('region', { name: 'Name' })
    await name.fill('Mine')
    const adminClient = await testApp.signIn(testApp.admin)
    assert.equal((await adminClient.patch('/account', { name: 'Changed elsewhere' })).status, 200)
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Ada admin changed Name').waitFor()
    assert.equal(await name.inputValue(), 'Mine')
    await page.getByRole('button', { name: 'Discard my changes' }).click()
    await page.locator('[value="Changed elsewhere"]').waitFor()
    await name.fill('Final')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved.').waitFor()
    assert.equal((await adminClient.get('/account')).json.name, 'Final')
    assert.deepEqual(complaints, [])
  })
})
