import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as contacts from '#contacts'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { createTestApp } from '#test/api-harness'
import { createOccasionFixture, type Setting } from '#test/occasion-fixture'
import { sizeOfRun } from '#test/run-size'
import * as occasions from './index.ts'

const testApp = await createTestApp()
const { run, db } = testApp
const fixture = createOccasionFixture(testApp)
const { addPerson, addRule, addUser, checkAgain, createSetting, explain, today } = fixture

/** Submits the gifts of people whose birthday is in six days. */
async function submit(change: Partial<contacts.ContactValues>[] = [{}]) {
  const setting = await createSetting('sender')
  const people = []
  for (const each of change)
    people.push(await addPerson(setting, { birthday: `--${today(6).slice(5)}`, ...each }))
  const rule_id = await addRule(setting, { needs_approval: true })
  await checkAgain(setting)
  return { setting, people, rule_id }
}

const readSends = ({ account_id }: Setting) =>
  run(async (ctx) => {
    const ids = await ctx.queryValues<string>(
      'select id from gifting.send_approval where account_id = $1 order by id',
      [ctx.account_id],
    )
    return Promise.all(ids.map((id) => sends.find(ctx, id)))
  }, account_id)

async function approve(setting: Setting): Promise<void> {
  const approver = await addUser(setting.account_id, 'admin')
  const [send] = (await readSends(setting)).slice(-1)
  const permissions = ['approvals:decide'] as const
  await run(
    (ctx) => sends.approve(ctx, send?.id ?? '', { id: approver.id, name: 'Bea', permissions }),
    setting.account_id,
  )
  await sends.processApprovals(db)
}

const states = ({ account_id }: Setting) =>
  run(
    (ctx) =>
      ctx.queryValues<string>(
        `select g.state from gifting.bulk_send_gift b
           join gifting.gift_request g on g.account_id = b.account_id and g.id = b.gift_request_id
          where b.account_id = $1 and exists (select from gifting.send_approval a
                 where a.account_id = b.account_id and a.id = b.bulk_send_id) order by g.id`,
        [ctx.account_id],
      ),
    account_id,
  )

const change = (
  { account_id }: Setting,
  { id }: contacts.Contact,
  values: Partial<contacts.ContactValues>,
) => run((ctx) => contacts.updateContact(ctx, id, values), account_id)

const remove = ({ account_id }: Setting, { id }: contacts.Contact) =>
  run((ctx: TxContext) => contacts.deleteContact(ctx, id), account_id)

const plan = async ({ account_id }: Setting) => {
  const rules = await run(occasions.listRules, account_id)
  const found = await run((ctx) => occasions.forecast(ctx, rules, 'next_year'), account_id)
  return found.gifts.map(({ state, reason }) => [state, reason] as const)
}

it('cancels an approved gift when the person leaves before its day, and says why', async () => {
  const { setting, people } = await submit([{}, {}])
  const [ada, bea] = people
  assert.ok(ada && bea)
  await approve(setting)
  assert.deepEqual(await states(setting), ['created', 'created'])
  await change(setting, ada, { end_date: today(5) })
  await checkAgain(setting)
  assert.deepEqual((await states(setting)).toSorted(), ['cancelled', 'created'])
  const answer = (await explain(setting, ada)).find(([reason]) => reason === 'cancelled')
  assert.deepEqual(answer, ['cancelled', today(6), 'after_last_day'])
  assert.ok(
    (await plan(setting)).some(
      ([state, reason]) => state === 'cancelled' && reason === 'after_last_day',
    ),
  )
  assert.ok((await explain(setting, bea)).some(([reason]) => reason === 'approved'))
})

it('plans the gift again when the person stays after all, and asks for approval again', async () => {
  const { setting, people } = await submit()
  const [ada] = people
  assert.ok(ada)
  await approve(setting)
  await change(setting, ada, { end_date: today(5) })
  await checkAgain(setting)
  await change(setting, ada, { end_date: null })
  await checkAgain(setting)
  assert.ok((await explain(setting, ada)).some(([reason]) => reason === 'submitted'))
  await approve(setting)
  assert.deepEqual(await states(setting), ['cancelled', 'created'])
})

