import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
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
const browser = await openBrowser()
const fixture = await createAdminFixture(testApp)
const sender = await testApp.signIn(testApp.sender)
const campaign_id = fixture.campaign('email').id
const dayMs = 86_400_000
const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

async function schedule(name: string, days: number, emails: readonly string[]): Promise<void> {
  const options = { campaign_id, send_at: at(days) }
  const { json } = await sender.post('/sends', { draft_id: name, name, options })
  const rows = emails.map((email, index) => ({
    recipient: recipientFields(email),
    line: index + 1,
  }))
  const { status } = await sender.post('/send', { options, rows, bulk_send_id: json.id })
  assert.equal(status, 200)
}

/** Adds a rule for birthdays that is on, and a contact whose birthday is in some days. */
async function addBirthday(days: number): Promise<void> {
  await sender.post('/contacts', {
    ...{ given_name: 'Ada', family_name: 'Larkin', birthday: `--${at(days).slice(5, 10)}` },
    work_emails: ['ada@calendar.example'],
  })
  const rule = await sender.post('/occasions', {
    ...{
      name: 'Birthdays',
      owner_id: testApp.sender.id,
      kind: 'birthday',
      field: null,
      repeats: true,
    },
    ...{ years: [], offset_days: 0, group_ids: [], countries: [], departments: [], campaign_id },
    ...{ team_id: null, email_message: null, timing: 'on_day', choice_days: 0, weekends: 'same' },
    ...{ send_time: '09:00', time_zone: 'UTC', needs_approval: false, max_days_late: 3 },
  })
  assert.equal(rule.status, 201, rule.text)
  const on = await sender.put(`/occasions/${rule.json.id}/state`, { is_on: true })
  assert.equal(on.status, 200, on.text)
}

it('shows what goes out by month: scheduled sends and occasions', async () => {
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, '/sends')
  await page.getByText('Calendar', { exact: true }).click()
  await page.getByText('Nothing is scheduled').waitFor()
  await assertAccessibleAndFits(page, 'send-calendar-empty')
  await schedule('Welcome back', 3, ['a@calendar.example', 'b@calendar.example'])
  await schedule('Summer party', 200, ['c@calendar.example'])
  await fixture.processDue()
  await addBirthday(60)
  await page.reload()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await page.setViewportSize({ width: 1280, height: 800 })
  await row('Welcome back').getByText('Scheduled').waitFor()
  await row('Birthdays').getByText('Occasion').waitFor()
  const names = await page.getByRole('row').getByRole('link').allTextContents()
  assert.deepEqual(names, ['Welcome back', 'Birthdays', 'Summer party'])
  await assertAccessibleAndFits(page, 'send-calendar')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Welcome back' }).click()
  await waitForHeading(page, /Welcome back/)
  assert.deepEqual(complaints, [])
})
