import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

/* The tests of contacts: the form, the list, the import, duplicates, and the picker of a send. */

before(ensureWebApp)
const testApp = await createAdminTestApp()
const browser = await openBrowser()
await createAdminFixture(testApp)
const sender = await testApp.signIn(testApp.sender)
const open = (path: string) => openSignedInPage(browser, testApp, testApp.sender, path)

const findContact = async (q: string) => (await sender.get(`/contacts?q=${q}`)).json.data[0]

it('adds a contact by keyboard, changes it, and shows the origin of each field', async () => {
  const { page, complaints } = await open('/contacts')
  await assertAccessibleAndFits(page, 'contacts-empty')
  await goTo(page, `${testApp.origin}/contacts/new`)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Larkin')
  await page.getByRole('combobox', { name: 'Private email' }).focus()
  await page.keyboard.type('ada@home.example')
  await page.keyboard.press('Enter')
  await page.getByLabel('Birthday').fill('--02-30')
  await page.getByRole('textbox', { name: 'Own fields' }).fill('T-shirt size: M\nPet: cat')
  await page.getByRole('combobox', { name: 'Groups' }).focus()
  await page.keyboard.type('Berlin')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add contact' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/must be a day such as 1990-04-12/).waitFor()
  await page.getByLabel('Birthday').fill('--02-29')
  await page.keyboard.press('Enter')
  await waitForHeading(page, 'Ada Larkin')
  await page.getByText('29 February').or(page.getByText('February 29')).waitFor()
  assert.ok((await page.getByText(/^Entered by hand/).count()) >= 2)
  await assertAccessibleAndFits(page, 'contact')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('No gifts, because').fill('Works for a regulator')
  await assertAccessibleAndFits(page, 'contact-edit')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Works for a regulator').waitFor()
  const { fields, groups } = await findContact('ada@home.example')
  assert.deepEqual([fields, groups], [{ Pet: 'cat', 'T-shirt size': 'M' }, ['Berlin']])
  assert.deepEqual(complaints, [])
})

it('imports a file after a check, and asks what a date means', async () => {
  const { page, complaints } = await open('/contacts/import')
  const csv =
    'Employee ID,Name,Email,Hire date,Manager,field: Desk,Groups\n' +
    'E1,"Hopper, Grace",grace@file.example,03/04/2024,E2,12,Navy\n' +
    'E2,Max Boss,max@file.example,13/04/2024,,14,Navy\n' +
    'E3,Broken Row,no address,,,,\n'
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('What does 03/04/2024 mean in this file?').waitFor()
  await page.getByLabel('3 April: the day comes first').check()
  await page.getByText(/2 to add, 0 to change/).waitFor()
  await page.getByText(/Work email must be an email address/).waitFor()
  await assertAccessibleAndFits(page, 'contacts-import')
  await page.getByRole('button', { name: 'Import 2 contacts' }).click()
  await page.getByText(/2 added, 0 changed/).waitFor()
  const grace = await findContact('grace@file.example')
  const max = await findContact('max@file.example')
  assert.deepEqual([grace.start_date, grace.fields], ['2024-04-03', { Desk: '12' }])
  assert.equal(grace.manager_id, max.id)
  await page.getByRole('link', { name: 'View contacts' }).click()
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor()
  await assertAccessibleAndFits(page, 'contacts')
  await goTo(page, `${testApp.origin}/contacts/groups`)
  await page.getByRole('link', { name: 'Navy' }).waitFor()
  await assertAccessibleAndFits(page, 'contact-groups')
  assert.deepEqual(complaints, [])
})

it('recognizes a file of another product, says so, and names the columns that it leaves out', async () => {
  const { page, complaints } = await open('/contacts/import')
  const csv =
    'First Name,Email,Country,Hire Date,Birthday,Shirt Size\nIda,ida@snappy.example,US,03/04/2019,04/12/2001,M\n'
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const product = page.getByRole('combobox', { name: 'File from' })
  await product.and(page.locator('[value="Snappy"]')).waitFor()
  await page.getByText('Not imported: Shirt Size.').waitFor()
  await page.getByRole('radio', { name: /March 4/, checked: true }).waitFor()
  await page.getByRole('button', { name: 'Import 1 contact' }).waitFor()
  await assertAccessibleAndFits(page, 'contacts-import-product')
  await product.click()
  await page.getByRole('option', { name: 'Another program' }).click()
  await page.getByRole('radio', { name: /March 4/, checked: false }).waitFor()
  assert.deepEqual(complaints, [])
})

it('merges duplicates field by field', async () => {
  const name = { given_name: 'Cleo', family_name: 'Marsh' }
  await sender.post('/contacts', { ...name, work_emails: ['cleo@merge.example'], country: 'DE' })
  const other = { work_emails: ['c.marsh@merge.example'], country: 'FR', department: 'Sales' }
  await sender.post('/contacts', { ...name, ...other })
  const { page, complaints } = await open('/contacts/doubles')
  await page.getByRole('radio', { name: 'France' }).check()
  await assertAccessibleAndFits(page, 'contact-doubles')
  await page.getByRole('button', { name: 'Merge into one contact' }).click()
  await page.getByText('No duplicates').waitFor()
  const merged = await findContact('c.marsh@merge.example')
  assert.deepEqual([merged.country, merged.department], ['FR', 'Sales'])
  assert.deepEqual(merged.work_emails, ['cleo@merge.example', 'c.marsh@merge.example'])
  assert.deepEqual(complaints, [])
})

it('picks contacts and a group for a send, but no one who gets no gifts', async () => {
  const { page, complaints } = await open('/send')
  await page.getByRole('radiogroup').getByText('Contacts', { exact: true }).click()
  await page.getByLabel('Find contacts').fill('cleo')
  await page.getByRole('button', { name: 'Add Cleo Marsh' }).click()
  await page.locator('input[value="cleo@merge.example"]').waitFor()
  await page.getByLabel('Find contacts').fill('ada')
  await page.getByText('No gifts: Works for a regulator').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add Ada Larkin' }).count(), 0)
  await page.getByLabel('Find contacts').fill('')
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'Navy (2)' }).click()
  await page.getByRole('button', { name: 'Add the whole group' }).click()
  await page.locator('input[value="grace@file.example"]').waitFor()
  await assertAccessibleAndFits(page, 'send-contacts')
  assert.deepEqual(complaints, [])
})
