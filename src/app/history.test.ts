import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import * as audit from '#audit'
import * as mail from '#email'
import * as gifting from '#gifting'
import { minIdAt, newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import {
  createPartitions,
  dropExpired,
  type HistoryTable,
} from '#platform/postgres/history-partitions'
import { createTestDatabase } from '#test/test-database'

const testDb = await createTestDatabase()
after(testDb.close)
const forAll = <T>(callback: (ctx: TxContext) => Promise<T>) => testDb.run(ALL_ACCOUNTS, callback)

const tables = [
  gifting.transitionHistory,
  gifting.noteHistory,
  mail.messageHistory,
  mail.dedupKeyHistory,
  audit.entryHistory,
]

const partitionsOf = async (ctx: TxContext, { name }: HistoryTable) => {
  const rows = await ctx.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::text::regclass order by 1`,
    [name],
  )
  return rows.map((row) => row.name.slice((name.split('.')[1] ?? '').length + 1))
}

describe('history partitions', () => {
  it('exist for this month and the next one, with row-level security, and are created once', async () => {
    for (const table of tables) {
      const creations = await Promise.allSettled(
        [1, 2].map(() => forAll((ctx) => createPartitions(ctx, table))),
      )
      // one of two concurrent creations can give up its lock, so the next round repeats it
      for (const creation of creations)
        if (creation.status === 'rejected') assert.equal(creation.reason.code, '55P03')
      await forAll((ctx) => createPartitions(ctx, table))
      const names = await forAll((ctx) => partitionsOf(ctx, table))
      for (const month of ['2026m05', '2026m06', 'default'])
        assert.ok(names.includes(month), `${table.name} ${month}`)
      assert.equal(await forAll((ctx) => createPartitions(ctx, table)), 0)
    }
    const open = await forAll((ctx) =>
      ctx.query(
        `select relname from pg_class c join pg_inherits i on i.inhrelid = c.oid
          where i.inhparent = any ($1::text[]::regclass[]) and relkind = 'r'
            and not (relrowsecurity and relforcerowsecurity)`,
        [tables.map(({ name }) => name)],
      ),
    )
    assert.deepEqual(open, [])
  })

  it('have the storage parameters of the default partition', async () => {
    await forAll((ctx) => createPartitions(ctx, mail.messageHistory))
    const options = await forAll((ctx) =>
      ctx.query<{ reloptions: string[] }>(
        `select c.reloptions from pg_class c join pg_inherits i on i.inhrelid = c.oid
          where i.inhparent = $1::text::regclass`,
        [mail.messageHistory.name],
      ),
    )
    assert.ok(options.length >= 3)
    for (const { reloptions } of options) assert.deepEqual(reloptions, ['fillfactor=75'])
  })

  it('take over the rows of their month from the default partition', async () => {
    const { id: account_id } = await testDb.newAccount()
    const id = newId(new Date('2031-02-10T00:00:00Z'))
    await testDb.run(account_id, (ctx) => insertAuditEntry(ctx, id))
    const homeOf = async (ctx: TxContext) =>
      (
        await ctx.query<{ home: string }>(
          'select tableoid::regclass::text as home from access.audit_entry where id = $1',
          [id],
        )
      )[0]?.home
    assert.equal(await forAll(homeOf), 'access.audit_entry_default')
    await forAll((ctx) => createPartitions(ctx, audit.entryHistory))
    assert.equal(await forAll(homeOf), 'access.audit_entry_2031m02')
    const [entry] = (
      await testDb.run(account_id, (ctx) =>
        audit.listEntries(ctx, {}, { limit: 10, order: 'desc' }),
      )
    ).data
    assert.equal(entry?.id, id)
    await assert.rejects(
      testDb.run(account_id, (ctx) => ctx.query('delete from access.audit_entry')),
      /append-only/,
    )
  })

  it('are the only ones that a page of a list or a read by key touches', async () => {
    const { id: account_id } = await testDb.newAccount()
    const scans = async (sql: string, values: unknown[]) => {
      const plan = await testDb.run(account_id, (ctx) =>
        ctx.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${sql}`, values),
      )
      const text = plan.map((row) => row['QUERY PLAN']).join('\n')
      return [...text.matchAll(/ on \w*?_(\d{4}m\d\d|default)\b.*?(never executed)?/g)].filter(
        ([line]) => !line.includes('never executed'),
      ).length
    }
    const gift = newId(new Date('2026-06-10T00:00:00Z'))
    assert.equal(
      await scans(
        'select * from gifting.state_transition where account_id = $1 and gift_request_id = $2 order by number',
        [account_id, gift],
      ),
      1,
    )
    const before = minIdAt(new Date('2026-05-20T00:00:00Z'))
    const page = `from access.audit_entry where account_id = $1 and id < $2 order by id desc limit 26`
    // The default partition can contain any key. Later months are pruned.
    const [all, pruned] = [
      await scans(`select * ${page}`, [account_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff']),
      await scans(`select * ${page}`, [account_id, before]),
    ]
    assert.ok(pruned < all, `${pruned} of ${all}`)
    assert.ok(pruned <= 3, String(pruned))
  })

  it('are dropped after the retention period, unless their rows are still needed', async () => {
    const { id: account_id } = await testDb.newAccount()
    const month = new Date('2024-03-10T00:00:00Z')
    const [gift, email, entry] = [newId(month), newId(month), newId(month)]
    for (const table of tables)
      await forAll((ctx) =>
        ctx.query('select platform.create_monthly_partition($1::text::regclass, $2)', [
          table.name,
          month,
        ]),
      )
    await testDb.run(account_id, async (ctx) => {
      await insertAuditEntry(ctx, entry)
      await insertGift(ctx, gift)
      await insertEmail(ctx, email)
    })
    const year = 365
    const drop = (table: HistoryTable, days: number) =>
      forAll((ctx) => dropExpired(ctx, table, days))
    assert.deepEqual(await drop(gifting.transitionHistory, year), [])
    assert.deepEqual(await drop(mail.messageHistory, year), [])
    await testDb.run(account_id, async (ctx) => {
      await ctx.query(`update gifting.gift_request set status = 'delivered' where id = $1`, [gift])
      await ctx.query(`update mail.message set state = 'sent', due_at = null where id = $1`, [
        email,
      ])
    })
    assert.deepEqual(await drop(gifting.transitionHistory, 3 * year), [], 'it is two years old')
    assert.deepEqual(await drop(gifting.transitionHistory, year), [
      'gifting.state_transition_2024m03',
    ])
    assert.deepEqual(await drop(mail.messageHistory, year), ['mail.message_2024m03'])
    assert.deepEqual(await drop(audit.entryHistory, year), ['access.audit_entry_2024m03'])
    assert.deepEqual(await drop(audit.entryHistory, year), [])
    // a late transition of an old gift request is still stored
    await testDb.run(account_id, (ctx) => insertTransition(ctx, gift, 2))
  })

  it('contain all emails of a person, who can be erased', async () => {
    const { id: account_id } = await testDb.newAccount()
    const ids = ['2026-05-02', '2025-01-01', '2033-01-01'].map((day) => newId(new Date(day)))
    await testDb.run(account_id, async (ctx) => {
      for (const id of ids) await insertEmail(ctx, id)
    })
    await forAll((ctx) => createPartitions(ctx, mail.messageHistory))
    assert.equal(
      await testDb.run(account_id, (ctx) => mail.eraseByRecipient(ctx, 'ada@example.com')),
      ids.length,
    )
    const left = await testDb.run(account_id, (ctx) =>
      ctx.query('select from mail.message where encrypted_payload is not null'),
    )
    assert.equal(left.length, 0)
  })
})

