import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import * as gifting from '#gifting'
import { createAdminFixture, recipientFields, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { ensureWebApp, goTo, openSignedInPage, waitUntilLoaded } from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const browser = await openBrowser()

/** Creates data in the states that offer actions. Returns the pages that a viewer can open. */
async function seedPages(): Promise<string[]> {
  const admin = await testApp.signIn(testApp.admin)
  const options = { campaign_id: fixture.campaign('email').id }
  const { json: send } = await admin.post('/sends', { draft_id: 'walk', name: 'Walk', options })
  const rows = [
    { line: 1, recipient: recipientFields('send.row@example.com') },
    { line: 2, recipient: { ...recipientFields('send.row@example.com'), email: 'wrong' } },
  ]
  await admin.post('/send', { options, rows, bulk_send_id: send.id })
  const awaiting = await fixture.sendGift('ada.larkin@example.com')
  const delivered = await fixture.sendGift('ben.okafor@example.com')
  await fixture.simulateTo(delivered, 'delivered')
  await fixture.run((ctx) => gifting.saveThankYouNote(ctx, delivered, { text: 'Thank you.' }))
  const expired = await fixture.sendGift('cleo.marsh@example.com')
  await fixture.simulateTo(expired, 'expired')
  const direct = await sendDirect(fixture, admin, 'dev.rao@example.com')
  const first = async (path: string) => (await admin.get(path)).json.data[0].id as string
  const product = await first('/products')
  const recipient = await first('/recipients')
  await admin.post(`/recipients/${recipient}/notes`, { text: 'Prefers tea.' })
  const { json: oneLink } = await admin.post('/one_links', {
    campaign_id: fixture.campaign('one_link').id,
    quantity: 3,
    name: 'Fair',
  })
  return [
    ...[
      '/',
      '/attention',
      '/gift-requests',
      '/gift-requests?country=DE',
      '/sends',
      `/sends/${send.id}`,
      '/campaigns',
    ],
    ...[awaiting, delivered, expired, direct].map((id) => `/gift-requests/${id}`),
    ...[`/campaigns/${options.campaign_id}`, '/catalogue', '/catalogue/warehouses'],
    ...[`/catalogue/${product}`, '/donations', '/spend', '/one-links'],
    ...[`/one-links/${oneLink.id}`, '/recipients', `/recipients/${recipient}`],
    '/thank-you-notes',
  ]
}

const idPattern = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** A pattern for the names of buttons that change only the page, or the settings of the user. */
const harmlessButtons = /^(View|Search|Filters|Copy|Pretty|Raw|Load more|Previous|Next)\b/

interface Walk {
  page: Page
  path: string
  problems: Set<string>
  /** The names of the buttons that were pressed on any page. */
  pressed: Set<string>
  /** The first link of each kind: the path of the page with the link, and the target of the link. */
  links: Map<string, readonly [path: string, href: string]>
}

/** Presses every enabled button once. Opens menus, and checks their links like other links. */
async function pressButtons(walk: Walk): Promise<void> {
  const { page, pressed } = walk
  const buttons = page.locator('#main button:enabled:visible')
  for (let index = 0; index < (await buttons.count()); index++) {
    const button = buttons.nth(index)
    const name = await readName(button)
    if (harmlessButtons.test(name) || pressed.has(name)) continue
    pressed.add(name)
    await press(walk, button, name)
    for (const item of await page.getByRole('menuitem').all()) {
      const href = await item.getAttribute('href')
      if (href === null) walk.problems.add(`${walk.path}: ${name} › ${await readName(item)}`)
      else walk.links.set(href.replace(idPattern, '*'), [walk.path, href])
    }
    await page.keyboard.press('Escape')
  }
}

const readName = async (control: Locator) =>
  ((await control.getAttribute('aria-label')) ?? (await control.textContent()) ?? '').trim()

async function press({ page, path, problems }: Walk, control: Locator, name: string) {
  await control.click({ timeout: 2_000 }).catch(() => undefined)
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 150))')
  const forms = page.locator(':is(#main, [role="dialog"]) button[type="submit"]:visible')
  const dialogs = page.getByRole('dialog').locator('button:visible')
  if ((await forms.count()) + (await dialogs.count()) > 0)
    problems.add(`${path}: ${name} opens a form or a dialog`)
  if (new URL(page.url()).pathname !== path) await goTo(page, new URL(path, page.url()).href)
}

/** Returns whether a link leads to a forbidden page or download. */
async function isForbidden(page: Page, href: string): Promise<boolean> {
  const url = new URL(href, testApp.origin)
  if (url.origin !== testApp.origin || /^\/(docs|mailbox|r)\b/.test(url.pathname)) return false
  if (url.pathname.startsWith('/admin/api/'))
    return (await page.request.get(url.href)).status() === 403
  await goTo(page, url.href)
  await waitUntilLoaded(page)
  const heading = page.getByRole('heading', { level: 1 }).first()
  return /: for .+ only$/.test((await heading.textContent()) ?? '')
}

it('a viewer finds no enabled control of a forbidden action on any page', async () => {
  const paths = await seedPages()
  const viewer = await testApp.createUser('viewer')
  const { page, complaints } = await openSignedInPage(browser, testApp, viewer, '/')
  const problems = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() === 403)
      problems.add(`${new URL(page.url()).pathname}: ${response.request().method()} ${pathname}`)
  })
  const pressed = new Set<string>()
  const links = new Map<string, [path: string, href: string]>()
  for (const path of paths) {
    await goTo(page, `${testApp.origin}${path}`)
    await waitUntilLoaded(page)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const link of await page.locator('#main a[href]:visible').all()) {
      const href = (await link.getAttribute('href')) ?? ''
      links.set(href.replace(idPattern, '*'), [path, href])
    }
    await pressButtons({ page, path, problems, pressed, links })
  }
  for (const [path, href] of links.values())
    if (await isForbidden(page, href)) problems.add(`${path}: link to ${href}`)
  assert.deepEqual([...problems], [])
  assert.deepEqual(complaints, [])
})
