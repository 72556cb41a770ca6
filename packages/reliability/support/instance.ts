import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres'
import { freePort } from '#scripts/demo/processes'
import { root } from '#scripts/steps'
import { memoryOptions } from '../../../scripts/launcher/run.js'
import { bundleService } from '../../../scripts/launcher/service.js'
import { startBenchServer } from './bench-server.ts'
import { endOnSignal, terminate } from './end-on-signal.ts'
import { runJson } from './run-cli.ts'

export { terminate } from './end-on-signal.ts'

/**
 * A temporary instance of the service with a durable database, an Enterprise account and its demo catalogue.
 */
export interface BenchInstance {
  env: NodeJS.ProcessEnv
  base: string
  database: EmbeddedPostgres
  /** The database URL of the superuser, to whom row-level security does not apply. */
  superuserUrl: string
  account_id: string
  token: string
  /** Starts a service process. Several processes can run at the same time. */
  serve(roles: string): Promise<ChildProcess>
  cli(...args: string[]): Promise<Record<string, unknown>>
  remove(): Promise<void>
}

export interface BenchInstanceOptions {
  /**
   * A data directory that is reused and not deleted. The default is a new one, which is deleted at the end.
   */
  dataDir?: string
  /** Additional PostgreSQL settings. */
  settings?: Record<string, string>
}

export async function createBenchInstance(
  extraEnv: NodeJS.ProcessEnv = {},
  { dataDir: existingDataDir, settings = {} }: BenchInstanceOptions = {},
): Promise<BenchInstance> {
  const dataDir = existingDataDir ?? mkdtempSync(join(tmpdir(), 'bestow-bench-'))
  mkdirSync(dataDir, { recursive: true })
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    BESTOW_DATA_DIR: dataDir,
    BESTOW_SEED: 'none',
    BESTOW_STAGE: 'staging',
    BESTOW_RATE_LIMIT: '0',
    BESTOW_LOG_LEVEL: 'warn',
    BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_ENV: 'production',
    ...extraEnv,
  }
  const isTemporary = existingDataDir === undefined
  const { server: database, remove: removeDatabase } = await startBenchServer(
    { dataDir, settings },
    { isTemporary },
  )
  const cli = (...args: string[]) => runJson(args, env)
  const { account_id, token } = await findOrCreateAccount(dataDir, cli)
  const base = `http://127.0.0.1:${port}`
  const children: ChildProcess[] = []
  return {
    env,
    base,
    database,
    superuserUrl: serviceDatabaseUrl(database.superuserUrl),
    account_id,
    token,
    cli,
    async serve(roles) {
      const child = await startService(env, base, roles)
      children.push(child)
      return child
    },
    async remove() {
      await Promise.all(children.map(terminate))
      await removeDatabase()
    },
  }
}

interface AccountCredentials {
  account_id: string
  token: string
}

/**
 * Finds the account of a data directory. The first call creates the account and saves
 * its credentials beside the data.
 */
async function findOrCreateAccount(
  dataDir: string,
  cli: BenchInstance['cli'],
): Promise<AccountCredentials> {
  const credentialsFile = join(dataDir, 'bench.json')
  if (existsSync(credentialsFile))
    return JSON.parse(readFileSync(credentialsFile, 'utf8')) as AccountCredentials
  await cli('migrate')
  const created = await cli('accounts', 'create', '--name', 'Bench', '--tier', 'enterprise')
  const { id: account_id } = created.account as { id: string }
  await cli('seed', '--account', account_id)
  const { token } = (await cli('tokens', 'create', '--account', account_id)) as { token: string }
  writeFileSync(credentialsFile, JSON.stringify({ account_id, token }))
  return { account_id, token }
}

/** Returns the URL of the service's own database for the superuser. */
function serviceDatabaseUrl(superuserUrl: string): string {
  const url = new URL(superuserUrl)
  url.pathname = '/bestow'
  return url.href
}

/** Starts the service like the launcher, in its own process, and waits until it is ready. */
export async function startService(
  env: NodeJS.ProcessEnv,
  base: string,
  roles: string,
): Promise<ChildProcess> {
  const file = bundleService(root, process.execPath) // as the launcher does
  const args = [...memoryOptions, file, 'serve', '--roles', roles]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  endOnSignal(child)
  for (let i = 0; i < 300; i++) {
    const response = await fetch(`${base}/readyz`).catch(() => undefined)
    if (response?.ok) return child
    if (child.exitCode !== null) break
    await sleep(100)
  }
  await terminate(child)
  throw new Error(`the service with the roles ${roles} did not become ready`)
}

/** Starts a script that prints one line when it is ready. Returns that line. */
export async function startScript(
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  endOnSignal(child)
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, line: String(line) }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Formats the median of the ratios of all rounds, with their range. */
export const formatRatios = (ratios: readonly number[]): string =>
  `ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
