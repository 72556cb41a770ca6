import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import * as contacts from '#contacts'
import { inTransaction } from '#platform/postgres/database'
import { createTestApp } from '#test/api-harness'
import { sizeOfRun } from '#test/run-size'
import { createTestUser } from '#test/test-user'
import * as occasions from './index.ts'

const dayMs = 86_400_000
const people = sizeOfRun(160, 60)
const testApp = await createTestApp()
const { db } = testApp

/** Returns the same numbers for the same seed. */
function createRandom(seed: number) {
  let state = seed
  return {
    below(limit: number): number {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((state / 2 ** 32) * limit)
    },
  }
}

interface Year {
  account_id: string
  rule_ids: readonly string[]
  addPeople: (list: readonly Partial<contacts.ContactValues>[]) => Promise<contacts.Contact[]>
}

/** Creates an account with a rule for birthdays and one for anniversaries, which are on. */
async function startYear(): Promise<Year> {
  const { account } = await testApp.createOtherAccount()
  const run = <T>(callback: Parameters<typeof testApp.run<T>>[0]) =>
    testApp.run(callback, account.id)
  const { data } = await run((ctx) => campaigns.list(ctx, {}, { limit: 25, order: 'desc' }))
  const campaign = data.find(
    ({ invitation_method, state }) => invitation_method === 'email' && state === 'available',
  )
  const { user } = await run((ctx) =>
    createTestUser(ctx, { email: `owner-${account.id}@example.org`, role: 'admin' }),
  )
  const admin = { sender: user, isRestricted: false }
  const addRule = (kind: occasions.RuleTerms['kind'], name: string) =>
    run(async (ctx) => {
      const { id } = await occasions.createRule(
        ctx,
        {
          ...{ name, owner_id: user.id },
          terms: {
            ...{
              kind,
              field: null,
              repeats: false,
              years: [],
              offset_days: kind === 'birthday' ? 0 : -3,
            },
            ...{
              group_ids: [],
              countries: [],
              departments: [],
              team_id: null,
              email_message: null,
            },
            ...{
              campaign_id: campaign?.id ?? '',
              timing: kind === 'birthday' ? 'on_day' : 'in_time',
              choice_days: kind === 'birthday' ? 0 : 5,
              weekends: 'before',
            },
            ...{
              send_time: '09:00',
              time_zone: 'Europe/Berlin',
              needs_approval: false,
              max_days_late: 2,
            },
          },
        },
        admin,
      )
      await occasions.switchOn(ctx, id, admin)
      return id
    })
  return {
    account_id: account.id,
    rule_ids: [
      await addRule('birthday', 'Birthdays'),
      await addRule('anniversary', 'Anniversaries'),
    ],
    addPeople: (list) =>
      run(async (ctx) => {
        const added = []
        for (const values of list) added.push(await contacts.createContact(ctx, values))
        return added
      }),
  }
}

const pad = (number: number) => String(number).padStart(2, '0')
const zones = ['America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Auckland', null]
const countries = ['DE', 'CN', 'SA', null]

function randomDates(random: ReturnType<typeof createRandom>) {
  const month = pad(1 + random.below(12))
  const date = pad(1 + random.below(28))
  return {
    birthday: random.below(20) === 0 ? '--02-29' : `--${month}-${date}`,
    start_date: `20${pad(10 + random.below(14))}-${pad(1 + random.below(12))}-${date}`,
    time_zone: zones[random.below(zones.length)] ?? null,
    country: countries[random.below(countries.length)] ?? null,
  }
}

/** Returns what happened: rule, person, year and day of each gift. */
const listOutcomes = ({ account_id }: Year) =>
  testApp.run(
    (ctx) =>
      ctx.query<{ rule_id: string; contact_id: string; year: number; at: Date; state: string }>(
        `select rule_id, contact_id, year, send_at as at, state from occasions.outcome
          where account_id = $1 order by 1, 2, 3`,
        [ctx.account_id],
      ),
    account_id,
  )