it('sends a cancelled gift after all when a user says so', async () => {
  const { setting, people, rule_id } = await submit()
  const [ada] = people
  assert.ok(ada)
  await change(setting, ada, { do_not_gift: 'asked for none' })
  await checkAgain(setting)
  await change(setting, ada, { do_not_gift: null })
  const year = Number(today(6).slice(0, 4))
  const occasion = { rule_id, contact_id: ada.id, year }
  await run(
    (ctx) => occasions.allowOccasion(ctx, occasion, fixture.byAdmin(setting.owner_id)),
    setting.account_id,
  )
  await checkAgain(setting)
  assert.ok((await explain(setting, ada)).some(([reason]) => reason === 'submitted'))
})

it('takes people who left out of a send that awaits approval', async () => {
  const { setting, people } = await submit([{}, {}])
  const [ada, bea] = people
  assert.ok(ada && bea)
  await remove(setting, ada)
  await checkAgain(setting)
  assert.deepEqual(
    (await readSends(setting)).map((send) => send?.approval?.state),
    ['awaiting'],
  )
  const failures = await run(async (ctx) => {
    const [id = ''] = await ctx.queryValues<string>(
      'select id from gifting.send_approval where account_id = $1',
      [ctx.account_id],
    )
    return sends.listFailures(ctx, id, { limit: 5 })
  }, setting.account_id)
  assert.deepEqual(
    failures.map(({ errors }) => errors[0]?.message),
    ['is no longer a contact'],
  )
  assert.ok((await plan(setting)).some(([, reason]) => reason === 'contact_deleted'))
  await approve(setting)
  assert.deepEqual(await states(setting), ['created'])
  await change(setting, bea, { do_not_gift: 'asked for none' })
  await checkAgain(setting)
  assert.deepEqual(await states(setting), ['cancelled'])
})

it('withdraws a send that awaits approval and has no one left', async () => {
  const { setting, people } = await submit()
  await remove(setting, people[0] ?? assert.fail())
  await checkAgain(setting)
  assert.deepEqual(
    (await readSends(setting)).map((send) => send?.approval?.state),
    ['withdrawn'],
  )
})

it('sends the gift of a person who is another contact since, and that for the last day of work', async () => {
  const { setting, people } = await submit([{ external_ids: ['e-1'] }])
  await remove(setting, people[0] ?? assert.fail())
  await addPerson(setting, { external_ids: ['e-1'], birthday: `--${today(6).slice(5)}` })
  await checkAgain(setting)
  await approve(setting)
  await checkAgain(setting)
  assert.deepEqual(await states(setting), ['created'])

  const other = await createSetting('sender')
  const leaver = await addPerson(other, { end_date: today(6) })
  await addRule(other, { kind: 'last_day', needs_approval: true })
  await checkAgain(other)
  await approve(other)
  await remove(other, leaver)
  await checkAgain(other)
  assert.deepEqual(await states(other), ['created'])
})

it('leaves a rejected gift rejected, also when the person leaves and comes back', async () => {
  const { setting, people } = await submit()
  const [ada] = people
  assert.ok(ada)
  const [send] = await readSends(setting)
  const approver = await addUser(setting.account_id, 'admin')
  const permissions = ['approvals:decide'] as const
  const decider = { id: approver.id, name: 'Bea', permissions }
  await run((ctx) => sends.reject(ctx, send?.id ?? '', 'Too early', decider), setting.account_id)
  for (const end_date of [today(5), null]) {
    await change(setting, ada, { end_date })
    await checkAgain(setting)
    assert.ok((await explain(setting, ada)).some(([reason]) => reason === 'rejected'))
  }
  assert.equal((await readSends(setting)).length, 1)
})

