import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { before, it } from 'node:test'
import { promisify } from 'node:util'
import * as apiKeys from '#api-keys'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createDeveloperTestApp()
const browser = await openBrowser()
const { origin, apiOrigin } = testApp
const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx))

/** Runs a copied command in a shell. The test serves the API at a separate origin. */
async function run(command: string) {
  const env = { ...process.env, BESTOW_API_TOKEN: token }
  const script = command.replace(origin, apiOrigin).replace('curl ', 'curl -sS --fail-with-body ')
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env })
  await testApp.requests.flush()
  return JSON.parse(stdout)
}

async function openRequests(page: Awaited<ReturnType<typeof openSignedInPage>>['page']) {
  await page.getByRole('button', { name: 'profile, appearance, sign out' }).click()
  await page.getByRole('menuitem', { name: 'API requests of this page' }).click()
  const dialog = page.getByRole('dialog', { name: 'API requests of this page' })
  await dialog.locator('pre').first().waitFor()
  return dialog
}

it('the requests of a page are commands that work with a token', async () => {
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
  await goTo(page, `${origin}/catalogue/warehouses`)
  await waitForHeading(page, 'Warehouses')
  const reads = await openRequests(page)
  const [read = ''] = await reads.locator('pre').allTextContents()
  assert.match(read, /^curl 'http:\/\/[^']+\/api\/warehouses/)
  const [warehouse] = (await run(read)).data
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Actions for ${warehouse.name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill("Ada's shed")
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText("Ada's shed").first().waitFor()

  const all = await openRequests(page)
  const commands = await all.locator('pre').allTextContents()
  const change = commands.find((command) => command.startsWith('curl -X PATCH')) ?? ''
  const changed = await run(change)
  assert.deepEqual([changed.id, changed.name], [warehouse.id, "Ada's shed"])
  await assertAccessibleAndFits(page, 'API requests of this page')
  assert.deepEqual(complaints, [])
})

it('a command leaves out what only the web app can send, and names it', async () => {
  const { page } = await openSignedInPage(browser, testApp, testApp.admin)
  await goTo(page, `${origin}/catalogue?sort=name`)
  await waitForHeading(page, 'Catalogue')
  const dialog = await openRequests(page)
  await dialog.getByText('Without sort, which only the web app can send.').waitFor()
  for (const command of await dialog.locator('pre').allTextContents()) {
    assert.doesNotMatch(command, /sort=/)
    assert.ok((await run(command)).data.length > 0, command)
  }
})
