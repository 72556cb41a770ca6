import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import * as contacts from '#contacts'
import * as gifting from '#gifting'
import { inTransaction } from '#platform/postgres/database'
import * as sends from '#sends'
import { createTestApp } from '#test/api-harness'
import { createOccasionFixture } from '#test/occasion-fixture'
import * as occasions from './index.ts'

const dayMs = 86_400_000
const testApp = await createTestApp()
const { run, db } = testApp
const fixture = createOccasionFixture(testApp)
const { addPerson, addRule, addUser, byAdmin, check, checkAgain } = fixture
const { createSetting, explain, giftsTo, terms, today } = fixture

it('sends a gift on the day, once, and says what became of it', async () => {
  const setting = await createSetting()
  const before = await giftsTo(setting)
  const ada = await addPerson(setting, { birthday: `1990${today().slice(4)}` })
  const bea = await addPerson(setting, { birthday: `--${today(40).slice(5)}` })
  await addRule(setting)
  await check()
  await checkAgain(setting)
  const sent = (await giftsTo(setting)).filter((email) => !before.includes(email))
  assert.deepEqual(sent, ada.work_emails)
  const ofAda = await explain(setting, ada)
  assert.ok(ofAda.some(([reason, day]) => reason === 'sent' && day === today()))
  const ofBea = await explain(setting, bea)
  assert.ok(ofBea.some(([reason, day]) => reason === 'planned' && day === today(40)))
})

it('knows a person again who was deleted, merged, or has a moved date', async () => {
  const setting = await createSetting()
  await addRule(setting)
  const birthday = `1990${today().slice(4)}`
  const values = { birthday, external_ids: ['e-1'] }
  const first = await addPerson(setting, values)
  const second = await addPerson(setting, { birthday })
  const third = await addPerson(setting, { birthday })
  await checkAgain(setting)
  const sent = await giftsTo(setting)
  await run(async (ctx) => {
    await contacts.deleteContact(ctx, first.id)
    await contacts.mergeContacts(ctx, second.id, third.id, [])
    await contacts.updateContact(ctx, second.id, { birthday: `1990${today(1).slice(4)}` })
  }, setting.account_id)
  const again = await addPerson(setting, { ...values, work_emails: ['new@example.org'] })
  await checkAgain(setting)
  await testApp.advanceTime(dayMs)
  await checkAgain(setting)
  assert.deepEqual(await giftsTo(setting), sent)
  const reasons = await explain(setting, again)
  assert.ok(reasons.some(([reason]) => reason === 'sent'))
})

it('sends to someone who was added late, and not to someone who was added too late', async () => {
  const setting = await createSetting()
  await addRule(setting)
  await run(
    (ctx) =>
      ctx.query(
        "update occasions.rule set on_since = on_since - interval '30 days' where account_id = $1",
        [ctx.account_id],
      ),
    setting.account_id,
  )
  const before = await giftsTo(setting)
  const late = await addPerson(setting, { birthday: `--${today(-3).slice(5)}` })
  const tooLate = await addPerson(setting, { birthday: `--${today(-4).slice(5)}` })
  await checkAgain(setting)
  const sent = (await giftsTo(setting)).filter((email) => !before.includes(email))
  assert.deepEqual(sent, late.work_emails)
  const [answer] = await explain(setting, tooLate)
  assert.equal(answer?.[0], 'missed')
})

it('sends nothing for days before it was switched on', async () => {
  const setting = await createSetting()
  const before = await giftsTo(setting)
  const ada = await addPerson(setting, { birthday: `--${today(-1).slice(5)}` })
  await addRule(setting)
  await checkAgain(setting)
  assert.deepEqual(await giftsTo(setting), before)
  const [answer] = await explain(setting, ada)
  assert.equal(answer?.[0], 'switched_on_later')
})

it('asks for approval a week before, and creates the gifts when it is given', async () => {
  const setting = await createSetting('sender')
  const before = await giftsTo(setting)
  const ada = await addPerson(setting, { birthday: `--${today(6).slice(5)}` })
  await addPerson(setting, { birthday: `--${today(9).slice(5)}` })
  await addRule(setting, { needs_approval: true })
  await checkAgain(setting)
  await checkAgain(setting)
  assert.deepEqual(await giftsTo(setting), before)
  const found = (
    await run((ctx) => occasions.explainContact(ctx, ada.id), setting.account_id)
  ).find(({ reason }) => reason === 'submitted')
  const id = found?.outcome?.bulk_send_id ?? ''
  const approver = await addUser(setting.account_id, 'admin')
  await run(
    (ctx) =>
      sends.approve(ctx, id, {
        id: approver.id,
        name: 'Approver',
        permissions: ['approvals:decide'],
      }),
    setting.account_id,
  )
  await sends.processApprovals(db)
  const sent = (await giftsTo(setting)).filter((email) => !before.includes(email))
  assert.deepEqual(sent, ada.work_emails)
  assert.ok((await explain(setting, ada)).some(([reason]) => reason === 'approved'))
})