it('looks often at a send that awaits approval after its time, and not once it is decided', async () => {
  const { setting, rule_id } = await submit()
  await run(
    (ctx) =>
      ctx.query(
        "update occasions.outcome set send_at = send_at - interval '7 days' where account_id = $1",
        [ctx.account_id],
      ),
    setting.account_id,
  )
  const minutesToCheck = async () => {
    await checkAgain(setting)
    const { due_at } = await run((ctx) => occasions.getRule(ctx, rule_id), setting.account_id)
    return ((due_at?.getTime() ?? 0) - Date.now()) / 60_000
  }
  assert.ok((await minutesToCheck()) < 11)
  await approve(setting)
  assert.ok((await minutesToCheck()) > 20)
})

it('looks at a gift that waits before a jump of the test clock over its time', async () => {
  const { setting, people } = await submit()
  await approve(setting)
  await remove(setting, people[0] ?? assert.fail())
  await run(occasions.reviewRules, setting.account_id)
  assert.deepEqual(await states(setting), ['cancelled'])
})

it('gives no one two gifts when people leave and come back while gifts wait', async () => {
  const setting = await createSetting('sender')
  await addRule(setting, { needs_approval: true })
  const approver = await addUser(setting.account_id, 'admin')
  const permissions = ['approvals:decide'] as const
  const random = createRandom(5)
  const staff: contacts.Contact[] = []
  for (let index = 0; index < 20; index += 1)
    staff.push(await addPerson(setting, { external_ids: [`e-${index}`], birthday: random.day() }))
  const edit = async (ctx: TxContext) => {
    const at = random.below(staff.length)
    const contact = staff[at] ?? assert.fail()
    const { given_name, family_name, work_emails, external_ids, birthday } = contact
    const values = { given_name, family_name, work_emails, external_ids, birthday }
    const choice = random.below(5)
    if (choice < 2) {
      await contacts.deleteContact(ctx, contact.id)
      if (choice === 0) await occasions.advanceRules(ctx, 0)
      staff[at] = await contacts.createContact(ctx, values)
    } else if (choice === 2)
      await contacts.updateContact(ctx, contact.id, {
        end_date: random.below(2) === 0 ? null : ctx.now.toISOString().slice(0, 10),
      })
    else if (choice === 3)
      await contacts.updateContact(ctx, contact.id, {
        do_not_gift: random.below(2) === 0 ? null : 'asked for none',
      })
    else await contacts.updateContact(ctx, contact.id, { birthday: random.day() })
  }
  const awaiting =
    "select id from gifting.send_approval where account_id = $1 and state = 'awaiting'"
  for (let day = 2; day <= sizeOfRun(500, 240); day += 2)
    await run(async (realCtx) => {
      const ctx = { ...realCtx, now: new Date(realCtx.now.getTime() + day * 86_400_000) }
      for (let count = 0; count < 4; count += 1) await edit(ctx)
      await occasions.advanceRules(ctx, 2 * 86_400_000)
      for (const id of await ctx.queryValues<string>(awaiting, [ctx.account_id])) {
        if (random.below(3) === 0) continue
        await sends.approve(ctx, id, { id: approver.id, name: 'Bea', permissions })
        await sends.dueApprovals.process(ctx, id)
      }
    }, setting.account_id)
  const gifts = await run(
    (ctx) =>
      ctx.query<{ email: string; state: string; at: Date }>(
        `select g.email, g.state, coalesce(g.send_at, g.created_at) as at from gifting.bulk_send_gift b
           join gifting.gift_request g on g.account_id = b.account_id and g.id = b.gift_request_id
          where b.account_id = $1 and g.email like 'person%' order by g.email, at`,
        [ctx.account_id],
      ),
    setting.account_id,
  )
  assert.ok(gifts.filter(({ state }) => state === 'cancelled').length > 3)
  const sent = gifts.filter(({ state }) => state !== 'cancelled')
  assert.ok(sent.length > 10)
  for (const [index, gift] of sent.entries()) {
    const next = sent[index + 1]
    if (next?.email !== gift.email) continue
    assert.ok(
      next.at.getTime() - gift.at.getTime() > 150 * 86_400_000,
      JSON.stringify([gift, next]),
    )
  }
})

/** Returns the same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const pad = (number: number) => String(number).padStart(2, '0')
  return { below, day: () => `--${pad(1 + below(12))}-${pad(1 + below(28))}` }
}
