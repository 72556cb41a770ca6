import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
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

it('sends nothing in the name of a user who may no longer send', async () => {
  const setting = await createSetting('sender')
  const id = await addRule(setting)
  await addPerson(setting, { birthday: `--${today().slice(5)}` })
  const before = await giftsTo(setting)
  await run(async (ctx) => {
    await accounts.changeRole(ctx, setting.owner_id, 'viewer')
  }, setting.account_id)
  await checkAgain(setting)
  assert.deepEqual(await giftsTo(setting), before)
  const { problem } = await run((ctx) => occasions.getRule(ctx, id), setting.account_id)
  assert.match(problem ?? '', /may no longer send/)
})
