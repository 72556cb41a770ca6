import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'
import { waitForDeliveries } from '#test/webhook-engine-fixture'
import { responders, startReceiver } from '#test/webhook-receiver'

before(ensureWebApp)
const testApp = await createDeveloperTestApp()
const browser = await openBrowser()
const receiver = await startReceiver()
after(() => receiver.close())
const { origin } = testApp

const clickButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Copies the displayed secret, and closes its dialog. */
async function copySecret(page: Page): Promise<string> {
  await page.getByText('This is shown once').waitFor()
  const secret = (await page.locator('[data-secret]').first().textContent()) ?? ''
  await page.getByLabel('I’ve saved it').check()
  await clickButton(page, 'Done')
  return secret
}

const callApi = (token: string) =>
  testApp.call('GET', '/campaigns', {
    authorization: `Bearer ${token}`,
    'service-api-version': '2026-05',
  })

/** Creates data for each page for developers. */
async function seedData() {
  const client = await testApp.signIn(testApp.admin)
  const { json: key } = await client.post('/api-keys', { name: 'Reports' })
  await callApi(key.token)
  await client.post(`/api-keys/${key.id}/expire`)
  await callApi(key.token)
  await client.post('/oauth-clients', { name: 'CRM', kind: 'private' })
  const failingReceiver = await startReceiver({ respond: responders.status(503) })
  after(() => failingReceiver.close())
  const { json: created } = await client.post('/endpoints', {
    url: failingReceiver.url,
    description: 'Warehouse',
  })
  await testApp.createGift()
  await waitForDeliveries(
    testApp.db,
    { endpoint_id: created.id },
    ([delivery]) => delivery?.state === 'abandoned',
  )
  const firstId = async (path: string): Promise<string> => (await client.get(path)).json.data[0].id
  return { endpoint: created.id, firstId }
}

