import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { endOnSignal } from '#reliability/support/end-on-signal'
import { cpuTime } from '#reliability/support/process-stats'
import { freePort } from '#scripts/demo/processes'

/** A PgBouncer in transaction mode in front of a database, configured as in docs/scaling.md. */
export interface Pooler {
  url: string
  version: string
  /** Returns the CPU time that PgBouncer has used so far, in microseconds. */
  cpu(): number
  /** Returns the number of open server connections. */
  servers(): Promise<number>
  stop(): Promise<void>
}

/** Returns the version of the installed PgBouncer, or undefined if PgBouncer is not installed. */
export function findPgbouncerVersion(): string | undefined {
  try {
    return execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }).split('\n')[0]
  } catch {
    return undefined
  }
}

/**
 * Starts a PgBouncer for any number of clients. `size` is the maximum number of
 * its connections to the server.
 */
export async function startPgbouncer(
  folder: string,
  databaseUrl: string,
  size: number,
): Promise<Pooler> {
  const version = findPgbouncerVersion()
  if (version === undefined) throw new Error('pgbouncer is not installed')
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const poolerPort = await freePort()
  const configDir = join(folder, 'pgbouncer')
  mkdirSync(configDir, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(configDir, name), text)
  write('userlist.txt', `"${username}" "${password}"\n`)
  write(
    'pgbouncer.ini',
    `[databases]
bestow = host=${hostname} port=${port} dbname=${pathname.slice(1)}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolerPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(configDir, 'userlist.txt')}
admin_users = ${username}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 500
`,
  )
  const { uid, gid } = unprivilegedUser(configDir)
  chmodSync(folder, 0o711)
  const child = spawn('pgbouncer', ['-q', join(configDir, 'pgbouncer.ini')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid }),
  })
  endOnSignal(child)
  const url = new URL(databaseUrl)
  url.port = String(poolerPort)
  url.pathname = '/bestow'
  const admin = new URL(url)
  admin.pathname = '/pgbouncer'
  await waitUntilReachable(url.href)
  return {
    url: url.href,
    version,
    cpu: () => cpuTime(child.pid ?? 0),
    async servers() {
      const client = new pg.Client({ connectionString: admin.href })
      await client.connect()
      const { rows } = await client.query({ text: 'show pools' })
      await client.end()
      return rows
        .filter((row: { database: string }) => row.database === 'bestow')
        .reduce(
          (sum, row) => sum + Number(row.sv_active) + Number(row.sv_idle) + Number(row.sv_used),
          0,
        )
    },
    async stop() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * Returns the user that runs PgBouncer, and makes this user the owner of the folder.
 * PgBouncer does not run as root.
 */
function unprivilegedUser(home: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const [uid, gid] = [id('-u'), id('-g')]
  execFileSync('chown', ['-R', `${uid}:${gid}`, home])
  return { uid, gid }
}

async function waitUntilReachable(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return await client.end()
    } catch {
      await sleep(50)
    }
  }
  throw new Error('pgbouncer does not respond')
}
