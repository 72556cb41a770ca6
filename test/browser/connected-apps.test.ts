import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { assertAccessibleAndFits, ensureWebApp, goTo, openPage } from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
const browser = await openBrowser()
const callbackServer = createServer((_request, response) => response.end('Connected.'))
await new Promise<void>((done) => callbackServer.listen(0, '127.0.0.1', done))
after(() => callbackServer.close())
const { port } = callbackServer.address() as AddressInfo
const redirect_uri = `http://127.0.0.1:${port}/callback`
const code_verifier = 'v'.repeat(43)

async function register(): Promise<string> {
  const response = await fetch(`${testApp.origin}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Assistant', redirect_uris: [redirect_uri] }),
  })
  return ((await response.json()) as { client_id: string }).client_id
}

it('an admin signs in from the consent page, allows an assistant, limits and disconnects it', async () => {
  const client_id = await register()
  const { page, complaints } = await openPage(browser)
  const parameters = {
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${testApp.origin}/mcp`,
  }
  await page.goto(`${testApp.origin}/auth/authorize?${new URLSearchParams(parameters)}`)
  await page.getByText('Bestow cannot check it').waitFor()
  await assertAccessibleAndFits(page, 'consent-mcp')
  await page.getByRole('link', { name: 'sign in' }).click()
  await page.getByLabel('Email address').fill(testApp.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(testApp.admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('You are signed in as').waitFor()
  await page.getByRole('heading', { name: `act for ${testApp.account.name}` }).waitFor()
  await page.getByLabel('Gifts that it may send in 24 hours').fill('10')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText('Connected.').waitFor()
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const exchange = { grant_type: 'authorization_code', client_id, redirect_uri, code_verifier }
  const { status } = await fetch(`${testApp.origin}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...exchange, code }),
  })
  assert.equal(status, 200)

  await goTo(page, `${testApp.origin}/settings/connected-apps`)
  const row = page.getByRole('row').filter({ hasText: 'On a computer' })
  await row.getByText('10 gifts a day').waitFor()
  await assertAccessibleAndFits(page, 'connected-apps')
  await row.getByRole('button', { name: 'Actions for Assistant' }).click()
  await page.getByRole('menuitem', { name: 'Change daily limit…' }).click()
  await page.getByLabel('Gifts in 24 hours').fill('3')
  await assertAccessibleAndFits(page, 'connected-app-limit')
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText('3 gifts a day').waitFor()
  await row.getByRole('button', { name: 'Actions for Assistant' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect…' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByText('No connected apps').waitFor()
  await assertAccessibleAndFits(page, 'connected-apps-empty')
  assert.deepEqual(complaints, [])
})
