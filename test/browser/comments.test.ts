import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as mail from '#email'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { assertAccessibleAndFits, ensureWebApp, openSignedInPage } from '#test/web-app-page'

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)

it('is written with a mention by keyboard, emailed, and deleted', async () => {
  const id = await fixture.sendGift('grace.hopper@example.com')
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.sender,
    `/gift-requests/${id}`,
  )
  const field = page.getByRole('textbox', { name: 'New comment' })
  await field.waitFor()
  await page.getByText('The recipient doesn’t see them.', { exact: false }).waitFor()
  await field.pressSequentially('@ada a')
  await page.getByRole('option', { name: 'Ada admin' }).waitFor()
  await assertAccessibleAndFits(page, 'comment-mention')
  await field.press('ArrowDown')
  await field.press('Enter')
  assert.equal(await field.inputValue(), '@Ada admin ')
  await field.pressSequentially('please call the carrier')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.getByText('Comment added.').waitFor()
  await page.getByText('@Ada admin please call the carrier').waitFor()
  assert.equal(await field.inputValue(), '')
  const emails = await fixture.run((ctx) => mail.list(ctx, { gift_request_id: id }))
  assert.ok(
    emails.some(({ kind, to }) => kind === 'gift_comment' && to?.email === testApp.admin.email),
  )
  await assertAccessibleAndFits(page, 'comment')
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
  await page.getByText('Comment deleted.').waitFor()
  const panel = page.getByRole('region', { name: 'Comments' })
  await panel.getByText('please call the carrier').waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})
