import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import * as mail from '#email'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { findBackfills, runBackfill } from '#platform/postgres/history-partitions'
import { migrate, readMigrations } from '#platform/postgres/migrations'
import { eventually } from '#test/eventually'
import { openProcessDatabase } from '#test/test-database'
import { createEmptyDatabase } from '#test/throwaway-database'

/*
 * The tests of the upgrade of a database whose emails are in one table, and are
 * too many to copy in a migration.
 */

/** The SQL that replaces the partitions of mail.message by one table. */
const oneTable = `
  alter table mail.message rename to message_partitioned;
  create table mail.message (like mail.message_partitioned including all);
  select platform.enable_rls('mail.message');
  drop table mail.message_partitioned;`

const partitionsAgain = `
  create table mail.message_next (like mail.message including defaults including constraints) partition by range (id);
  alter table mail.message_next add constraint message_next_pkey primary key (account_id, id);
  select platform.enable_rls('mail.message_next');
  select platform.start_backfill('mail.message', '{account_id,id}',
    'insert into mail.dedup_key (account_id, gift_request_id, dedup_key, message_id)
     select account_id, gift_request_id, dedup_key, id from mail.message
      where dedup_key is not null and gift_request_id is not null and %s on conflict do nothing');`

/** The SQL of a change of the table while its rows are still being copied. */
const addedIndex = `select platform.change_history_table('mail.message', 'create index on %s (account_id, ended_at, id)');`

const emailCount = 30_000
const { url, drop } = await createEmptyDatabase()
const folder = mkdtempSync(join(tmpdir(), 'bestow-migrations-'))
const db = openProcessDatabase({ url, maxConnections: 4, name: 'test' })
after(async () => {
  await db.pool.end()
  await drop()
  rmSync(folder, { recursive: true })
})
const account_id = newId()
const otherAccountId = newId()
const run = <T>(callback: (ctx: TxContext) => Promise<T>, account = account_id) =>
  inTransaction(db, account, callback)

const isPartitioned = () =>
  run(async (ctx) => {
    const [row] = await ctx.query<{ relkind: string }>(
      `select relkind from pg_class where oid = 'mail.message'::regclass`,
    )
    return row?.relkind === 'p'
  })

/** Returns the number of rows, and a digest of all their columns. */
const digest = (table: string) =>
  run(
    (ctx) =>
      ctx.queryFirst<{ count: number; digest: string }>(
        `select count(*)::int as count, sum(hashtextextended(m::text, 0))::text as digest from ${table} m`,
      ),
    ALL_ACCOUNTS,
  )

const progress = async () =>
  (await run(findBackfills, ALL_ACCOUNTS)).find(({ table_name }) => table_name === 'mail.message')
    ?.copied_rows ?? 0

async function migrateWithOldEmails() {
  for (const { name, text } of readMigrations()) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, '9001_one_table.sql'), oneTable)
  await migrate(url, { folder })
  await run(async (ctx) => {
    for (const id of [account_id, otherAccountId])
      await ctx.query(
        `insert into access.account (id, name, tier, tenant, region, stage, created_at)
         values ($1::uuid, 'Larkfield', 'enterprise', $1::uuid::text, 'us', 'staging', now())`,
        [id],
      )
  }, ALL_ACCOUNTS)
  for (let first = 1; first < emailCount; first += 10_000) await insertOldEmails(first)
  writeFileSync(join(folder, '9002_partitions.sql'), partitionsAgain)
  writeFileSync(join(folder, '9003_index.sql'), addedIndex)
  await migrate(url, { folder })
}

/** Inserts 10,000 emails into the table. */
const insertOldEmails = (first: number) =>
  run(async (ctx) => {
    // inserts emails of fourteen months, each about its own gift request, with
    // ids as the service creates them
    await ctx.query(
      `insert into mail.message (account_id, id, kind, gift_request_id, dedup_key, priority, to_digest, encrypted_payload, code,
         state, ended_at, created_at)
       select case when n % 3 = 0 then $1::uuid else $2::uuid end, id, 'invitation', id, 'invitation', 1,
              sha256(n::text::bytea), case when n % 2 = 0 then sha256(id::text::bytea) end, n::text, 'sent', made, made
         from generate_series($3::int, $3::int + 9999) n cross join lateral (select now() - n * interval '20 minutes' as made) m
         cross join lateral (select (left(replace(platform.uuid_floor(made)::text, '-', ''), 12) || '7' ||
           substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid as id) i`,
      [account_id, otherAccountId, first],
    )
  }, ALL_ACCOUNTS)