describe('an admin', () => {
  it('creates, rotates and revokes an API key, and sees the reason of a 401 in the request log', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
    await goTo(page, `${origin}/developers/api-keys`)
    await waitForHeading(page, 'API keys')
    await page.getByText('No API keys yet').waitFor()
    await page.getByRole('button', { name: 'Generate new API key' }).first().click()
    await page.getByLabel('Name').fill('Shop')
    await clickButton(page, 'Generate')
    await page.getByText('BESTOW_API_TOKEN=').waitFor()
    const old = await copySecret(page)
    assert.equal((await callApi(old)).status, 200)

    await page.getByRole('button', { name: 'Actions for Shop' }).click()
    await page.getByRole('menuitem', { name: 'Rotate…' }).click()
    await waitForHeading(page, 'Rotate Shop')
    await clickButton(page, 'Create new key')
    const next = await copySecret(page)
    await page.getByText('Still in use').waitFor()
    assert.equal((await callApi(next)).status, 200)
    await clickButton(page, 'Revoke old')
    await page.getByText('This key is in use').waitFor()
    await page.getByRole('textbox').fill(old.slice(-4))
    await clickButton(page, 'Revoke')
    await page.getByText('All done').waitFor()
    assert.equal((await callApi(old)).status, 401)

    await goTo(page, `${origin}/developers/requests?status=401`)
    await page.getByRole('link', { name: 'GET /api/campaigns' }).click()
    await page.getByText('This API key was revoked').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('sees the name of a key in at most two lines of the request log, on a tablet in Japanese', async () => {
    const client = await testApp.signIn(testApp.admin)
    const { json: key } = await client.post('/api-keys', { name: 'First key of the till' })
    await callApi(key.token)
    const { page } = await openSignedInPage(browser, testApp, testApp.admin)
    await page.addInitScript(`localStorage.setItem('bestow.language', 'ja')`)
    await page.setViewportSize({ width: 768, height: 1024 })
    await goTo(page, `${origin}/developers/requests`)
    const name = page.getByText('First key of the till …').first()
    await name.waitFor()
    const box = await name.boundingBox()
    assert.ok(box !== null && box.height < 50, `${box?.height} pixels`)
  })

  it('sees requests of the last seconds when asked to confirm that a key is revoked', async () => {
    const client = await testApp.signIn(testApp.admin)
    const { json: key } = await client.post('/api-keys', { name: 'Till' })
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
    await goTo(page, `${origin}/developers/api-keys`)
    const row = page.getByRole('row', { name: /^Till/ })
    await row.getByText('0', { exact: true }).waitFor()
    assert.equal((await callApi(key.token)).status, 200)
    await row.getByRole('button', { name: 'Actions for Till' }).click()
    await page.getByRole('menuitem', { name: 'Revoke…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke Till?' })
    await dialog.getByText('This key is in use: 1 request in the last day').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('adds an endpoint, sends a test event, sees failed deliveries, and resends them', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
    await goTo(page, `${origin}/developers/webhooks`)
    await page.getByText('No endpoints yet').waitFor()
    await page.getByRole('link', { name: 'Add endpoint' }).first().click()
    await waitForHeading(page, 'Add endpoint')
    await page.getByLabel('URL', { exact: true }).fill('ftp://example.com')
    await page.getByLabel('Description').focus()
    await page.getByText('This must begin with https://').waitFor()
    await page.getByLabel('URL', { exact: true }).fill(receiver.url)
    await page.getByLabel('Description').fill('Orders')
    await page.getByText('works in development only').waitFor()
    await clickButton(page, 'Add endpoint')
    await copySecret(page)
    await waitForHeading(page, 'Orders')

    await clickButton(page, 'Send test event')
    await page.getByRole('menuitem', { name: 'Delivered' }).click()
    await page.getByText('Delivered.', { exact: true }).waitFor()
    const [received] = await receiver.waitForRequests(1)
    const id = page.url().split('/').at(-1) ?? ''
    assert.equal(JSON.parse(String(received?.body)).status, 'delivered')
    await page.getByText('Raw', { exact: true }).click()
    await page.getByText(String(received?.body).slice(0, 60)).waitFor()

    receiver.respond(responders.status(404))
    await testApp.createGift()
    await waitForDeliveries(testApp.db, {}, (all) => all.some(({ state }) => state === 'abandoned'))
    await goTo(page, `${origin}/developers/deliveries?state=abandoned`)
    await page.getByRole('link', { name: 'Created' }).click()
    await page.getByText('Failed after the fifth attempt').waitFor()
    await page.getByText('the path does not exist').first().waitFor()
    receiver.respond(responders.status(200))
    await page.getByRole('link', { name: new URL(receiver.url).host }).click()
    await page.getByRole('alert').getByText('404 Not Found').waitFor()
    await clickButton(page, 'Resend failed events…')
    await clickButton(page, 'Resend 1')
    await page.getByText('1 event is being resent').waitFor()
    await page.getByText('resent', { exact: true }).first().waitFor()

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Disable…' }).click()
    await page.getByText('are never sent to it').waitFor()
    await clickButton(page, 'Disable')
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('Paused deliveries continue now').waitFor()

    await page.getByRole('tab', { name: 'Settings' }).click()
    const description = page.getByLabel('Description')
    await description.fill('Orders of the shop')
    const adminClient = await testApp.signIn(testApp.admin)
    const endpointId = new URL(page.url()).pathname.split('/').at(-1)
    const concurrentUpdate = await adminClient.patch(`/endpoints/${endpointId}`, {
      description: 'Changed elsewhere',
    })
    assert.equal(concurrentUpdate.status, 200, concurrentUpdate.text)
    await clickButton(page, 'Save changes')
    await page.getByText('Ada admin changed Description').waitFor()
    assert.equal(await description.inputValue(), 'Orders of the shop')
    await clickButton(page, 'Overwrite with mine')
    await waitForHeading(page, 'Orders of the shop')

    await testApp.run((ctx) =>
      ctx.query(
        `update webhooks.endpoint set secret = secret || '\\x00'::bytea, signing_error = $2 where id = $1`,
        [endpointId, 'the stored secret is damaged'],
      ),
    )
    await goTo(page, `${origin}/developers/webhooks`)
    await page.getByText('Cannot sign requests').first().waitFor()
    await goTo(page, `${origin}/developers/webhooks/${endpointId}`)
    const alert = page.getByRole('alert').filter({ hasText: 'secret cannot be decrypted' })
    await alert.getByText('Rotate the secret').waitFor()
    assert.notEqual(id, '')
    assert.deepEqual(complaints, [])
  })

  it('sees accessible developer pages without console errors', async () => {
    const { endpoint, firstId } = await seedData()
    // biome-ignore format: one page per line
    const pages: [path: string, title: string | RegExp, text?: string][] = [
      ['api-keys', 'API keys'],
      [`api-keys/${await firstId('/api-keys')}/rotate`, 'Rotate Reports'],
      ['oauth-clients', 'OAuth clients'],
      ['webhooks', 'Webhooks'],
      ['webhooks/new', 'Add endpoint'],
      ['webhooks/help', 'Receiving webhooks'],
      [`webhooks/${endpoint}`, 'Warehouse', 'Resend failed events…'],
      ['deliveries', 'Deliveries'],
      [`webhooks/${endpoint}?tab=day`, 'Warehouse', 'Why attempts failed'],
      [`deliveries/${await firstId('/deliveries?state=abandoned')}`, /^gift_request_created → /],
      [`webhooks/${endpoint}?tab=settings`, 'Warehouse', 'Signing secret'],
      ['events', 'Events'],
      [`events/${await firstId('/events')}`, 'Created'],
      ['requests', 'Request log'],
      [`requests/${await firstId('/requests?status=rejected')}`, 'GET /campaigns'],
      ['staging', 'Staging tools'],
    ]
    const queue = [...pages]
    const visitAll = async () => {
      const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
      await goTo(page, `${origin}/`)
      await waitForHeading(page, /Hello/)
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [path, title, text] = next
        await page.evaluate(`history.pushState({}, '', '/developers/${path}')`)
        await waitForHeading(page, title)
        if (text !== undefined) await page.getByText(text, { exact: true }).waitFor()
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
        await assertAccessibleAndFits(
          page,
          `developers-${path.replace(/[0-9a-f]{8}-[0-9a-f-]+/, 'one').replace(/[/?=]/g, '-')}`,
        )
      }
      assert.deepEqual(complaints, [])
    }
    await Promise.all([visitAll(), visitAll(), visitAll()])
  })
})

describe('a sender', () => {
  it('simulates gifts in staging, and has no access to the other developer pages', async () => {
    const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender)
    await goTo(page, `${origin}/developers/staging`)
    const response = page.waitForResponse(/staging\/samples$/)
    await clickButton(page, 'Create sample gifts')
    const { data: created } = (await (await response).json()) as { data: { reference: string }[] }
    await page.getByText('5 sample gifts created').waitFor()
    const reference = created[0]?.reference ?? ''
    await page.getByLabel('Recipient or reference').fill(reference)
    await page
      .getByRole('button', { name: /^Simulate GR/ })
      .nth(1)
      .waitFor({ state: 'detached' })
    await clickButton(page, `Simulate ${reference}`)
    await page.getByRole('menuitem', { name: 'In transit' }).first().click()
    await page.getByText(`${reference}: In transit`).waitFor()
    await clickButton(page, `Simulate ${reference}`)
    await page.getByText('Parcel 1: in transit').waitFor()
    await page.keyboard.press('Escape')
    await clickButton(page, '+ 1 day')
    await page.getByText('1 day ahead of the real time').waitFor()
    await page.getByRole('link', { name: reference }).click()
    await clickButton(page, 'Simulate')
    await page.getByRole('menuitem', { name: 'Delivered' }).first().click()
    await page.getByText(`${reference}: Delivered`).waitFor()
    await goTo(page, `${origin}/gift-requests`)
    await page.getByText('yesterday').first().waitFor()
    for (const path of ['api-keys', 'webhooks', 'deliveries', 'events', 'requests']) {
      await goTo(page, `${origin}/developers/${path}`)
      await page.getByText('not part of your role').waitFor()
    }
    assert.deepEqual(complaints, [])
  })

  it('of another tier sees that webhooks require Enterprise, and can open the event examples', async () => {
    const other = await testApp.createAccount('Small', 'on_demand')
    const { page } = await openSignedInPage(
      browser,
      testApp,
      await testApp.createUser('admin', other.id),
    )
    await goTo(page, `${origin}/developers/webhooks`)
    await page.getByText('needs the Enterprise tier').waitFor()
    await page.getByRole('link', { name: 'Event examples' }).click()
    await page.getByText('gift_request_created').first().waitFor()
  })
})
