import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate } from '../postgres/migrations.ts'
import { type Manifest, readManifest, type StoredTable } from './manifest.ts'
import { type BackupPartition, readTables } from './schema-objects.ts'

/** Verifies the digest of every file of a backup. Throws at the first file that is missing or changed. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const { file, sha256 } of manifest.tables) {
    const digest = createHash('sha256')
    await pipeline(createReadStream(join(folder, file)), digest).catch((error: unknown) => {
      throw new Error(`The backup in ${folder} lacks ${file}, or the file cannot be read.`, {
        cause: error,
      })
    })
    if (digest.digest('hex') !== sha256)
      throw new Error(`${file} of the backup in ${folder} is damaged.`)
  }
  return manifest
}

/**
 * Fills an empty database from a backup, and then migrates it to this version of the code. Inserts and counts
 * all rows in one transaction, so that the tables are empty after any failure.
 *
 * @param url  the URL of a role that owns the database, or may create schemas in it
 */
export async function restoreBackup(url: string, folder: string): Promise<Manifest> {
  const manifest = await verifyBackup(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'bestow restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await assertEmpty(client)
    await migrate(url, { only: manifest.migrations })
    await client.query(`begin; set local bestow.account = '*'; set local statement_timeout = 0`)
    // A table with a pending check cannot be altered. The tables are filled in an order that
    // satisfies each check immediately.
    await client.query('set constraints all immediate')
    for (const partition of manifest.partitions) await createPartition(client, partition)
    const tablesByName = new Map((await readTables(client)).map((table) => [table.name, table]))
    for (const table of manifest.tables) {
      const is_walled = tablesByName.get(table.name)?.is_walled === true
      await copyIn(client, folder, table, is_walled)
    }
    for (const { name, last_value } of manifest.sequences)
      if (last_value !== null) await client.query('select setval($1, $2)', [name, last_value])
    await client.query('commit')
    await client.query('analyze').catch(() => {}) // the statistics affect only query plans
  } finally {
    await client.end()
  }
  await migrate(url)
  return manifest
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('platform.migration') is not null as there`,
  )
  if (rows[0]?.there === true)
    throw new Error('The database is not empty. A backup can only be restored into a new database.')
}

/**
 * Creates a partition that the migrations did not create, because it is not for the week in which they ran.
 */
async function createPartition(
  client: pg.Client,
  { name, parent, bound }: BackupPartition,
): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    'select to_regclass($1) is not null as there',
    [name],
  )
  if (rows[0]?.there === true) return
  await client.query(`create table ${name} partition of ${parent} ${bound}`)
  await client.query(`alter table ${name} enable row level security`)
  await client.query(`alter table ${name} force row level security`)
}

/**
 * Copies a file of the backup to a table. COPY cannot write through row-level security, so the function
 * switches it off. It also switches triggers off, because they already ran when the rows were created.
 */
async function copyIn(
  client: pg.Client,
  folder: string,
  { name, columns, file, rows }: StoredTable,
  is_walled: boolean,
): Promise<void> {
  if (is_walled) await client.query(`alter table ${name} no force row level security`)
  await client.query(`alter table ${name} disable trigger user`)
  const { rows: existingRows } = await client.query(`select 1 from ${name} limit 1`)
  if (existingRows.length > 0) await client.query(`delete from ${name}`) // a migration inserted these rows; the backup contains them
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const copyStream = client.query(copyFrom(`copy ${name} (${list}) from stdin`))
  await pipeline(createReadStream(join(folder, file)), createGunzip(), copyStream)
  if (copyStream.rowCount !== rows)
    throw new Error(`${name} should have ${rows} rows, but has ${copyStream.rowCount}.`)
  await client.query(`alter table ${name} enable trigger user`)
  if (is_walled) await client.query(`alter table ${name} force row level security`)
}
