import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'

/** Runs one statement in a separate session. */
export async function queryOnce(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a primary server from a data directory. Replicas can follow this server. */
export async function startPrimary(dataDir: string): Promise<EmbeddedPostgres> {
  const primary = await startEmbeddedPostgres({ dataDir })
  appendFileSync(
    join(dataDir, 'postgres', 'pg_hba.conf'),
    'host replication postgres 127.0.0.1/32 scram-sha-256\n',
  )
  await queryOnce(primary.superuserUrl, 'select pg_reload_conf()')
  return primary
}

/**
 * Copies the running server to another directory, as pg_basebackup does, and starts the copy as its asynchronous
 * replica. The package of the embedded server has no pg_basebackup.
 */
export async function startReplica(
  primary: EmbeddedPostgres,
  primaryDir: string,
  dataDir: string,
): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres')
  const client = new pg.Client({ connectionString: primary.superuserUrl })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  mkdirSync(dataDir, { mode: 0o711 })
  copyFolder(join(primaryDir, 'postgres'), folder)
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  await client.end()
  for (const name of ['postmaster.pid', 'postmaster.opts'])
    rmSync(join(folder, name), { force: true })
  execFileSync('cp', ['-a', join(primaryDir, 'postgres', 'pg_wal'), folder])
  writeFileSync(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(folder, 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(primary.superuserUrl)
  return startEmbeddedPostgres({
    dataDir,
    settings: {
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    },
  })
}

/**
 * Copies a folder. Leaves out the caches, which PostgreSQL can remove at any time and
 * pg_basebackup does not copy either.
 */
function copyFolder(from: string, to: string): void {
  execFileSync('sh', [
    '-c',
    'mkdir "$2" && tar -C "$1" --exclude=pg_internal.init* -cf - . | tar -C "$2" -xpf -',
    'copy',
    from,
    to,
  ])
}
