import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import type { TxContext } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { createOccasionFixture, type Setting } from '#test/occasion-fixture'
import * as occasions from './index.ts'

/* Rules that can send nothing for a time: the campaign is paused, has ended or is archived, or the owner has left. */

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

const obstacles: readonly {
  cause: string
  stop(ctx: TxContext, setting: Setting): Promise<unknown>
  restart(ctx: TxContext, setting: Setting): Promise<unknown>
  reason: RegExp
}[] = [
  {
    cause: 'its campaign is archived',
    stop: (ctx, { campaign_id }) => campaigns.archive(ctx, campaign_id),
    restart: (ctx, { campaign_id }) => campaigns.restore(ctx, campaign_id),
    reason: /^campaign_id names .+, which is archived; restore it/,
  },
  {
    cause: 'its owner may no longer send',
    stop: (ctx, { owner_id }) => accounts.changeRole(ctx, owner_id, 'packer'),
    restart: (ctx, { owner_id }) => accounts.changeRole(ctx, owner_id, 'sender'),
    reason: /may no longer send gifts/,
  },
]
for (const { cause, stop, restart, reason } of obstacles)
  it(`records what it lost because ${cause}`, async () => {
    const setting = await createSetting('sender')
    const lost = await addPerson(setting, { birthday: `--${today(3).slice(5)}` })
    const id = await addRule(setting)
    const before = await giftsTo(setting)
    await run((ctx) => stop(ctx, setting), setting.account_id)
    for (const days of [3, 4]) {
      await testApp.advanceTime(days * dayMs)
      await checkAgain(setting)
      assert.match((await problemOf(setting, id)) ?? '', reason)
    }
    // The obstacle goes while the service is down.
    const last = await addPerson(setting, { birthday: `--${today(-4).slice(5)}` })
    await run(async (ctx) => {
      await restart(ctx, setting)
      await ctx.query(
        `update occasions.rule set checked_at = checked_at - interval '4 days' where id = $1`,
        [id],
      )
    }, setting.account_id)
    await checkAgain(setting)
    assert.equal(await problemOf(setting, id), null)
    for (const person of [lost, last]) {
      const failed = (await explain(setting, person)).find(([each]) => each === 'failed')
      assert.match(failed?.[2] ?? '', reason)
    }
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