/**
 * Counts the table and its partitions, and how many of them have the index that
 * was added during the backfill.
 */
const countAddedIndexes = () =>
  run((ctx) =>
    ctx.queryFirst<{ tables: number; indexes: number }>(
      `select count(*)::int as tables, count(*) filter (where exists (
         select from pg_indexes i where i.schemaname = 'mail' and i.tablename = c.relname
           and i.indexdef like '%(account_id, ended_at, id)'))::int as indexes
         from pg_class c where c.oid = 'mail.message'::regclass
           or c.oid in (select inhrelid from pg_inherits where inhparent = 'mail.message'::regclass)`,
    ),
  )

/** Runs the backfill in a process that is killed with SIGKILL after it has copied some rows. */
async function backfillUntilKilled() {
  const copiedBefore = await progress()
  const child = spawn(
    process.execPath,
    [
      'test/reliability/history-backfill-process.ts',
      JSON.stringify({ url, table: 'mail.message' }),
    ],
    { stdio: 'ignore' },
  )
  const exit = once(child, 'exit')
  await eventually(async () => (await progress()) > copiedBefore, { timeoutMs: 30_000 })
  child.kill('SIGKILL')
  await exit
}

const enqueue = (gift_request_id: string) =>
  run(async (ctx) =>
    mail.enqueue(ctx, {
      kind: 'declined',
      account_id,
      gift_request_id,
      dedup_key: 'declined',
      to: { name: 'Ada', email: 'ada@example.com' },
    } as unknown as mail.Email),
  )

const countAbout = (gift_request_id: string) =>
  run(async (ctx) => {
    const rows = await ctx.query('select from mail.message where gift_request_id = $1', [
      gift_request_id,
    ])
    return rows.length
  })

it('copies old emails in batches that survive kill -9, while emails are added, changed and deleted', async () => {
  await migrateWithOldEmails()
  assert.equal(await isPartitioned(), false)
  assert.deepEqual(await countAddedIndexes(), { tables: 1, indexes: 1 })
  const ids = (
    await run((ctx) => ctx.query<{ id: string }>('select id from mail.message order by id'))
  ).map(({ id }) => id)
  assert.ok(ids.length > 5_000)
  await backfillUntilKilled()
  const copied = await progress()
  assert.ok(copied > 0 && copied < emailCount, String(copied))

  const newGift = newId()
  await Promise.all([1, 2, 3].map(() => enqueue(newGift)))
  assert.equal(await countAbout(newGift), 1, 'an email is enqueued once before the swap')
  const [first = '', second = ''] = ids
  const [last = '', beforeLast = ''] = ids.toReversed()
  await run(async (ctx) => {
    await ctx.query(`update mail.message set state = 'bounced', error = 'x' where id = any ($1)`, [
      [first, last],
    ])
    mail.deleteMessages(ctx, [second, beforeLast])
  })
  assert.equal(await isPartitioned(), false)
  const before = await digest('mail.message')
  assert.equal(before?.count, emailCount - 1)

  await Promise.all([backfillUntilKilled(), enqueue(newGift)])
  // the session of the killed process ends with its statement; until it ends, it still copies the table
  await eventually(
    async () => {
      await Promise.all([1, 2].map(() => runBackfill(db, 'mail.message')))
      return isPartitioned()
    },
    { timeoutMs: 60_000 },
  )
  assert.deepEqual(await digest('mail.message'), before)
  assert.deepEqual(await run(findBackfills, ALL_ACCOUNTS), [])
  const counts = await countAddedIndexes()
  assert.ok(counts !== undefined && counts.tables > 12, JSON.stringify(counts))
  assert.equal(counts.indexes, counts.tables)

  await enqueue(newGift)
  assert.equal(await countAbout(newGift), 1, 'an email is enqueued once after the swap')
  const oldGift = ids[20] ?? ''
  await run((ctx) =>
    ctx.query(`update mail.dedup_key set dedup_key = 'declined' where gift_request_id = $1`, [
      oldGift,
    ]),
  )
  await enqueue(oldGift)
  assert.equal(await countAbout(oldGift), 1, 'the keys of old emails were copied')
  await run(async (ctx) => {
    const [row] = await ctx.query<{ months: number; in_default: number }>(
      `select count(distinct tableoid)::int as months, (count(*) filter (where tableoid = 'mail.message_default'::regclass))::int as in_default from mail.message`,
    )
    assert.ok((row?.months ?? 0) >= 12, `${row?.months} months`)
    assert.equal(row?.in_default, 0)
  })
})