it('says why a gift that was submitted did not go out', async () => {
  const setting = await createSetting('sender')
  const ada = await addPerson(setting, { birthday: `--${today(6).slice(5)}` })
  await addRule(setting, { needs_approval: true })
  await checkAgain(setting)
  const isSubmitted = (each: { reason: string }) => each.reason === 'submitted'
  const approver = await addUser(setting.account_id, 'admin')
  await run(async (ctx) => {
    const found = (await occasions.explainContact(ctx, ada.id)).find(isSubmitted)
    const decider = {
      id: approver.id,
      name: 'Approver',
      permissions: ['approvals:decide'] as const,
    }
    await sends.reject(ctx, found?.outcome?.bulk_send_id ?? '', 'Too early', decider)
  }, setting.account_id)
  const rejected = (await explain(setting, ada)).find(([reason]) => reason === 'rejected')
  assert.equal(rejected?.[2], 'Too early')
})

it('sends in turns when two processes check at the same instant', async () => {
  const setting = await createSetting()
  const before = await giftsTo(setting)
  for (let index = 0; index < 20; index += 1)
    await addPerson(setting, { birthday: `--${today().slice(5)}` })
  const id = await addRule(setting)
  const process = () =>
    inTransaction(db, setting.account_id, (ctx) => occasions.dueRules.process(ctx, id))
  await Promise.all([process(), process(), process(), check()])
  assert.equal((await giftsTo(setting)).length - before.length, 20)
})

it('says why it sends nothing, loses nothing, and continues when that is repaired', async () => {
  const setting = await createSetting()
  const before = await giftsTo(setting)
  await addPerson(setting, { birthday: `--${today().slice(5)}` })
  const id = await addRule(setting)
  const archive = (at: Date | null) =>
    run(
      (ctx) =>
        ctx.query(
          'update campaigns.campaign set archived_at = $3 where account_id = $1 and id = $2',
          [ctx.account_id, setting.campaign_id, at],
        ),
      setting.account_id,
    )
  await archive(new Date())
  await checkAgain(setting)
  const rule = await run((ctx) => occasions.getRule(ctx, id), setting.account_id)
  assert.match(rule.problem ?? '', /campaign/)
  assert.deepEqual(await giftsTo(setting), before)
  await archive(null)
  await checkAgain(setting)
  assert.equal((await giftsTo(setting)).length, before.length + 1)
  const repaired = await run((ctx) => occasions.getRule(ctx, id), setting.account_id)
  assert.equal(repaired.problem, null)
})

it('skips a person for a year, and takes that back', async () => {
  const setting = await createSetting()
  const before = await giftsTo(setting)
  const ada = await addPerson(setting, { birthday: `--${today().slice(5)}` })
  const rule_id = await run(
    async (ctx) =>
      (
        await occasions.createRule(
          ctx,
          {
            ...{ name: 'Birthdays', owner_id: setting.owner_id },
            terms: terms({ campaign_id: setting.campaign_id }),
          },
          byAdmin(setting.owner_id),
        )
      ).id,
    setting.account_id,
  )
  const occasion = { rule_id, contact_id: ada.id, year: Number(today().slice(0, 4)) }
  await run((ctx) => occasions.skipOccasion(ctx, occasion, 'Bea'), setting.account_id)
  await run(
    (ctx) => occasions.switchOn(ctx, rule_id, byAdmin(setting.owner_id)),
    setting.account_id,
  )
  await checkAgain(setting)
  assert.deepEqual(await giftsTo(setting), before)
  assert.ok(
    (await explain(setting, ada)).some(
      ([reason, , fact]) => reason === 'skipped' && fact === 'Bea',
    ),
  )
  await run(
    (ctx) => occasions.allowOccasion(ctx, occasion, byAdmin(setting.owner_id)),
    setting.account_id,
  )
  await check()
  assert.equal((await giftsTo(setting)).length, before.length + 1)
  await assert.rejects(
    run((ctx) => occasions.skipOccasion(ctx, occasion, 'Bea'), setting.account_id),
    { code: 'invalid_transition' },
  )
})

