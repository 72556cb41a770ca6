import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as connections from '#connections'
import { ApiError } from '#contract'
import { createTestApp } from '#test/api-harness'
import { chatRegistry, createChatAppFixture } from '#test/chat-app-fixture'
import { createOccasionFixture } from '#test/occasion-fixture'

/* Birthdays and anniversaries in the channel of an account, with a stub of Slack. */

const testApp = await createTestApp()
const fixture = createOccasionFixture(testApp)
const channel = 'C0123456789'

async function open(settings: Record<string, string>) {
  const setting = await fixture.createSetting()
  const chat = await createChatAppFixture(testApp, setting.account_id, settings)
  const titles = () =>
    chat.slack
      .callsOf('chat.postMessage')
      .filter((body) => body.channel === channel)
      .map(({ text }) => text as string)
  return { setting, chat, titles }
}

const thisDay = fixture.today().slice(4)

it('names each person once on the day, and never a year', async () => {
  const { setting, chat, titles } = await open({ celebrations: 'on', channel })
  await fixture.addRule(setting)
  await fixture.addRule(setting, { kind: 'anniversary' })
  await fixture.addRule(setting, { offset_days: -2 })
  const ada = await fixture.addPerson(setting, { birthday: `1987${thisDay}`, family_name: 'L <b>' })
  const lin = await fixture.addPerson(setting, { start_date: `2019${thisDay}` })
  await fixture.addPerson(setting, { birthday: `1990${fixture.today(1).slice(4)}` })
  await fixture.checkAgain(setting)
  await fixture.checkAgain(setting)
  await chat.post()
  await chat.post()
  assert.deepEqual(titles().toSorted(), [
    `${lin.given_name} ${lin.family_name} has a work anniversary today.`,
    `Today is the birthday of ${ada.given_name} L &lt;b&gt;.`,
  ])
  assert.ok(!/1987|2019/.test(JSON.stringify(chat.slack.calls)))
})

it('posts nothing unless it is switched on, and the connection stays healthy', async () => {
  const { setting, chat, titles } = await open({ channel })
  await fixture.addRule(setting)
  await fixture.addPerson(setting, { birthday: `1987${thisDay}` })
  await fixture.checkAgain(setting)
  await chat.post()
  assert.deepEqual(titles(), [])
  const { failures } = await chat.find()
  assert.equal(failures, 0)
  const change = { settings: { celebrations: 'on', channel: 'general' } }
  await assert.rejects(
    testApp.run(
      (ctx) => connections.change(ctx, chat.connection_id, change, chatRegistry),
      setting.account_id,
    ),
    ApiError,
  )
})