const insertTransition = (ctx: TxContext, gift: string, number: number) =>
  ctx.query(
    `insert into gifting.state_transition (account_id, gift_request_id, number, created_at, to_state, cause, events)
     values ($1, $2, $3, now(), 'created', 'test', '{}')`,
    [ctx.account_id, gift, number],
  )

async function insertGift(ctx: TxContext, id: string) {
  await ctx.query(
    `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, sender_id, sender_name,
       sender_email, email_key, first_name, last_name, email, email_message, metadata, expires_at, created_at, updated_at)
     values ($1, $2::uuid, $2::uuid::text, 'ordered', 'redeemed', 1, false, $2::uuid, 'A', 'a@example.com', '', '', '', '', '{}', '{}', now(), now(), now())`,
    [ctx.account_id, id],
  )
  await insertTransition(ctx, id, 1)
}

const insertEmail = (ctx: TxContext, id: string) =>
  ctx.query(
    `insert into mail.message (account_id, id, kind, priority, to_digest, encrypted_payload, code, state, due_at, created_at)
     values ($1, $2, 'invitation', 1, sha256('ada@example.com'), 'x', 'code', 'queued', now(), now())`,
    [ctx.account_id, id],
  )

const insertAuditEntry = (ctx: TxContext, id: string) =>
  ctx.query(
    `insert into access.audit_entry (account_id, id, at, actor_kind, action, subject_kind, subject_id, details)
     values ($1, $2, now(), 'system', 'a.b', 'thing', '1', '{}')`,
    [ctx.account_id, id],
  )
