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

before(ensureWebApp)
const testApp = await createAdminTestApp()
const browser = await openBrowser()
await createAdminFixture(testApp)
const sender = await testApp.signIn(testApp.sender)

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(5, 10)

async function addContact(values: object): Promise<string> {
  const { json } = await sender.post('/contacts', values)
  return json.id
}

it('sets up a rule, shows whom it reaches before it is on, and explains it to one person', async () => {
  const ada = await addContact({
    ...{ given_name: 'Ada', family_name: 'Larkin', birthday: `--${inDays(40)}` },
    work_emails: ['ada@occasions.example'],
  })
  await addContact({
    given_name: 'Bea',
    family_name: 'Noll',
    work_emails: ['bea@occasions.example'],
  })
  await addContact({
    ...{ given_name: 'Cyd', family_name: 'Meyer', birthday: '--01-01', country: 'DE' },
    work_emails: ['cyd@occasions.example'],
  })
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.sender,
    '/occasions',
  )
  await page.getByText('No rules yet').waitFor()
  await assertAccessibleAndFits(page, 'occasions-empty')
  await page.getByRole('link', { name: 'New rule' }).first().click()
  await waitForHeading(page, 'New rule')
  await page.getByLabel('Name of the rule').fill('Birthdays')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByText('Names no campaign that is open of this account').waitFor()
  await page.getByRole('combobox', { name: 'Campaign' }).click()
  await page.getByRole('option').first().click()
  await assertAccessibleAndFits(page, 'occasion-new')
  await page.getByRole('switch', { name: 'A message of its own' }).press(' ')
  await page.getByLabel('Subject').fill('For you, {name}')
  await page.getByText('There is no field {name}. Use {first_name}, {last_name}.').waitFor()
  const refused = page.waitForResponse((response) => response.status() === 422)
  await page.getByRole('button', { name: 'Add rule' }).click()
  await refused
  await page.getByLabel('Subject').fill('For you, {first_name}')
  await page.getByText('Subject: For you, Ada').waitFor()
  await assertAccessibleAndFits(page, 'occasion-message')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await waitForHeading(page, 'Birthdays')
  await page.getByText('2 gifts in the next twelve months').waitFor()
  await page.getByText(/instead of 1\s+Jan \d+: New Year's Day/).waitFor()
  await page.getByText('The day is not entered').waitFor()
  await assertAccessibleAndFits(page, 'occasion')
  await page.getByText('Last year', { exact: true }).click()
  await page.getByText(/gifts? in the last twelve months/).waitFor()
  await page.getByRole('button', { name: 'Switch on' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'Switch off' }).waitFor()
  await goTo(page, `${testApp.origin}/occasions`)
  await page.getByRole('link', { name: 'Birthdays' }).waitFor()
  await page.getByRole('link', { name: 'Ada Larkin' }).waitFor()
  await assertAccessibleAndFits(page, 'occasions')
  await goTo(page, `${testApp.origin}/contacts/${ada}`)
  await page.getByText(/^Goes out on /).waitFor()
  await assertAccessibleAndFits(page, 'contact-occasions')
  await page.getByRole('button', { name: 'Leave out this time' }).press('Enter')
  await page.getByText(/left the person out/).waitFor()
  await page.getByRole('button', { name: 'Send after all' }).press('Enter')
  await page.getByText(/^Goes out on /).waitFor()
  assert.deepEqual(complaints, [])
})
