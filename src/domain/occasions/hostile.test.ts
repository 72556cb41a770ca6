import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as contacts from '#contacts'
import { createTestApp } from '#test/api-harness'
import { createOccasionFixture } from '#test/occasion-fixture'

const testApp = await createTestApp()
const { run } = testApp
const { addPerson, addRule, checkAgain, createSetting, giftsTo, today } =
  createOccasionFixture(testApp)

it('knows a person again whose only address has changed, and sends to the others', async () => {
  const setting = await createSetting()
  await addRule(setting)
  const birthday = `--${today().slice(5)}`
  const ada = await addPerson(setting, { birthday })
  await checkAgain(setting)
  const before = await giftsTo(setting)
  const change = { work_emails: ['moved@example.org'] }
  await run((ctx) => contacts.updateContact(ctx, ada.id, change), setting.account_id)
  const bea = await addPerson(setting, { birthday })
  await checkAgain(setting)
  assert.deepEqual(await giftsTo(setting), [...before, ...bea.work_emails].toSorted())
})
