import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { seed } from '#app/demo-data'
import * as oneLinks from '#one-links'

import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { claimConfirmed } from '#test/claim-fixture'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForExpression,
} from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
await testApp.run((ctx) => seed(ctx))
const browser = await openBrowser()

it('a sender changes expiry and domains of a one-link, and sees what another user has changed', async () => {
  const { data } = await testApp.run((ctx) => oneLinks.list(ctx, { limit: 1, order: 'desc' }))
  const campaign = (await testApp.signIn(testApp.sender)).get('/campaigns?state=available')
  const { id: campaign_id } = (await campaign).json.data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'one_link',
  )
  assert.equal(data.length, 0)
  const link = await testApp.run((ctx) => oneLinks.create(ctx, { campaign_id, quantity: 3 }, []))
  const findLink = () => testApp.run((ctx) => oneLinks.find(ctx, link.id))
  const path = `/one-links/${link.id}`
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, path)
  const open = page.getByRole('button', { name: 'Change expiry and domains' })
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save changes' })

  await open.click()
  await dialog.getByLabel('Expires').fill('2020-01-01T10:00')
  const domains = dialog.getByLabel('Allowed email domains')
  await domains.fill('nowhere')
  await domains.press('Enter')
  await save.click()
  await dialog.getByText('must be a domain').waitFor()
  await domains.press('Backspace')
  await domains.fill('@larkfield.com')
  await domains.press('Enter')
  await save.click()
  await dialog.getByText('must be in the future').waitFor()
  await assertAccessibleAndFits(page, 'one-link-settings')
  await dialog.getByLabel('Expires').fill('2031-05-01T10:00')
  // a claim does not cause a conflict
  const ben = { first_name: 'Ben', last_name: 'Okafor', email: 'ben@example.com' }
  await claimConfirmed(testApp, link.id, ben)
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('@larkfield.com').waitFor()
  const changed = await findLink()
  assert.deepEqual(changed?.allowed_email_domains, ['larkfield.com'])
  assert.equal(changed?.expires_at.getFullYear(), 2031)

  await open.click()
  await dialog.getByLabel('Expires').fill('2032-05-01T10:00')
  testApp.time.offsetMs += 1_000
  const colleague = await testApp.signIn(testApp.admin)
  await colleague.patch(`/one_links/${link.id}`, { allowed_email_domains: ['example.com'] })
  await save.click()
  await dialog.getByText('changed by another user').waitFor()
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await dialog.waitFor({ state: 'detached' })
  const merged = await findLink()
  assert.deepEqual(merged?.allowed_email_domains, ['example.com'])
  assert.equal(merged?.expires_at.getFullYear(), 2032)
  assert.deepEqual(complaints, [])

  await colleague.post(`/one_links/${link.id}/close`)
  await page.getByText('This link is closed').waitFor()
  assert.equal(await open.count(), 0)
  await waitForExpression(page, 'document.querySelector("[role=dialog]") === null')
})

it('an expired one-link says so in its heading, and has no QR code and no button to close it', async () => {
  const client = await testApp.signIn(testApp.sender)
  const { data } = (await client.get('/campaigns?state=available')).json
  const { id: campaign_id } = data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'one_link',
  )
  const link = await testApp.run((ctx) => oneLinks.create(ctx, { campaign_id, quantity: 3 }, []))
  const path = `/one-links/${link.id}`
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, path)
  const heading = page.getByRole('heading', { level: 1 })
  const close = page.getByRole('button', { name: 'Close one-link' })
  const code = page.getByRole('img', { name: /^QR code of/ })
  await heading.getByText('Open', { exact: true }).waitFor()
  await code.waitFor()
  await close.waitFor()
  await page.getByText('No claims yet. They appear here live.').waitFor()

  await testApp.run((ctx) =>
    ctx.query(`update gifting.one_link set expires_at = now() - interval '1 hour' where id = $1`, [
      link.id,
    ]),
  )
  await page.reload()
  await heading.getByText('Expired', { exact: true }).waitFor()
  await page.getByText('No gifts were claimed.').waitFor()
  assert.deepEqual([await code.count(), await close.count()], [0, 0])
  assert.deepEqual(complaints, [])
})

it('a one-link of a paused campaign says that it gives no gifts', async () => {
  const client = await testApp.signIn(testApp.admin)
  const { data } = (await client.get('/campaigns?state=available')).json
  const { id: campaign_id } = data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'one_link',
  )
  const link = await testApp.run((ctx) => oneLinks.create(ctx, { campaign_id, quantity: 3 }, []))
  await client.patch(`/campaigns/${campaign_id}/settings`, { is_paused: true })
  const path = `/one-links/${link.id}`
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, path)
  await page.getByText('The campaign of this one-link is paused').waitFor()
  assert.equal(await page.getByText('Anyone with this link can claim').count(), 0)
  await assertAccessibleAndFits(page, 'one-link-paused')
  await client.patch(`/campaigns/${campaign_id}/settings`, { is_paused: false })
  await page.reload()
  await page.getByText('Anyone with this link can claim').waitFor()
  assert.equal(await page.getByText('The campaign of this one-link is paused').count(), 0)
  assert.deepEqual(complaints, [])
})