it('erases what it knows about a person', async () => {
  const setting = await createSetting()
  const ada = await addPerson(setting, { birthday: `--${today().slice(5)}` })
  await addRule(setting)
  await checkAgain(setting)
  const [email = ''] = ada.work_emails
  const outcomes = () =>
    run((ctx) => occasions.findPersonalOutcomes(ctx, email), setting.account_id)
  assert.equal((await outcomes()).length, 1)
  await run((ctx) => occasions.erasePerson(ctx, email), setting.account_id)
  assert.deepEqual(await outcomes(), [])
})

it('counts what a year will need before it is switched on', async () => {
  const setting = await createSetting()
  const draft = (
    await run(
      (ctx) => gifting.resolveOptions(ctx, setting, { id: setting.owner_id, name: '', email: '' }),
      setting.account_id,
    )
  ).campaign
  assert.ok(draft)
  for (let index = 0; index < 30; index += 1)
    await addPerson(setting, { birthday: `--${today(index * 10 + 3).slice(5)}` })
  await addPerson(setting, {})
  const rule = {
    ...{ id: null, name: 'Birthdays', owner_id: setting.owner_id, on_since: null },
    terms: terms({ campaign_id: setting.campaign_id }),
  }
  const [next, last] = await run(
    async (ctx) => [
      await occasions.forecast(ctx, [rule], 'next_year'),
      await occasions.forecast(ctx, [rule], 'last_year'),
    ],
    setting.account_id,
  )
  assert.equal(next?.gifts.length, 30)
  assert.equal(last?.gifts.length, 30)
  assert.deepEqual(next?.excluded, [{ reason: 'no_date', people: 1 }])
  assert.equal(next?.supplies[0]?.gifts, 30)
})

it('plans around public holidays, and names them', async () => {
  const setting = await createSetting()
  await addPerson(setting, { birthday: '--12-25', country: 'DE' })
  const rule = {
    ...{ id: null, name: 'Birthdays', owner_id: setting.owner_id, on_since: null },
    terms: terms({
      ...{ campaign_id: setting.campaign_id, weekends: 'after', timing: 'in_time' },
      choice_days: 0,
    }),
  }
  const plans = await run(
    async (ctx) => [
      await occasions.forecast(ctx, [rule], 'next_year'),
      await occasions.forecast(ctx, [rule], 'last_year'),
    ],
    setting.account_id,
  )
  for (const { gifts } of plans) {
    const [gift] = gifts
    assert.equal(gift?.wanted_day.slice(5), '12-25')
    assert.ok(gift.target_day > `${gift.wanted_day.slice(0, 4)}-12-26`)
    assert.match(gift.moved_by?.own_name ?? '', /Weihnachtstag/)
  }
})

it('lets a sender set up rules in no other name', async () => {
  const setting = await createSetting()
  const other = await addUser(setting.account_id, 'sender')
  const restricted = { ...byAdmin(other.id), isRestricted: true }
  const id = await addRule(setting)
  const input = {
    ...{ name: 'Mine', owner_id: setting.owner_id },
    terms: terms({ campaign_id: setting.campaign_id }),
  }
  const attempts: ((ctx: Parameters<typeof occasions.listRules>[0]) => Promise<unknown>)[] = [
    (ctx) => occasions.createRule(ctx, input, restricted),
    async (ctx) => occasions.changeRule(ctx, id, input, restricted),
    async (ctx) => occasions.changeRule(ctx, id, { ...input, owner_id: other.id }, restricted),
    (ctx) => occasions.switchOff(ctx, id, restricted),
    (ctx) => occasions.deleteRule(ctx, id, restricted),
  ]
  for (const attempt of attempts)
    await assert.rejects(
      run(attempt, setting.account_id),
      ({ fieldErrors }) => fieldErrors[0].param === 'owner_id',
    )
  const own = { ...input, owner_id: other.id }
  await run((ctx) => occasions.createRule(ctx, own, restricted), setting.account_id)
})

it('sends nothing while its campaign is paused, says why, and sends after it is resumed', async () => {
  const setting = await createSetting()
  const pause = (is_paused: boolean) =>
    run(
      (ctx) => campaigns.patch(ctx, setting.campaign_id, () => ({ is_paused })),
      setting.account_id,
    )
  const ada = await addPerson(setting, { birthday: `1990${today().slice(4)}` })
  const id = await addRule(setting)
  const before = await giftsTo(setting)
  await pause(true)
  await checkAgain(setting)
  const find = () => run((ctx) => occasions.getRule(ctx, id), setting.account_id)
  assert.match((await find()).problem ?? '', /^campaign_id names .+, which is paused; resume it/)
  assert.deepEqual(await giftsTo(setting), before)
  await pause(false)
  await checkAgain(setting)
  assert.equal((await find()).problem, null)
  const sent = (await giftsTo(setting)).filter((email) => !before.includes(email))
  assert.deepEqual(sent, ada.work_emails)
})
