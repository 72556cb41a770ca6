import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp } from '#test/api-harness'
import { createOccasionFixture } from '#test/occasion-fixture'
import * as occasions from './index.ts'

const testApp = await createTestApp()
const { run } = testApp
const fixture = createOccasionFixture(testApp)
const { addPerson, addRule, byAdmin, checkAgain, createSetting, terms, today } = fixture

// biome-ignore format: aligned columns
const refused: [name: string, subject: string, body: string, param: string, message: RegExp][] = [
  ['an unknown field in the text',    'Hello', 'Dear {name}',       'email_message.body',    /unknown field \{name\}/],
  ['an unknown field in the subject', '{age}', 'Dear {first_name}', 'email_message.subject', /unknown field \{age\}/],
  ['no subject',                      ' ',     'Dear {first_name}', 'email_message.subject', /is required/],
  ['no text',                         'Hello', '',                  'email_message.body',    /is required/],
  ['a long subject',                  'a'.repeat(256), 'Dear',      'email_message.subject', /255/],
  ['a subject of two lines',          'a\nb',  'Dear',              'email_message.subject', /one line/],
]
for (const [name, subject, body, param, message] of refused)
  it(`refuses a message with ${name}`, async () => {
    const { account_id, campaign_id, owner_id } = await createSetting()
    const input = {
      ...{ name: 'Birthdays', owner_id },
      terms: terms({ campaign_id, email_message: { subject, body } }),
    }
    await assert.rejects(
      run((ctx) => occasions.createRule(ctx, input, byAdmin(owner_id)), account_id),
      ({ fieldErrors: [error] }) => error.param === param && message.test(error.message),
    )
  })

it('sends the message of the rule with the name of the person', async () => {
  const setting = await createSetting()
  await addRule(setting, {
    email_message: { subject: 'For {first_name}', body: 'Happy birthday, {first_name}' },
  })
  await addPerson(setting, { given_name: 'Cyd', birthday: `--${today().slice(5)}` })
  await checkAgain(setting)
  const sent = await run(
    (ctx) =>
      ctx.queryValues<string>(
        `select email_message from gifting.gift_request
          where account_id = $1 and email_message like '%Happy birthday%'`,
        [ctx.account_id],
      ),
    setting.account_id,
  )
  assert.deepEqual(
    sent.map((text) => JSON.parse(text)),
    [{ subject: 'For {first_name}', body: 'Happy birthday, {first_name}' }],
  )
})
