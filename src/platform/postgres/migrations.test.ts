import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import pg from 'pg'
import { eventually } from '#test/eventually'
import { createEmptyDatabase, createMigratedDatabase } from '#test/throwaway-database'
import type { TxContext } from './database.ts'
import {
  compare,
  createMigrationStatusReader,
  migrate,
  readMigrationStatus,
  readMigrations,
} from './migrations.ts'

describe('migrate', () => {
  let folder: string
  let url: string

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bestow migrations '))
    url = (await createEmptyDatabase()).url
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

  async function ask(text: string) {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  it('applies migrations in order, each once', async () => {
    write('0002_second.sql', 'create table room.b (a_id int references room.a)')
    write('0001_first.sql', 'create schema room; create table room.a (id int primary key);')
    write('notes.sql', 'this is no migration')
    assert.deepEqual(await readMigrationStatus(url, { folder }), {
      state: 'behind',
      pending: ['0001_first.sql', '0002_second.sql'],
    })

    const logged: string[] = []
    const done = await migrate(url, { folder, log: (line) => logged.push(line) })
    assert.deepEqual(done, ['0001_first.sql', '0002_second.sql'])
    assert.equal(logged.length, 2)
    assert.deepEqual(await migrate(url, { folder }), [])
    assert.deepEqual(await readMigrationStatus(url, { folder }), { state: 'current' })
  })

  it('applies each migration once when several processes migrate at the same time', async () => {
    write('0001_first.sql', 'create schema room; select pg_sleep(0.1);')
    const done = await Promise.all([1, 2, 3, 4].map(() => migrate(url, { folder })))
    assert.deepEqual(done.flat(), ['0001_first.sql'])
  })

  it('rolls back a failed migration and reports its line', async () => {
    write('0001_good.sql', 'create schema room;')
    write('0002_bad.sql', 'create table room.a (id int);\n\ninsert into room.nowhere values (1);\n')
    await assert.rejects(
      migrate(url, { folder }),
      /0002_bad\.sql failed in line 3: relation "room.nowhere" does not exist/,
    )
    assert.deepEqual(await ask(`select to_regclass('room.a') as a`), [{ a: null }])
    assert.deepEqual(await readMigrationStatus(url, { folder }), {
      state: 'behind',
      pending: ['0002_bad.sql'],
    })

    write('0002_bad.sql', 'create table room.a (id int);')
    assert.deepEqual(await migrate(url, { folder }), ['0002_bad.sql'])
  })

  it('runs a no-transaction file outside a transaction', async () => {
    write('0001_first.sql', 'create schema room; create table room.a (id int);')
    write(
      '0002_index.sql',
      `--! no-transaction
-- Bears being run again.
drop index if exists room.a_id;
create index concurrently a_id on room.a (id);

create index concurrently if not exists a_more
  on room.a ((id + 1));
-- the end
`,
    )
    await migrate(url, { folder })
    const rows = await ask(`select indexname from pg_indexes where schemaname = 'room' order by 1`)
    assert.deepEqual(rows, [{ indexname: 'a_id' }, { indexname: 'a_more' }])
  })

  it('gives migrations access to the rows of all accounts', async () => {
    write(
      '0001_wall.sql',
      `create schema room; create table room.a (id int);
      alter table room.a enable row level security; alter table room.a force row level security;
      create policy p on room.a using (current_setting('bestow.account', true) = '*');`,
    )
    write('0002_data.sql', 'insert into room.a values (1); update room.a set id = 2;')
    await migrate(url, { folder })
    assert.deepEqual(await ask('select id from room.a'), [])
    await ask('alter table room.a no force row level security')
    assert.deepEqual(await ask('select id from room.a'), [{ id: 2 }])
  })

  it('rejects a database whose applied migration was changed', async () => {
    write('0001_first.sql', 'create schema room;')
    await migrate(url, { folder })
    write('0001_first.sql', 'create schema attic;')
    await assert.rejects(
      migrate(url, { folder }),
      /0001_first\.sql was changed after it was applied/,
    )
    assert.equal((await readMigrationStatus(url, { folder })).state, 'unusable')
    write('0001_first.sql', 'create schema room;')
    assert.deepEqual(await migrate(url, { folder }), [])
  })

  it('rejects a database with a newer migration', async () => {
    write('0001_first.sql', 'create schema room;')
    write('0002_second.sql', 'create schema attic;')
    await migrate(url, { folder })
    rmSync(join(folder, '0002_second.sql'))
    await assert.rejects(migrate(url, { folder }), /newer than this version.*0002_second\.sql/)
  })

  it('rejects a database of a version before 0.1.0, and says how to start with an empty one', async () => {
    write('0001_platform.sql', 'create schema room;')
    write('0002_access.sql', 'create schema attic;')
    await migrate(url, { folder })
    rmSync(join(folder, '0001_platform.sql'))
    rmSync(join(folder, '0002_access.sql'))
    write('0001_base.sql', 'create schema cellar;')
    const advice =
      /before 0\.1\.0 cannot be upgraded.*`rm -r data\/postgres && npm start`.*Nothing was changed/
    await assert.rejects(migrate(url, { folder }), advice)
    const status = await readMigrationStatus(url, { folder })
    assert.ok(status.state === 'unusable' && status.isAhead === undefined)
    assert.match(status.problem, advice)
    assert.deepEqual(await ask(`select to_regnamespace('cellar') as cellar`), [{ cellar: null }])
  })

  it('accepts a newer migration that fits older code', async () => {
    write('0001_first.sql', 'create schema room;')
    await migrate(url, { folder })
    const older = createMigrationStatusReader(folder) // a process that started before the next version was installed
    write('0002_more.sql', '--! fits-older\ncreate table room.a (id int);')
    await migrate(url, { folder })
    assert.deepEqual(await readStatus(older), { state: 'current' })
    write('0003_less.sql', '--! no-transaction fits-other\ndrop table room.a;\n')
    await migrate(url, { folder })
    const status = await readStatus(older)
    assert.ok(status.state === 'unusable' && status.isAhead && status.problem.includes('0003_less'))
    assert.deepEqual(await readStatus(createMigrationStatusReader(folder)), { state: 'current' })
    rmSync(join(folder, '0003_less.sql'))
    rmSync(join(folder, '0002_more.sql'))
    await ask(`delete from platform.migration where name = '0003_less.sql'`)
    assert.deepEqual(await migrate(url, { folder }), [], 'the older version starts, too')
    await ask('alter table platform.migration drop column fits_older')
    await assert.rejects(migrate(url, { folder }), /newer than this version.*0002_more\.sql/)
  })

  const readStatus = async (status: ReturnType<typeof createMigrationStatusReader>) => {
    const query = async (text: string) => ask(text)
    return status({ query } as unknown as TxContext)
  }

  it('rejects two migrations with the same number', () => {
    write('0001_first.sql', '')
    write('0001_again.sql', '')
    assert.throws(() => readMigrations(folder), /two migrations with the number 0001/)
  })

  it('retries after a short lock timeout, and lets other transactions proceed', async () => {
    write('0001_first.sql', 'create schema room; create table room.a (id int);')
    await migrate(url, { folder })
    write('0002_change.sql', 'alter table room.a add more int;')
    const reader = new pg.Client(url)
    await reader.connect()
    await reader.query('begin; select from room.a')
    const migrated = migrate(url, { folder, lockTimeoutMs: 50 })
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`
    await eventually(async () => (await ask(waiting)).length > 0, { intervalMs: 1 })
    await eventually(async () => (await ask(waiting)).length === 0, { intervalMs: 1 })
    assert.deepEqual(await ask('select count(*)::int as n from room.a'), [{ n: 0 }])
    await reader.query('commit')
    await reader.end()
    assert.deepEqual(await migrated, ['0002_change.sql'])
  })
})

describe('a migration with a number below the last applied one', () => {
  it('is rejected', () => {
    const file = (name: string) => ({ name, sha256: 'x' })
    const files = [file('0001_a.sql'), file('0002_b.sql'), file('0003_c.sql')]
    const status = compare(files, [file('0001_a.sql'), file('0003_c.sql')])
    assert.match(
      status.state === 'unusable' ? status.problem : '',
      /0002_b.sql comes before 0003_c/,
    )
  })
})

describe('the migrations of the service', () => {
  it('bring a new database up to date when an ordinary role runs them', async () => {
    const { url } = await createMigratedDatabase()
    assert.deepEqual(await readMigrationStatus(url), { state: 'current' })
    assert.deepEqual(await migrate(url), [])
  })
})
