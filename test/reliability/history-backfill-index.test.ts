import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { findBackfills, runBackfill } from '#platform/postgres/history-partitions'
import { migrate, readMigrations } from '#platform/postgres/migrations'
import { openProcessDatabase } from '#test/test-database'
import { createEmptyDatabase } from '#test/throwaway-database'

const { url, drop } = await createEmptyDatabase()
const db = openProcessDatabase({ url, maxConnections: 4, name: 'test' })
after(async () => {
  await db.pool.end()
  await drop()
})
const table = 'gifting.thank_you_note'
const run = <T>(callback: (ctx: TxContext) => Promise<T>) =>
  inTransaction(db, ALL_ACCOUNTS, callback)

/** One note more than the migration to partitions copies by itself. */
const noteCount = 20_001

const insertNotes = (account_id: string) =>
  run(async (ctx) => {
    await ctx.query(
      `insert into access.account (id, name, tier, tenant, region, stage, created_at)
       values ($1::uuid, 'Larkfield', 'enterprise', $1::uuid::text, 'us', 'staging', now())`,
      [account_id],
    )
    await ctx.query(
      `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, sender_id, sender_name,
         sender_email, email_key, first_name, last_name, email, email_message, metadata, expires_at, created_at, updated_at)
       select $1, (substr(platform.uuid_floor(now() - n * interval '1 hour')::text, 1, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         'GR-' || n, 'complete', 'delivered', 1, false, $1, '', '', '', '', '', '',
         '{}', '{}', now(), now(), now() from generate_series(1, $2::int) n`,
      [account_id, noteCount],
    )
    await ctx.query(`insert into ${table} (account_id, gift_request_id, text, written_at)
      select account_id, id, 'Thank you', now() from gifting.gift_request`)
  })

/** The indexes of the table and of its partitions over the time of the note. */
const countIndexes = () =>
  run(async (ctx) => {
    const [row] = await ctx.query<{ tables: number; indexes: number }>(
      `select count(*)::int as tables, count(*) filter (where exists (
         select from pg_indexes i where i.schemaname = 'gifting' and i.tablename = c.relname
           and i.indexdef like '%(account_id, written_at, gift_request_id)'))::int as indexes
         from pg_class c where c.oid = $1::regclass
           or c.oid in (select inhrelid from pg_inherits where inhparent = $1::regclass)`,
      [table],
    )
    return row
  })

it('has the index of thank-you notes in each partition after a backfill that was unfinished when it was added', async () => {
  const migrations = readMigrations()
  await migrate(url, { only: migrations.filter(({ name }) => name < '0042') })
  await insertNotes(newId())
  await migrate(url)
  const pending = (await run(findBackfills)).map(({ table_name }) => table_name)
  assert.ok(pending.includes(table), 'the backfill is unfinished')
  assert.deepEqual(await countIndexes(), { tables: 1, indexes: 1 })
  await runBackfill(db, table)
  const counts = await countIndexes()
  assert.ok(counts !== undefined && counts.tables > 24, JSON.stringify(counts))
  assert.equal(counts.indexes, counts.tables)
})
