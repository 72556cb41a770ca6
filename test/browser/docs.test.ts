import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { docs } from '#http/docs'
import { createTestApp, giftBody } from '#test/api-harness'
import { openBrowser } from '#test/chromium'
import { assertAccessibleAndFits, openPage } from '#test/web-app-page'

/*
 * The tests of the documentation in a real browser. The pages must be accessible at narrow and wide widths,
 * in light and dark mode.
 */

const testApp = await createTestApp()
await testApp.app.register(docs(testApp.deployment))
const origin = await testApp.listen()
const browser = await openBrowser()

describe('the documentation', () => {
  for (const path of [
    '/docs',
    '/docs/quick-start',
    '/docs/api',
    '/docs/operations',
    '/docs/reference',
  ])
    it(`is accessible at ${path}`, async () => {
      const { page, context, complaints } = await openPage(browser)
      await page.goto(`${origin}${path}`)
      // Checks only the first six of many equal elements, to save time.
      await page.evaluate(
        `for (const many of ['.group .operation', '.resources > section', 'tbody tr', 'nav li li'])
          for (const each of [...document.querySelectorAll(many)].slice(6)) each.remove()`,
      )
      await assertAccessibleAndFits(page, path.slice(1).replace('/', '-'))
      assert.deepEqual(complaints, [], 'no violation of the Content-Security-Policy')
      await context.close()
    })

  it('copies code with the keyboard', async () => {
    const { page, context, complaints } = await openPage(browser)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${origin}/docs/webhooks`)
    const block = page.locator('figure.code').filter({ hasText: 'timingSafeEqual' })
    await block.getByRole('button', { name: 'Copy' }).focus()
    await page.keyboard.press('Enter')
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(copied.trim(), (await block.locator('code').textContent())?.trim())
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('collapses the list of pages on a phone', async () => {
    const { page, context } = await openPage(browser, { viewport: { width: 360, height: 800 } })
    await page.goto(`${origin}/docs/webhooks`)
    const link = page.getByRole('link', { name: 'Self-hosting', exact: true })
    await link.waitFor({ state: 'hidden' })
    await page.getByText('All pages').click()
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Self-hosting' }).waitFor()
    await context.close()
  })

  it('lists the headings of the page on a phone', async () => {
    const { page, context } = await openPage(browser, { viewport: { width: 360, height: 800 } })
    await page.goto(`${origin}/docs/webhooks`)
    const contents = page.getByRole('complementary', { name: 'On this page' })
    const link = contents.getByRole('link').first()
    await link.waitFor({ state: 'hidden' })
    await contents.getByText('On this page').click()
    await link.click()
    assert.match(page.url(), new RegExp(`${await link.getAttribute('href')}$`))
    await context.close()
  })

  it('can be navigated without JavaScript', async () => {
    const { page, context } = await openPage(browser, { javaScriptEnabled: false })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(`${origin}/docs/webhooks`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.match(page.url(), /#content$/)
    const navigation = page.getByRole('navigation', { name: 'Documentation' })
    assert.equal(await navigation.locator('[aria-current]').textContent(), 'Receiving webhooks')
    await navigation.getByRole('link', { name: 'Errors' }).click()
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
    await page.getByRole('link', { name: 'Next Versions' }).click()
    await page.getByRole('heading', { level: 1, name: 'Versions' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
    await context.close()
  })

  it('shows samples in the chosen language on later pages, by keyboard', async () => {
    const { page, context, complaints } = await openPage(browser)
    await page.goto(`${origin}/docs/reference`)
    const operation = page.locator('#getGiftRequest')
    await operation.getByRole('tab', { name: 'curl' }).focus()
    const before = await operation.getByRole('tab', { name: 'Python' }).boundingBox()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const after = await operation.getByRole('tab', { name: 'Python' }).boundingBox()
    assert.ok(Math.abs((after?.y ?? 0) - (before?.y ?? 0)) < 2, 'the tab stays where it is')
    await operation.getByRole('tabpanel', { name: 'Python' }).waitFor()
    assert.equal(await operation.getByRole('tabpanel').count(), 1)
    await page.goto(`${origin}/docs/webhooks`)
    await page.goto(`${origin}/docs/reference#listEvents`)
    const other = page.locator('#listEvents')
    await other.getByRole('tabpanel', { name: 'Python' }).getByText('for each in').waitFor()
    const selected = other.getByRole('tab', { selected: true })
    assert.equal(await selected.textContent(), 'Python')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows all samples without JavaScript', async () => {
    const { page, context } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(`${origin}/docs/reference`)
    const visible = page.locator('#getGiftRequest .samples figcaption:visible')
    assert.deepEqual(await visible.allTextContents(), ['curl', 'TypeScript', 'Python'])
    assert.equal(await page.getByRole('button', { name: 'Search' }).count(), 0)
    assert.equal(await page.locator('.console:visible').count(), 0)
    await context.close()
  })

  it('searches all pages by keyboard', async () => {
    const { page, context, complaints } = await openPage(browser)
    await page.goto(`${origin}/docs/webhooks`)
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search the documentation' })
    await field.waitFor()
    await field.fill('idempotency_key_reused')
    const first = page.getByRole('option', { selected: true })
    await first.getByText('idempotency_key_reused').first().waitFor()
    assert.equal(await field.getAttribute('aria-expanded'), 'true')
    await assertAccessibleAndFits(page, 'docs-search')
    await field.fill('BESTOW_WEBHOOK_ALLOW_PRIVATE')
    await first.getByText('Settings', { exact: true }).waitFor()
    await field.fill('extend a gift request')
    await first.waitFor()
    const before = await first.textContent()
    await page.keyboard.press('ArrowDown')
    assert.notEqual(await first.textContent(), before)
    await page.keyboard.press('ArrowUp')
    assert.equal(await first.textContent(), before)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/docs/reference#extendGiftRequest`)
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    await field.fill('xyzzyqwv')
    await page.getByText('No results.').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('searches without a connection', async () => {
    const { page, context, complaints } = await openPage(browser)
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto(`${origin}/docs/webhooks`)
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search the documentation' })
    await field.fill('campaign')
    await page.getByRole('option').first().waitFor()
    await context.setOffline(true)
    await field.fill('idempotency_key_reused')
    await page.getByRole('option').getByText('idempotency_key_reused').first().waitFor()
    assert.deepEqual(
      urls.filter((url) => !url.startsWith(origin)),
      [],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('sends a request from the console, and keeps the token in the page only', async () => {
    const created = await testApp.api.post('/gift_requests', giftBody(testApp))
    const { page, context, complaints } = await openPage(browser)
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto(`${origin}/docs/reference`)
    const operation = page.locator('#getGiftRequest')
    await operation.getByText('Send this request').click()
    const token = operation.getByLabel('Token of staging')
    await token.fill('svc-v1-production-abcdefgh')
    await operation.getByText('This token is for production.').waitFor()
    assert.equal(await token.inputValue(), '')
    await token.fill(testApp.token)
    await operation.getByLabel('id', { exact: true }).fill(created.json.id)
    await page.keyboard.press('Enter')
    await operation.getByText(/^200 OK/).waitFor()
    await operation.getByText(`"${created.json.reference}"`).waitFor()
    await operation.getByText('Headers', { exact: true }).click()
    await operation.getByText('request-id:').waitFor()
    const other = page.locator('#createGiftRequest')
    assert.equal(await other.getByLabel('Token of staging').inputValue(), testApp.token)
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    )
    assert.ok(!stored.includes('svc-v1'))
    assert.deepEqual(
      urls.filter((url) => url.includes('svc-v1') || !url.startsWith(origin)),
      [],
    )
    await page.reload()
    assert.equal(await token.inputValue(), '')
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
