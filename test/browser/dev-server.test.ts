import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBrowser } from '#test/chromium'
import { startDevCheckout } from '#test/dev-checkout'
import { eventually } from '#test/eventually'
import { createMigratedDatabase } from '#test/throwaway-database'
import { openPage, waitForHeading } from '#test/web-app-page'

/* The tests of `npm run dev` on a copy of the checkout, in a real browser. */

const browser = await openBrowser()
const { url } = await createMigratedDatabase()
const checkout = await startDevCheckout(url)
const { origin, admin, token, campaignId } = checkout
after(() => checkout.stop())

const giftsPage = 'packages/web/src/pages/gifts/gifts-page.tsx'
const giftsList = 'src/http/admin/gift-requests/list.ts'
const giftSnapshot = 'src/domain/gifting/lifecycle/snapshot.ts'

async function createGift(): Promise<void> {
  const recipient = { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' }
  const response = await fetch(`${origin}/api/gift_requests`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'service-api-version': '2026-05',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ campaign_id: campaignId, recipient }),
  })
  assert.equal(response.status, 201, await response.text())
}

/** Requests the health of the service until `done` resolves. Returns the statuses that were not 200. */
async function collectFailures(done: Promise<unknown>): Promise<number[]> {
  const failures: number[] = []
  let isDone = false
  done.finally(() => (isDone = true)).catch(() => {})
  while (!isDone) {
    const { status } = await fetch(`${origin}/healthz`)
    if (status !== 200) failures.push(status)
    await sleep(50)
  }
  return failures
}

describe('npm run dev', () => {
  it('shows a change of a list column within seconds', async (t) => {
    await createGift()
    const { page, complaints } = await openPage(browser)
    page.setDefaultTimeout(60_000) // the first page waits until Vite has bundled the libraries
    await page.setViewportSize({ width: 1_600, height: 900 }) // narrower tables hide the sender, so the window is wide
    await page.goto(`${origin}/gift-requests`)
    await waitForHeading(page, 'Sign in')
    await page.getByLabel('Email address').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Sender' }).waitFor()
    await page.evaluate('window.isSamePage = true')

    let start = performance.now()
    checkout.edit(giftsPage, "header: t('Sender')", "header: 'Given by'")
    await page.getByRole('columnheader', { name: 'Given by' }).waitFor()
    t.diagnostic(`web app: ${((performance.now() - start) / 1000).toFixed(1)} s`)
    assert.equal(await page.evaluate('window.isSamePage'), true, 'the page was not reloaded')

    start = performance.now()
    checkout.edit(giftSnapshot, 'name: gift.sender_name', "name: gift.sender_name + ' (edited)'")
    const shown = page.getByRole('cell', { name: '(edited)' }).first().waitFor()
    assert.deepEqual(await collectFailures(shown), [], 'requests wait during a restart')
    await shown
    t.diagnostic(`service: ${((performance.now() - start) / 1000).toFixed(1)} s`)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it('reports a service that fails to start, and restarts it after a change', async () => {
    checkout.edit(giftsList, "const viewList = 'gift_requests'", 'const viewList = ;')
    const statusBecomes = async (expected: number) => {
      const check = async () => {
        const response = await fetch(`${origin}/healthz`)
        return response.status === expected ? response : undefined
      }
      const message = () => `/healthz returns ${expected}:\n${checkout.output()}`
      return (await eventually(check, { timeoutMs: 60_000, intervalMs: 100, message })).text()
    }
    assert.match(await statusBecomes(503), /The terminal shows the reason/)
    assert.match(checkout.output(), /list\.ts:\d+/)
    checkout.edit(giftsList, 'const viewList = ;', "const viewList = 'gift_requests'")
    await statusBecomes(200)
  })

  it('serves only files of the web app and its libraries', async () => {
    const { pathname } = new URL('../../package.json', import.meta.url)
    const response = await fetch(`${origin}/@fs${pathname}`)
    assert.equal(response.status, 403)
  })

  it('prints its banner once, and readable log lines', () => {
    assert.equal(checkout.output().split('API token').length, 2)
    assert.match(checkout.output(), /^\d\d:\d\d:\d\d answered .*method=GET/m)
    assert.doesNotMatch(checkout.output(), /^\{"level"/m)
  })

  it('exits with 0, and stops the service', async () => {
    assert.equal(await checkout.stop(), 0)
    await assert.rejects(fetch(`${origin}/healthz`))
  })
})
