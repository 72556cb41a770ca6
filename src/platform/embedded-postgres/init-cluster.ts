import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { buildCommand, chown, type Runner } from './os-user.ts'

export interface Passwords {
  /**
   * The password of the database role `bestow`, which owns the database of the same name and nothing else.
   */
  bestow: string
  /** The password of the database superuser `postgres`. */
  postgres: string
}

/** The major version of PostgreSQL whose data the pinned binaries read and write. */
const postgresMajor = '18'

const passwordFile = 'bestow.json'

export function readPasswords(folder: string): Passwords {
  return JSON.parse(readFileSync(join(folder, passwordFile), 'utf8'))
}

/**
 * Creates the cluster if it does not exist. Creates it in a temporary folder, which is renamed when the
 * cluster is complete, so that a crash leaves no partial cluster. The caller must have the lock.
 */
export function ensureCluster(
  folder: string,
  binaries: Binaries,
  runner: Runner,
  skipSync: boolean,
) {
  if (existsSync(folder)) return assertVersion(folder)

  removeUnfinished(folder)
  const tempFolder = `${folder}.new-${process.pid}`
  mkdirSync(tempFolder, { mode: 0o700 })
  chown(tempFolder, runner)
  try {
    runInitdb(tempFolder, binaries, runner, skipSync)
    const passwords = { bestow: generatePassword(), postgres: generatePassword() }
    addRoles(tempFolder, binaries, runner, passwords)
    writeFileAs(join(tempFolder, passwordFile), `${JSON.stringify(passwords)}\n`, runner)
    writeFileAs(
      join(tempFolder, 'pg_hba.conf'),
      'host all all 127.0.0.1/32 scram-sha-256\n',
      runner,
    )
  } catch (error) {
    rmSync(tempFolder, { recursive: true, force: true })
    throw error
  }
  renameSync(tempFolder, folder)
  fsyncFolder(dirname(folder))
}

/**
 * Runs initdb. The built-in C.UTF-8 locale requires no installed locale and sorts identically on every
 * machine. Without it, an unset LANG would create a database without UTF-8. The server rejects all logins
 * until pg_hba.conf is replaced.
 */
function runInitdb(folder: string, binaries: Binaries, runner: Runner, skipSync: boolean) {
  runProgram(runner, binaries.initdb, [
    `--pgdata=${folder}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(skipSync ? ['--no-sync'] : []),
  ])
}

/** Creates the roles in single-user mode, so that no server listens before its passwords are set. */
function addRoles(folder: string, binaries: Binaries, runner: Runner, passwords: Passwords) {
  const roleAttributes = 'LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE'
  const statements = [
    `ALTER ROLE postgres PASSWORD '${passwords.postgres}';`,
    `CREATE ROLE bestow ${roleAttributes} PASSWORD '${passwords.bestow}';`,
    'CREATE DATABASE bestow OWNER bestow;',
  ]
  runProgram(
    runner,
    binaries.postgres,
    ['--single', '-D', folder, '-c', 'exit_on_error=on', '-c', 'log_timezone=UTC', 'postgres'],
    `${statements.join('\n')}\n`,
  )
}

function runProgram(runner: Runner, name: string, args: string[], input = '') {
  const { program, args: fullArgs, options } = buildCommand(runner, name, args)
  const result = spawnSync(program, fullArgs, { ...options, cwd: '/', input, encoding: 'utf8' })
  if (result.error !== undefined) throw result.error
  if (result.status === 0) return
  throw new Error(
    `${basename(name)} could not create the embedded database:\n${result.stderr}${result.stdout}`,
  )
}

function assertVersion(folder: string) {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version === postgresMajor) return
  throw new Error(
    `${folder} was written by PostgreSQL ${version}; this version of Bestow includes ${postgresMajor}. ` +
      'Start it with the earlier version of Bestow and move the data, or set BESTOW_DATABASE_URL.',
  )
}

function removeUnfinished(folder: string) {
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue
    rmSync(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function writeFileAs(file: string, text: string, runner: Runner) {
  writeFileSync(file, text, { mode: 0o600, flush: true })
  chown(file, runner)
}

function fsyncFolder(folder: string) {
  const fd = openSync(folder, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

/** Generates a password of 256 bits in hexadecimal digits, which need no quoting in SQL or in a URL. */
const generatePassword = () => randomBytes(32).toString('hex')
