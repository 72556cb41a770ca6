import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import sharp from 'sharp'
import * as catalogue from '#catalogue'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
await testApp.run((ctx) => catalogue.createDemoCatalogue(ctx))
const browser = await openBrowser()

const edge = { width: 180, height: 180 }
const logo = await sharp({ create: { ...edge, channels: 3, background: '#1c6e5b' } })
  .png()
  .toBuffer()
const head = `<meta property="og:site_name" content="Larkfield Tea"><meta name="theme-color" content="#1c6e5b">
  <link rel="apple-touch-icon" href="/touch.png">`
const server = createServer((request, response) => {
  const isLogo = request.url === '/touch.png'
  response.writeHead(200, { 'content-type': isLogo ? 'image/png' : 'text/html' })
  response.end(isLogo ? logo : head)
})
let website = ''
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  website = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

it('a website fills in the branding, marks what it filled, and is saved only by the admin', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/settings/branding',
  )
  const client = await testApp.signIn(testApp.admin)
  const { host } = new URL(website)
  const saved = (await client.get('/account')).json
  await waitForHeading(page, 'Branding')
  const field = page.getByLabel('Company website')
  const suggest = page.getByRole('button', { name: 'Suggest' })
  const [color, name] = [
    page.getByLabel('Colour', { exact: true }),
    page.getByLabel('Sender name (optional)'),
  ]

  await field.fill('Larkfield')
  await field.press('Enter')
  await page.getByRole('alert').getByText('Enter a web address').waitFor()
  await field.fill(website)
  await suggest.click()
  await page.getByText('Check the marked fields, then save.').waitFor()
  assert.equal(await page.getByText(`From ${host}`).count(), 3)
  assert.equal(await color.inputValue(), '#1c6e5b')
  assert.equal(await name.inputValue(), 'Larkfield Tea')
  assert.equal(await page.getByLabel('Logo', { exact: true }).inputValue(), `${website}/touch.png`)
  assert.deepEqual((await client.get('/account')).json, saved, 'nothing is saved yet')
  await assertAccessibleAndFits(page, 'brand-suggestion')

  await page.getByRole('button', { name: 'Undo the sender name' }).click()
  assert.equal(await name.inputValue(), '')
  assert.equal(await page.getByText(`From ${host}`).count(), 2)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(`From ${host}`).first().waitFor({ state: 'detached' })
  const { brand_color, logo_url, sender_name } = (await client.get('/account')).json
  assert.deepEqual([brand_color, sender_name], ['#1c6e5b', null])
  assert.match(logo_url, /\/images\/[0-9a-f]{32}\.png$/, 'the logo is a copy')
  assert.deepEqual(complaints, [])
})
