import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import * as campaigns from '#campaigns'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { isShortRun } from '#test/run-size'
import { ensureWebApp, goTo, openPage, openSignedInPage, waitUntilLoaded } from '#test/web-app-page'
import { readCatalogueTexts } from '#test/web-catalogues'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const campaign = fixture.campaign('email')

const languages = isShortRun ? ['de'] : ['de', 'es', 'fr', 'ja']
const webSource = join(import.meta.dirname, '../../packages/web/src')

const { pageRoutes }: { pageRoutes: readonly { path: string }[] } = await import(
  join(webSource, 'routes.ts')
)
/** The paths of the pages that need no resource, and of the editor of a campaign. */
const paths = [
  ...pageRoutes.map(({ path }) => path).filter((path) => !path.includes(':')),
  `/campaigns/${campaign.id}/edit`,
]

/** Returns the English texts without placeholders whose translation differs from the English text. */
function englishTexts(language: string): Set<string> {
  const entries = readCatalogueTexts(language)
  const translations = new Set(entries.map(({ text }) => text))
  return new Set(
    entries
      .map(({ key }) => key)
      .filter((english) => english.length > 3 && !/[{<|]/.test(english))
      .filter((english) => !translations.has(english)),
  )
}

const readTexts = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const texts = []
    const walker = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!walker.currentNode.parentElement.closest('code, kbd, pre, .mono'))
        texts.push(walker.currentNode.textContent.trim())
    for (const each of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      texts.push(each.ariaLabel ?? '', each.title ?? '', each.placeholder ?? '')
    return texts
  })()`)

const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

async function openIn(language: string) {
  const opened = await openSignedInPage(browser, testApp, testApp.admin)
  // skips previews, because they are in sandboxed frames without storage
  await opened.page.addInitScript(
    `if (window === top) localStorage.setItem('bestow.language', '${language}')`,
  )
  return opened
}

describe('the web app in another language', () => {
  before(async () => {
    for (const name of ['ada.larkin', 'ben.okafor']) await fixture.sendGift(`${name}@example.com`)
    // fills number fields with a group separator, which differs between languages
    const limits = {
      max_gifts: 5_000,
      max_cost: { amount_minor: 500_000, currency: 'EUR' },
      confirm_above: null,
      decide_by_mail: false,
    }
    const client = await testApp.signIn(testApp.admin)
    await client.put('/approval-rule', { mode: 'limits', ...limits })
    const budget = { amount_minor: 500_000, currency: 'EUR', stops: false }
    await fixture.run((ctx) => campaigns.patch(ctx, campaign.id, () => ({ budget })))
  })

  for (const language of languages)
    it(`shows each page in ${language}, on a phone without scrolling sideways`, async () => {
      const english = englishTexts(language)
      const { page, complaints } = await openIn(language)
      await page.setViewportSize({ width: 390, height: 844 })
      const problems: string[] = []
      for (const path of paths) {
        await goTo(page, `${testApp.origin}${path}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await waitUntilLoaded(page)
        const texts = await readTexts(page)
        problems.push(
          ...texts.filter((text) => english.has(text)).map((text) => `${path}: English: ${text}`),
          ...texts
            .filter((text) => /\{(?!first_name|last_name)\w+\}/.test(text))
            .map((text) => `${path}: ${text}`),
        )
        if ((await overflow(page)) > 0) problems.push(`${path}: scrolls sideways`)
      }
      assert.deepEqual([...new Set(problems)], [])
      assert.deepEqual(complaints, [])
      assert.equal(await page.locator('html').getAttribute('lang'), language)
    })

  it('follows the browser, and the choice in the account menu', async () => {
    const { page } = await openPage(browser, { locale: 'fr-CH' })
    await page.goto(`${testApp.origin}/sign-in`)
    await page.getByRole('heading', { level: 1, name: 'Se connecter' }).waitFor()
    const { page: signedIn } = await openSignedInPage(
      browser,
      testApp,
      testApp.admin,
      '/settings/sessions',
    )
    await signedIn.getByRole('button', { name: /profile, appearance/ }).click()
    await signedIn.getByLabel('Language').selectOption('es')
    await signedIn.getByRole('heading', { level: 1, name: 'Sesiones' }).waitFor()
    await signedIn.reload()
    await signedIn.getByRole('heading', { level: 1, name: 'Sesiones' }).waitFor()
  })

  it('loads only the catalogues of its language', async () => {
    const { page } = await openIn('ja')
    const loaded: string[] = []
    page.on('response', (response) => loaded.push(response.url()))
    await page.goto(`${testApp.origin}/settings/sessions`)
    await page.getByRole('heading', { level: 1, name: 'セッション' }).waitFor()
    const scripts = loaded.filter((url) => /\/(common|settings)-[^/]+\.js$/.test(url))
    const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
    assert.ok(texts.some((text) => text.includes('セッション')))
    assert.ok(!texts.some((text) => text.includes('Sitzungen') || text.includes('Sesiones')))
  })
})
