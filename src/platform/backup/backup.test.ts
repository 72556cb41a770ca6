import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase, createMigratedDatabase } from '#test/throwaway-database'
import { createBackup, restoreBackup, verifyBackup } from './index.ts'

describe('a backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bestow backup '))
  after(() => rmSync(folder, { recursive: true }))
  const source = await createMigratedDatabase()
  const account = '0197c9a0-0000-7000-8000-000000000001'
  /**
   * A name with characters that COPY must escape. Other values are a timestamp, an array of bytes, and nulls.
   */
  const name = 'Ada\t"Lovelace"\\\n\r\\N · 日本語 🎁'
  await withClient(source.url, async (client) => {
    await client.query(`set bestow.account = '*'`)
    await client.query(
      `insert into access.account (id, name, tier, tenant, region, stage, created_at)
       values ($1, $2, 'enterprise', 'acme', 'us', 'staging', now())`,
      [account, name],
    )
    await client.query(
      `insert into catalogue.warehouse (account_id, id, name, country, created_at)
       select $1, gen_random_uuid(), 'Nº ' || n, 'DE', now() from generate_series(1, 5000) n`,
      [account],
    )
    // creates a partition for a past week, which a new database does not have
    await client.query(
      `select platform.create_weekly_partitions('webhooks.event', '2025-03-05T00:00:00Z'::timestamptz, 0)`,
    )
    await client.query(
      `insert into webhooks.event (account_id, id, type, subject_id, created_at)
       values ($1, platform.uuid_floor('2025-03-05T00:00:00Z'), 'gift_request_created', gen_random_uuid(), '2025-03-05T00:00:00Z')`,
      [account],
    )
    // a row whose foreign key is checked at the end of a transaction
    await client.query(
      `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, sender_id,
         sender_name, sender_email, email_key, first_name, last_name, email, email_message, metadata, expires_at,
         created_at, updated_at)
       values ($1, $1, 'GR-1', 'created', 'submitted', 1, false, $1, 'Lee', 'lee@example.com', '', 'Ada', 'Larkin',
         'ada@example.com', '', '{}', now(), now(), now())`,
      [account],
    )
    await client.query(
      `insert into gifting.batch_row (account_id, key_digest, fingerprint, gift_request_id, created_at)
       values ($1, '', '', $1, now())`,
      [account],
    )
  })
  const whole = join(folder, 'whole')
  await createBackup(source.url, whole)

  it('restores every row, with row-level security and triggers enabled', async () => {
    const target = await createEmptyDatabase()
    await restoreBackup(target.url, whole)
    assert.deepEqual(await digestTables(target.url), await digestTables(source.url))
    await withClient(target.url, async (client) => {
      const { rows: seen } = await client.query('select 1 from access.account')
      assert.deepEqual(seen, [], 'row-level security does not hold any more')
      const { rows } = await client.query(
        `select count(*)::int as off from pg_trigger where tgenabled <> 'O'`,
      )
      assert.deepEqual(rows, [{ off: 0 }])
      await client.query(`set bestow.account = '*'`)
      const { rows: names } = await client.query('select name from access.account')
      assert.deepEqual(names, [{ name }])
      const { rows: addresses } = await client.query(
        'select tableoid::regclass::text as home from webhooks.event',
      )
      assert.deepEqual(addresses, [{ home: 'webhooks.event_2025w10' }])
    })
  })

  it('is restored into an empty database only', async () => {
    await assert.rejects(restoreBackup(source.url, whole), /not empty/)
  })

  it('does not replace another backup', async () => {
    await assert.rejects(createBackup(source.url, whole), /already exists/)
  })

  it('is rejected before any write when it is damaged', async () => {
    const damaged = join(folder, 'damaged')
    await createBackup(source.url, damaged)
    truncateSync(join(damaged, 'catalogue.warehouse.copy.gz'), 100)
    const target = await createEmptyDatabase()
    await assert.rejects(restoreBackup(target.url, damaged), /warehouse.* is damaged/)
    assert.deepEqual(await digestTables(target.url), {})
  })

  it('is rejected when it is incomplete or of a newer version', async () => {
    await assert.rejects(verifyBackup(join(folder, 'nowhere')), /no manifest/)
    const newer = join(folder, 'newer')
    const manifest = await createBackup(source.url, newer)
    const migrations = [...manifest.migrations, { name: '9999_next.sql', sha256: 'x' }]
    writeFileSync(join(newer, 'manifest.json'), JSON.stringify({ ...manifest, migrations }))
    const target = await createEmptyDatabase()
    await assert.rejects(restoreBackup(target.url, newer), /newer than this version/)
  })

  it('leaves no folder that looks like a backup when it fails', async () => {
    const [, database] = /\/(\w+)(?:\?|$)/.exec(new URL(source.url).pathname) ?? []
    const gone = source.url.replace(`/${database}`, '/no_such_database')
    await assert.rejects(createBackup(gone, join(folder, 'failed')), /no_such_database/)
    assert.deepEqual(
      readdirSync(folder).filter((entry) => entry.startsWith('failed')),
      [],
    )
  })
})

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Returns a digest of all rows of every table, independent of their order. */
const digestTables = (url: string): Promise<Record<string, string>> =>
  withClient(url, async (client) => {
    await client.query(`set bestow.account = '*'`)
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
          and n.nspname <> 'platform' order by 1`,
    )
    const digests: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as digest from ${name} t`,
      )
      digests[name] = rows[0]?.digest ?? ''
    }
    return digests
  })