it('sends in a year on the test clock what it has planned for the year', async () => {
  const year = await startYear()
  const random = createRandom(7)
  await year.addPeople(
    Array.from({ length: people }, (_, index) => ({
      ...{ given_name: 'Ada', family_name: `Larkin ${index}` },
      work_emails: [`plan${index}@example.org`],
      ...randomDates(random),
    })),
  )
  const rules = await testApp.run(occasions.listRules, year.account_id)
  const { gifts } = await testApp.run(
    (ctx) => occasions.forecast(ctx, rules, 'next_year'),
    year.account_id,
  )
  await inTransaction(db, year.account_id, (ctx) =>
    occasions.advanceRules({ ...ctx, now: new Date(ctx.now.getTime() + 365 * dayMs) }, 365 * dayMs),
  )
  const outcomes = await listOutcomes(year)
  const toLine = (each: { rule_id: string | null; contact_id: string; year: number }, at: Date) =>
    `${each.rule_id} ${each.contact_id} ${each.year} ${at.toISOString().slice(0, 13)}`
  assert.ok(gifts.length > 1.9 * people)
  assert.ok(outcomes.every(({ state }) => state === 'sent'))
  const cutOff = Date.now() + 364 * dayMs
  const before = <Row extends { send_at?: Date; at?: Date }>(row: Row) =>
    (row.send_at ?? row.at ?? new Date(0)).getTime() < cutOff
  assert.deepEqual(
    outcomes
      .filter(before)
      .map((each) => toLine(each, each.at))
      .toSorted(),
    gifts
      .filter(before)
      .map((each) => toLine(each, each.send_at))
      .toSorted(),
  )
})

it('sends no second gift, whatever happens to the list of people', async () => {
  const year = await startYear()
  const random = createRandom(11)
  /** The people of the HR system, and what each is called there. */
  const staff = new Map<string, contacts.Contact>()
  const keys = new Map<string, string>()
  const setStaff = (key: string, contact: contacts.Contact) => {
    staff.set(key, contact)
    keys.set(contact.id, key)
  }
  const values = (key: string) => ({
    ...{ given_name: 'Bea', family_name: key, external_ids: [key] },
    work_emails: [`${key}-${random.below(3)}@example.org`],
    ...randomDates(random),
  })
  for (const key of Array.from({ length: 30 }, (_, index) => `staff${index}`)) {
    const [added] = await year.addPeople([values(key)])
    if (added !== undefined) setStaff(key, added)
  }
  const start = Date.now()
  for (let day = 2; day <= 800; day += 4) {
    const now = new Date(start + day * dayMs)
    await inTransaction(db, year.account_id, async (realCtx) => {
      const ctx = { ...realCtx, now }
      for (let edit = 0; edit < 3; edit += 1) {
        const [key, contact] = [...staff][random.below(staff.size)] ?? []
        if (key === undefined || contact === undefined) continue
        if (random.below(3) === 0) {
          await contacts.deleteContact(ctx, contact.id)
          setStaff(key, await contacts.createContact(ctx, values(key)))
        } else {
          const changed = await contacts.updateContact(ctx, contact.id, randomDates(random))
          if (changed !== undefined) staff.set(key, changed.contact)
        }
      }
      await occasions.advanceRules(ctx, 4 * dayMs)
    })
  }
  const given = new Map<string, number[]>()
  for (const { rule_id, contact_id, at } of await listOutcomes(year)) {
    const person = `${rule_id} ${keys.get(contact_id)}`
    given.set(person, [...(given.get(person) ?? []), at.getTime()])
  }
  assert.ok(given.size > 15)
  for (const [who, times] of given) {
    const sorted = times.toSorted((one, other) => one - other)
    for (const [index, at] of sorted.entries())
      assert.ok(
        index === 0 || at - (sorted[index - 1] ?? 0) > 150 * dayMs,
        `${who}: ${times.map((each) => new Date(each).toISOString()).join(', ')}`,
      )
  }
})
