import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import { createTestApp } from '#test/api-harness'
import { createOccasionFixture, type Setting } from '#test/occasion-fixture'
import * as occasions from './index.ts'

/* Rules whose campaign is paused or ends. */

const dayMs = 86_400_000
const testApp = await createTestApp()
const { run, db } = testApp
const fixture = createOccasionFixture(testApp)
const { addPerson, addRule, checkAgain, createSetting, explain, giftsTo, today } = fixture

const change = (
  { account_id, campaign_id }: Setting,
  settings: { is_paused?: boolean; ends_at?: Date | null },
) => run((ctx) => campaigns.patch(ctx, campaign_id, () => settings), account_id)
const problemOf = async ({ account_id }: Setting, id: string) =>
  (await run((ctx) => occasions.getRule(ctx, id), account_id)).problem

it('says that its campaign is paused before a gift is due, and what it lost by that', async () => {
  const setting = await createSetting()
  const ada = await addPerson(setting, { birthday: `--${today(3).slice(5)}` })
  const id = await addRule(setting)
  const before = await giftsTo(setting)
  await change(setting, { is_paused: true })
  const isPaused = /^campaign_id names .+, which is paused; resume it/
  for (const days of [0, 3, 4]) {
    await testApp.advanceTime(days * dayMs)
    await checkAgain(setting)
    assert.match((await problemOf(setting, id)) ?? '', isPaused)
  }
  const failed = (await explain(setting, ada)).find(([reason]) => reason === 'failed')
  assert.match(failed?.[2] ?? '', isPaused)
  await change(setting, { is_paused: false })
  await checkAgain(setting)
  assert.equal(await problemOf(setting, id), null)
  assert.deepEqual(await giftsTo(setting), before)
})

it('blames the pause only for what was due in it', async () => {
  const setting = await createSetting()
  await addRule(setting)
  await change(setting, { is_paused: true })
  await testApp.advanceTime(20 * dayMs)
  await checkAgain(setting)
  const late = await addPerson(setting, { birthday: `--${today(-10).slice(5)}` })
  await checkAgain(setting)
  assert.deepEqual(
    (await explain(setting, late)).filter(([reason]) => reason === 'failed'),
    [],
  )
})

it('plans no gifts after the end of its campaign', async () => {
  const setting = await createSetting()
  const first = await addPerson(setting, { birthday: `--${today(5).slice(5)}` })
  const second = await addPerson(setting, { birthday: `--${today(50).slice(5)}` })
  const id = await addRule(setting)
  const ends_at = new Date(db.clock().getTime() + 20 * dayMs)
  await change(setting, { ends_at })
  const { gifts, excluded } = await run(async (ctx) => {
    const rule = await occasions.getRule(ctx, id)
    return occasions.forecast(ctx, [rule], 'next_year')
  }, setting.account_id)
  assert.deepEqual(
    gifts.map(({ contact_id, state }) => [contact_id, state]),
    [[first.id, 'planned']],
  )
  assert.deepEqual(
    excluded.filter(({ reason }) => reason === 'campaign_ended'),
    [{ reason: 'campaign_ended', people: 1 }],
  )
  const planned = (await explain(setting, second)).filter(([, day]) => day === today(50))
  assert.deepEqual(planned, [['campaign_ended', today(50), ends_at.toISOString()]])
})
