import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import * as access from '#access'
import { type Credentials, openAdminWorld } from '#test/admin-world'
import { totpCode } from '#test/authenticator'
import { openBrowser } from '#test/browser'
import { assertFit, ensureWebApp, goTo, heading, openWindow, windowOf } from '#test/web-app'

before(ensureWebApp)
const world = await openAdminWorld()
const browser = await openBrowser()
const { origin } = world

async function signIn(page: Page, { email, password }: Credentials) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('the first of all', () => {
  it('sets the installation up with the code from the terminal', async () => {
    const empty = await openAdminWorld({ isEmpty: true })
    const { page, complaints } = await openWindow(browser)
    await goTo(page, `${empty.origin}/`)
    await heading(page, 'Set up Bestow')
    await assertFit(page, 'setup')
    await page.getByLabel('Setup code').fill('0000-0000-0000')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('must not be empty').first().waitFor()
    const typed = {
      'Setup code': (await access.issueSetupCode(empty.db)) ?? '',
      'Business name': 'Orchard',
      'Your name': 'Ada King',
      'Your email address': 'ada@orchard.example',
      'Choose a password': 'correct horse battery',
    }
    for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading(page, 'Hello, Ada')
    assert.deepEqual(complaints, [])
  })
})

describe('an admin', () => {
  it('signs in, goes around, and signs out, with nothing in the way of anybody', async () => {
    const { page, complaints } = await openWindow(browser)
    await goTo(page, `${origin}/settings/people`)
    await heading(page, 'Sign in')
    await assertFit(page, 'sign-in')
    await signIn(page, { ...world.admin, password: 'a wrong guess' })
    await page.getByText('Incorrect email or password').waitFor()
    await signIn(page, world.admin)
    await heading(page, 'People')
    await page.getByRole('cell', { name: world.sender.email }).waitFor()
    await assertFit(page, 'people')

    const screens = [
      ['/', /Hello/],
      ['/settings/profile', 'Profile and sign-in'],
      ['/settings/sessions', 'Sessions'],
      ['/settings/branding', 'Branding'],
      ['/settings/privacy', 'Privacy'],
      ['/settings/audit-log', 'Audit log'],
      ['/settings/account', 'Account'],
    ] as const
    for (const [path, name] of screens) {
      await goTo(page, `${origin}${path}`)
      await heading(page, name)
      await assertFit(page, path === '/' ? 'overview' : path.slice(10))
    }
    await page.getByRole('button', { name: /sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await heading(page, 'Sign in')
    assert.deepEqual(complaints, [])
  })

  it('invites somebody, who comes in by the link of the mail as a sender', async () => {
    const { page, complaints } = await openWindow(browser)
    await goTo(page, `${origin}/settings/people?invite=true`)
    await signIn(page, world.admin)
    const email = 'grace@example.com'
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
    await dialog.getByLabel('Email address').fill('grace')
    await dialog.getByLabel('Name').fill('Grace Hopper')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.getByText('must be an e-mail address').waitFor()
    await assertFit(page, 'invite')
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.getByText(`is being sent to ${email}`).waitFor()
    const link = await dialog.getByLabel('Invitation link', { exact: true }).inputValue()
    assert.equal(link, `${origin}/invitation#${await world.lastLink(email)}`)
    await assertFit(page, 'invitation-link')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Invited by Ada admin').waitFor()

    const hers = await openWindow(browser)
    await goTo(hers.page, `${origin}/invitation#${await world.lastLink(email)}`)
    await heading(hers.page, 'Join Larkfield')
    await assertFit(hers.page, 'invitation')
    await hers.page.getByLabel('Choose a password').fill('correct horse battery')
    await hers.page.getByRole('button', { name: 'Join' }).click()
    await heading(hers.page, /Hello, Grace/)
    await goTo(hers.page, `${origin}/settings/people`)
    await hers.page.getByText('People is for admins').waitFor()
    await assertFit(hers.page, 'not-allowed')
    assert.deepEqual([...complaints, ...hers.complaints], [])
  })
})

describe('somebody who is careful', () => {
  it('sets up an authenticator app, keeps the backup codes, and is asked for a code', async () => {
    const ada = await world.newPerson('sender')
    const { page, complaints } = await openWindow(browser)
    await goTo(page, `${origin}/settings/profile`)
    await signIn(page, ada)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Your password').fill(ada.password)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByAltText('QR code for an authenticator app').waitFor()
    await assertFit(page, 'totp')
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await page.getByLabel('Code that the app shows now').fill(totpCode(secret, new Date()))
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('This is shown once').waitFor()
    await assertFit(page, 'backup-codes')
    const codes = ((await page.locator('[data-secret]').textContent()) ?? '').split('\n')
    assert.equal(codes.length, 10)
    await page.getByLabel('I have kept it').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('10 of 10 backup codes left').waitFor()

    const again = await openWindow(browser)
    await goTo(again.page, `${origin}/sign-in`)
    await signIn(again.page, ada)
    await heading(again.page, 'Two-step sign-in')
    await assertFit(again.page, 'code')
    await again.page.getByLabel('Code').fill(codes[0] ?? '')
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await heading(again.page, /Hello/)
    assert.deepEqual([...complaints, ...again.complaints], [])
  })

  it('makes a passkey, and signs in with nothing else', async () => {
    const ada = await world.newPerson('sender')
    const { page, context, complaints } = await openWindow(browser)
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
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('The passkey is ready').waitFor()
    await page.getByRole('button', { name: /sign out/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await heading(page, 'Profile and sign-in') // back to where one was
    assert.deepEqual(complaints, [])
  })

  it('signs out elsewhere, and the other window is at the door', async () => {
    const ada = await world.newPerson('sender')
    const [here, there] = [await openWindow(browser), await openWindow(browser)]
    for (const { page } of [here, there]) {
      await goTo(page, `${origin}/settings/sessions`)
      await signIn(page, ada)
      await heading(page, 'Sessions')
    }
    await here.page.getByRole('button', { name: 'Sign out elsewhere' }).click()
    await here.page.getByText('Signed out in 1 other').waitFor()
    await there.page.reload()
    await heading(there.page, 'Sign in')
  })

  it('has forgotten the password, and gets a new one by mail', async () => {
    const ada = await world.newPerson('sender')
    const { page } = await openWindow(browser)
    await goTo(page, `${origin}/sign-in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await heading(page, 'Reset your password')
    await page.getByLabel('Email address').fill(ada.email)
    await assertFit(page, 'forgotten')
    await page.getByRole('button', { name: 'Send link' }).click()
    await heading(page, 'Check your email')
    await goTo(page, `${origin}/new-password#${await world.lastLink(ada.email)}`)
    await page.getByLabel('New password').fill('quite another one')
    await page.getByRole('button', { name: 'Change password' }).click()
    await heading(page, 'Sign in')
    await signIn(page, { ...ada, password: 'quite another one' })
    await heading(page, /Hello/)
  })
})

describe('the keyboard', () => {
  it('goes from page to page, and finds a page in the palette', async () => {
    const { page, complaints } = await openWindow(browser)
    await goTo(page, `${origin}/`)
    await signIn(page, world.admin)
    await heading(page, /Hello/)
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await heading(page, 'Audit log')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/type a command/).fill('sessions')
    await assertFit(page, 'palette')
    await page.keyboard.press('Enter')
    await heading(page, 'Sessions')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/type a command/).fill(world.sender.id)
    await page.getByText('Ada sender').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await assertFit(page, 'keyboard')
    assert.deepEqual(complaints, [])
  })
})

describe('settings', () => {
  it('stay as they are typed while somebody else changes them', async () => {
    const { page, complaints } = await windowOf(browser, world, world.admin, '/settings/account')
    const name = page.getByLabel('Name of the account')
    await name.fill('Mine')
    const boss = await world.signedIn(world.admin)
    assert.equal((await boss.patch('/account', { name: 'Theirs' })).status, 200)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Ada admin changed Name').waitFor()
    assert.equal(await name.inputValue(), 'Mine')
    await page.getByRole('button', { name: 'Discard my changes' }).click()
    await page.locator('[value="Theirs"]').waitFor()
    await name.fill('Ours')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    assert.equal((await boss.get('/account')).json.name, 'Ours')
    assert.deepEqual(complaints, [])
  })
})
