import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import * as accounts from '#accounts'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
const browser = await openBrowser()
const { origin } = testApp

const sections = [
  'You: Profile and sign-in, Sessions',
  'People and teams: People, Teams, Roles',
  'Sign-in and security: Single sign-on, Provisioning, Domains',
  'Gifts: Branding, Approvals, One-link claims, Privacy',
  'Email and connections: Email sender, Connections, Chat alerts, Connected apps',
  'This account: Audit log, Account',
]
const operatorSection = 'Installation: Accounts, System'

const areas = (page: Page) => page.getByRole('navigation', { name: 'Areas' })
const link = (page: Page, name: string) => areas(page).getByRole('link', { name, exact: true })

/** Reads the sections of the navigation with their links, as a screen reader names them. */
async function readSections(page: Page): Promise<string[]> {
  const [, ...groups] = (await areas(page).ariaSnapshot()).split(/^\s*- group "/m)
  return groups.map((group) => {
    const [name] = group.split('"')
    const links = [...group.matchAll(/- link "([^"]+)"/g)].map((match) => match[1])
    return `${name}: ${links.join(', ')}`
  })
}

it('the settings have labelled sections, and an operator also sees the installation', async () => {
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
  await goTo(page, `${origin}/settings/members`)
  await waitForHeading(page, 'People')
  assert.deepEqual(await readSections(page), sections)
  await page.setViewportSize({ width: 1280, height: 800 })
  const hiddenPx = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.nav-items'))`
  assert.equal(await page.evaluate(hiddenPx), 0)
  await assertAccessibleAndFits(page, 'settings-sections')
  const { email } = testApp.admin
  await testApp.run((ctx) => accounts.setOperator(ctx, email, true), ALL_ACCOUNTS)
  await page.reload()
  await link(page, 'System').waitFor()
  assert.deepEqual(await readSections(page), [...sections, operatorSection])
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('textbox').fill('provisioning')
  await palette.getByText('Settings › Provisioning').click()
  await waitForHeading(page, 'Provisioning')
  assert.deepEqual(complaints, [])
})

it('the settings scroll to the open page, and the way back stays above them', async () => {
  const { page } = await openSignedInPage(browser, testApp, testApp.admin)
  await page.setViewportSize({ width: 1280, height: 500 })
  await goTo(page, `${origin}/settings/account`)
  await waitForHeading(page, 'Account')
  const assertUncovered = async (name: string) => {
    const { x, y, height } = (await link(page, name).boundingBox()) ?? assert.fail(name)
    for (const edge of [y + 2, y + height - 2]) {
      const shown = `document.elementFromPoint(${x + 20}, ${edge})?.closest('a')?.textContent`
      assert.equal(await page.evaluate(shown), name)
    }
  }
  for (const name of ['Account', 'Overview']) await assertUncovered(name)
  await link(page, 'Profile and sign-in').focus()
  for (const name of ['Profile and sign-in', 'Overview']) await assertUncovered(name)
})

it('the settings have the same sections on a phone', async () => {
  const { page } = await openSignedInPage(browser, testApp, testApp.admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, `${origin}/settings/profile`)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  assert.deepEqual((await readSections(page)).slice(0, sections.length), sections)
  await link(page, 'Audit log').click()
  await waitForHeading(page, 'Audit log')
})

it('a viewer has two pages of settings and no sections', async () => {
  const { page } = await openSignedInPage(browser, testApp, await testApp.createUser('viewer'))
  await goTo(page, `${origin}/settings/sessions`)
  await waitForHeading(page, 'Sessions')
  await link(page, 'Profile and sign-in').waitFor()
  assert.deepEqual(await readSections(page), [])
  assert.equal(await link(page, 'People').count(), 0)
})
