import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createServer } from '#app/http-server'
import { docs } from '#http/docs'
import { createLog } from '#platform/observability/log'
import { openBrowser } from '#test/chromium'
import { assertAccessibleAndFits, openPage } from '#test/web-app-page'

/* The documentation in a real browser: accessible at narrow and wide widths, in light and dark mode. */

const app = createServer(createLog({ level: 'silent' }))
await app.register(docs({ origin: 'https://gifts.example.com', stage: 'staging' }))
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
after(() => app.close())
const browser = await openBrowser()

describe('the documentation', () => {
  for (const path of ['/docs', '/docs/quick-start', '/docs/operations', '/docs/reference'])
    it(`is accessible at ${path}`, async () => {
      const { page, context, complaints } = await openPage(browser)
      await page.goto(`${origin}${path}`)
      // Only the first six of many equal elements are checked, to save time.
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
})
