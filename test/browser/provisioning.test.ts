import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { eventually } from '#test/eventually'
import { connectScim } from '#test/scim-fixture'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
const { origin, admin } = testApp
const browser = await openBrowser()

it('an admin creates a token, gives roles to groups and revokes the token', async () => {
  const { page, context, complaints } = await openSignedInPage(
    browser,
    testApp,
    admin,
    '/settings/provisioning',
  )
  const client = await testApp.signIn(admin)
  await waitForHeading(page, 'Provisioning')
  await page.getByText(`${origin}/scim/v2`).waitFor()
  await page.getByRole('button', { name: 'Create token…' }).click()
  await page.getByLabel('Your password').fill(admin.password)
  await page.getByRole('button', { name: 'Create token', exact: true }).click()
  const text = await page.getByText(/^scim-v1-/).textContent()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Done' }).click()
  const scim = connectScim(origin, text ?? '')
  const { id } = await scim.create('Users', { userName: 'ada@example.org' })
  await scim.create('Groups', { displayName: 'Warehouse', members: [{ value: id }] })

  const saveOf = (field: string) =>
    page
      .locator('form')
      .filter({ has: page.getByLabel(field) })
      .getByRole('button', { name: 'Save' })
  await page.getByLabel('Default role').selectOption('sender')
  await page.getByRole('button', { name: 'Add group' }).click()
  await saveOf('Default role').click()
  await page
    .locator('fieldset')
    .getByText(/must|at least/)
    .waitFor()
  await page.getByLabel('Name of group 1').fill('warehouse')
  await page.getByLabel('Role of group 1').selectOption('packer')
  await saveOf('Default role').click()
  await page.getByText('Saved.').waitFor()
  const member = async () => (await scim.get(`/Users/${id}`)).json.groups[0].display
  assert.equal(await member(), 'Warehouse')
  await page.getByLabel('Make contacts of people').check()
  await saveOf('Make contacts of people').click()
  await eventually(async () => {
    const { status, json } = await client.get('/contacts')
    assert.equal(status, 200)
    return json.data.some((each: { work_emails: string[] }) =>
      each.work_emails.includes('ada@example.org'),
    )
  })
  await assertAccessibleAndFits(page, 'provisioning')

  await page.getByRole('button', { name: 'Revoke token…' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('Token revoked.').waitFor()
  assert.equal((await scim.get('/Users')).status, 401)
  assert.deepEqual(complaints, [])
  await context.close()
})
