import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as contacts from '#contacts'
import { createTestApp } from '#test/api-harness'
import { createOccasionFixture } from '#test/occasion-fixture'
import * as occasions from './index.ts'

const testApp = await createTestApp()
const { run } = testApp
const fixture = createOccasionFixture(testApp)
const { addPerson, addRule, checkAgain, createSetting, giftsTo, terms, today } = fixture

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

it('names what is wrong with the times of a draft, and plans nothing', async () => {
  const setting = await createSetting()
  await addPerson(setting, { birthday: `--${today(5).slice(5)}` })
  for (const [param, value] of [
    ['time_zone', 'Europe/Nowhere'],
    ['send_time', '99:99'],
  ] as const) {
    const { campaign_id, owner_id } = setting
    const rule = {
      ...{ id: null, name: 'Draft', owner_id, on_since: null },
      terms: terms({ campaign_id, [param]: value }),
    }
    await assert.rejects(
      run((ctx) => occasions.forecast(ctx, [rule], 'next_year'), setting.account_id),
      ({ fieldErrors }) => fieldErrors?.[0].param === param,
    )
  }
})
