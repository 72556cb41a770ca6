/**
 * `npm run db`: runs psql on the database of the service, with the settings of the
 * service. Arguments go to psql:
 *
 *   npm run db -- -c 'select count(*) from gifting.gift_request'
 *   npm run db -- --url      prints only the connection string
 *
 * The user of the embedded database is its superuser, to whom row-level security does not apply. The command
 * starts the embedded database if it is not running, and stops it when psql ends.
 */
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readConfig } from '#platform/config/config'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import { loadEnvFile } from './dev/env-file.ts'

const args = process.argv.slice(2)
let embedded: EmbeddedPostgres | undefined
try {
  loadEnvFile()
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined)
    embedded = await startEmbeddedPostgres({ dataDir: config.dataDir })
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? superuserUrl()
  process.exitCode = args.includes('--url') ? printUrl(url) : await runPsql(url)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await embedded?.detach()
}

/** Returns the URL of the superuser for the database of the service. */
function superuserUrl(): string {
  if (embedded === undefined) throw new Error('no database was opened')
  const url = new URL(embedded.superuserUrl)
  url.pathname = new URL(embedded.url).pathname
  return url.href
}

function printUrl(url: string): number {
  console.log(url)
  return 0
}

async function runPsql(url: string): Promise<number> {
  // The password of the embedded database may be on a screen. The password of any other database may not.
  console.error(embedded === undefined ? withoutPassword(url) : url)
  process.on('SIGINT', () => {}) // Ctrl-C cancels a query in psql, and does not end this process
  try {
    const { password } = new URL(url)
    return await run('psql', [...args, withoutPassword(url)], {
      stdio: 'inherit',
      // All users of the machine can see arguments, so the environment passes the password.
      env: { ...process.env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) },
    })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    return await explainMissingPsql()
  }
}

async function run(program: string, args: string[], options: SpawnOptions): Promise<number> {
  const [code] = await once(spawn(program, args, options), 'exit')
  return code ?? 1
}

async function explainMissingPsql(): Promise<number> {
  console.error(
    'psql is not installed. Install it (Debian, Ubuntu: apt install postgresql-client; macOS: brew install libpq), or give the connection string above to another client.',
  )
  if (embedded?.started === true && process.stdin.isTTY) {
    console.error('The database stays up until Ctrl-C.')
    const keepAlive = setInterval(() => {}, 60_000)
    await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)))
    clearInterval(keepAlive)
  }
  return 1
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  parsed.password = ''
  return parsed.href
}
