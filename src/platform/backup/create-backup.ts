import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Manifest, manifestPath, type StoredTable } from './manifest.ts'
import { type BackupTable, readPartitions, readSequences, readTables } from './schema-objects.ts'

/**
 * Writes a backup to a folder that does not exist yet. The service continues to run, because the backup reads
 * all tables in one snapshot. The folder gets its final name only when it is complete and flushed to disk.
 */
export async function createBackup(url: string, folder: string): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} already exists. Choose a new folder.`)
  const tempFolder = `${folder}.partial`
  await rm(tempFolder, { recursive: true, force: true })
  await mkdir(tempFolder, { recursive: true, mode: 0o700 })
  const client = new pg.Client({ connectionString: url, application_name: 'bestow backup' })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local bestow.account = '*'; set local statement_timeout = 0`)
    await assertNoBackfill(client)
    const manifest = await writeAllTables(client, tempFolder)
    await client.query('commit')
    await writeAndSync(manifestPath(tempFolder), `${JSON.stringify(manifest, null, 2)}\n`)
    await rename(tempFolder, folder)
    return manifest
  } catch (error) {
    await rm(tempFolder, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

/**
 * Throws while the service copies a table to partitions. A restored database has no partly copied tables,
 * because its migrations create the partitions at once.
 */
async function assertNoBackfill(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table_name: string }>(
    `select table_name from platform.partition_backfill order by table_name`,
  )
  if (rows.length > 0)
    throw new Error(
      `The service is copying ${rows.map(({ table_name }) => table_name).join(', ')} to monthly partitions. Start the backup again when it has finished, or use pg_basebackup.`,
    )
}

async function writeAllTables(client: pg.Client, folder: string): Promise<Manifest> {
  const { rows: server } = await client.query<{ now: Date; server_version: string }>(
    `select now() as now, current_setting('server_version') as server_version`,
  )
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from platform.migration order by name',
  )
  const [partitions, sequences] = [await readPartitions(client), await readSequences(client)]
  const tables: StoredTable[] = []
  for (const table of await readTables(client)) tables.push(await writeTable(client, folder, table))
  return {
    format: 1,
    created_at: server[0]?.now.toISOString() ?? '',
    server_version: server[0]?.server_version ?? '',
    migrations,
    partitions,
    sequences,
    tables,
  }
}

async function writeTable(
  client: pg.Client,
  folder: string,
  table: BackupTable,
): Promise<StoredTable> {
  const { name, columns } = table
  const file = `${name.replaceAll('"', '')}.copy.gz`
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyTo(`copy (select ${list} from ${name}) to stdout`))
  const digest = createHash('sha256')
  const hasher = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      done(null, chunk)
    },
  })
  const path = join(folder, file)
  await pipeline(
    rows,
    createGzip({ level: 4 }),
    hasher,
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  return { name, columns, rows: rows.rowCount, file, sha256: digest.digest('hex') }
}

async function writeAndSync(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
