/**
 * `node packages/reliability/occasions.ts` measures how long the plan of a year takes for 10,000 contacts, and edits a list of
 * people at random for a year, day by day, while two rules send their gifts. It counts people who got two gifts of a rule in
 * half a year. A million edits take several minutes: BENCH_EDITS sets another number.
 */
import { join } from 'node:path'
import pg from 'pg'
import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as occasions from '#occasions'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { createBenchInstance } from './support/instance.ts'
import { openServiceDatabase } from './support/service-harness.ts'

const edits = Number(process.env.BENCH_EDITS ?? 1_000_000)
const planned = 10_000
const staff = 500
const days = 365
const dayMs = 86_400_000
const birthday = `'--' || to_char(date '2024-01-01' + (random() * 365)::int, 'MM-DD')`
const country = `(array['DE', 'US', 'JP', 'SA', null])[1 + (random() * 4)::int]`
const startDate = `to_char(date '2010-01-01' + (random() * 5500)::int, 'YYYY-MM-DD')`

const instance = await createBenchInstance()
const { account_id } = instance
const db = openServiceDatabase(instance.database.url, join(instance.env.BESTOW_DATA_DIR ?? ''))
const superuser = new pg.Client(instance.superuserUrl)
await superuser.connect()
const run = <T>(callback: (ctx: TxContext) => Promise<T>) => inTransaction(db, account_id, callback)
try {
  await main()
} finally {
  await superuser.end()
  await db.pool.end()
  await instance.remove()
}

async function main(): Promise<void> {
  const rules = await addRules()
  await addPeople(planned)
  await measurePlan(rules)
  await superuser.query('delete from contacts.contact')
  await addPeople(staff)
  await liveAYear()
  await countDoubles()
}

async function addRules(): Promise<occasions.Rule[]> {
  return run(async (ctx) => {
    const owner = await accounts.createUser(ctx, { email: 'owner@example.com', role: 'admin' })
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    const campaign = data.find(
      (each) => each.invitation_method === 'email' && each.state === 'available',
    )
    const user = { sender: owner.user, isRestricted: false }
    for (const kind of ['birthday', 'anniversary'] as const) {
      const { id } = await occasions.createRule(
        ctx,
        {
          ...{ name: kind, owner_id: owner.user.id },
          terms: {
            ...{ kind, field: null, repeats: false, years: [], offset_days: 0, group_ids: [] },
            ...{ countries: [], departments: [], campaign_id: campaign?.id ?? '', team_id: null },
            ...{ email_message: null, timing: 'on_day', choice_days: 0, weekends: 'before' },
            ...{ send_time: '09:00', time_zone: 'Europe/Berlin', needs_approval: false },
            max_days_late: 3,
          },
        },
        user,
      )
      await occasions.switchOn(ctx, id, user)
    }
    return occasions.listRules(ctx)
  })
}

/** Inserts people whose number is in the external id, with one of three addresses. */
async function addPeople(count: number, numbers = `select n from generate_series(1, ${count}) n`) {
  await superuser.query(
    `with people as materialized (select n, gen_random_uuid() as id, (random() * 2)::int as address from (${numbers}) numbers),
      added as (
       insert into contacts.contact (account_id, id, given_name, family_name, sort_name, country, birthday, start_date, fields, origins, created_at, updated_at)
       select $1::uuid, id, 'Ada', 'Larkin ' || n, 'larkin', ${country}, ${birthday}, ${startDate}, '{}', '{}', now(), now() from people returning id),
      mailed as (
       insert into contacts.email (account_id, email_key, contact_id, kind, position, email, domain_key)
       select $1::uuid, e, id, 'work', 0, e, 'example.org' from people, lateral (select n || '-' || address || '@example.org' as e) named returning 1)
     insert into contacts.external_id (account_id, external_id, contact_id, position) select $1::uuid, n::text, id, 0 from people`,
    [account_id],
  )
}

async function measurePlan(rules: readonly occasions.Rule[]): Promise<void> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  const { gifts } = await run((ctx) => occasions.forecast(ctx, rules, 'next_year'))
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${planned} people, ${rules.length} rules, ${gifts.length} gifts of a year: ${(performance.now() - start).toFixed(0)} ms, ` +
      `${((user + system) / 1000).toFixed(0)} ms of CPU`,
  )
}

async function liveAYear(): Promise<void> {
  const start = Date.now()
  const perDay = Math.ceil(edits / days)
  for (let day = 1; day <= days; day += 1) {
    await editPeople(perDay)
    await run((ctx) =>
      occasions.advanceRules({ ...ctx, now: new Date(start + day * dayMs) }, dayMs),
    )
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(0)
  console.log(`${perDay * days} edits in ${days} days: ${seconds} s`)
}

/** Moves dates, and replaces a tenth of the edited people by new contacts with the same external id. */
async function editPeople(count: number): Promise<void> {
  await superuser.query(
    `update contacts.contact set birthday = ${birthday}, start_date = ${startDate}
      where id in (select id from contacts.contact order by random() limit $1)`,
    [Math.min(count, staff)],
  )
  for (let rest = count - staff; rest > 0; rest -= staff)
    await superuser.query(
      `update contacts.contact set birthday = ${birthday}, start_date = ${startDate} where random() < $1`,
      [Math.min(1, rest / staff)],
    )
  const { rows } = await superuser.query<{ n: string }>(
    `with gone as (delete from contacts.contact where id in (select id from contacts.contact order by random() limit $1) returning id)
     select external_id as n from contacts.external_id where contact_id in (select id from gone)`,
    [Math.ceil(staff / 50)],
  )
  await addPeople(0, `select unnest(array[${rows.map(({ n }) => n).join(',')}]::int[]) as n`)
}

async function countDoubles(): Promise<void> {
  const { rows } = await superuser.query<{ gifts: number; doubles: number }>(
    `with given as (
       select o.rule_id, split_part(c.email_key, '-', 1) as person, o.send_at
         from occasions.outcome o
         join gifting.gift_request g on g.account_id = o.account_id and g.id = o.gift_request_id
         join gifting.contact c on c.account_id = g.account_id and c.id = g.contact_id),
      ordered as (select *, send_at - lag(send_at) over (partition by rule_id, person order by send_at) as gap from given)
     select count(*)::int as gifts, count(*) filter (where gap < interval '150 days')::int as doubles from ordered`,
  )
  const [{ gifts, doubles } = { gifts: 0, doubles: 0 }] = rows
  console.log(`${gifts} gifts, ${doubles} doubles`)
  if (gifts === 0 || doubles > 0) process.exitCode = 1
}
