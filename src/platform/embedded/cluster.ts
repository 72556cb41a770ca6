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
import { give, plan, type Runner } from './runner.ts'

export interface Passwords {
  /** Of the role `bestow`, which owns the database of the same name and nothing else. */
  bestow: string
  /** Of the superuser `postgres`. */
  postgres: string
}

/** The major version that the pinned binaries read and write. */
const major = '18'

const passwordFile = 'bestow.json'

export function readPasswords(folder: string): Passwords {
  return JSON.parse(readFileSync(join(folder, passwordFile), 'utf8'))
}

/**
 * Makes the cluster if there is none. It grows in a folder beside its place and is renamed when whole,
 * so a death in between leaves nothing half made. The caller holds the lock.
 */
export function ensureCluster(folder: string, binaries: Binaries, runner: Runner, quick: boolean) {
  if (existsSync(folder)) return refuseOtherVersion(folder)

  removeUnfinished(folder)
  const growing = `${folder}.new-${process.pid}`
  mkdirSync(growing, { mode: 0o700 })
  give(growing, runner)
  try {
    initialise(growing, binaries, runner, quick)
    const passwords = { bestow: newPassword(), postgres: newPassword() }
    addRoles(growing, binaries, runner, passwords)
    writeOwn(join(growing, passwordFile), `${JSON.stringify(passwords)}\n`, runner)
    writeOwn(join(growing, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n', runner)
  } catch (error) {
    rmSync(growing, { recursive: true, force: true })
    throw error
  }
  renameSync(growing, folder)
  sync(dirname(folder))
}

/**
 * The built-in C.UTF-8 locale needs nothing installed and sorts alike on every machine. Without it, an
 * unset LANG would give a database that knows no UTF-8. Nobody may log in until pg_hba.conf is ours.
 */
function initialise(folder: string, binaries: Binaries, runner: Runner, quick: boolean) {
  run(runner, binaries.initdb, [
    `--pgdata=${folder}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(quick ? ['--no-sync'] : []),
  ])
}

/** In single-user mode, so that no server ever listens before its passwords are set. */
function addRoles(folder: string, binaries: Binaries, runner: Runner, passwords: Passwords) {
  const ordinary = 'LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE'
  const statements = [
    `ALTER ROLE postgres PASSWORD '${passwords.postgres}';`,
    `CREATE ROLE bestow ${ordinary} PASSWORD '${passwords.bestow}';`,
    'CREATE DATABASE bestow OWNER bestow;',
  ]
  run(
    runner,
    binaries.postgres,
    ['--single', '-D', folder, '-c', 'exit_on_error=on', '-c', 'log_timezone=UTC', 'postgres'],
    `${statements.join('\n')}\n`,
  )
}

function run(runner: Runner, name: string, args: string[], input = '') {
  const { program, args: all, options } = plan(runner, name, args)
  const done = spawnSync(program, all, { ...options, cwd: '/', input, encoding: 'utf8' })
  if (done.error !== undefined) throw done.error
  if (done.status === 0) return
  throw new Error(
    `${basename(name)} could not make the embedded database:\n${done.stderr}${done.stdout}`,
  )
}

function refuseOtherVersion(folder: string) {
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version === major) return
  throw new Error(
    `${folder} was written by PostgreSQL ${version}; this version of Bestow brings ${major}. ` +
      'Start it with the earlier version of Bestow and move the data, or set BESTOW_DATABASE_URL.',
  )
}

function removeUnfinished(folder: string) {
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.new-`)) continue
    rmSync(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function writeOwn(file: string, text: string, runner: Runner) {
  writeFileSync(file, text, { mode: 0o600, flush: true })
  give(file, runner)
}

function sync(folder: string) {
  const fd = openSync(folder, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

/** Hexadecimal: 256 bits that need no quoting in SQL or in a URL. */
const newPassword = () => randomBytes(32).toString('hex')
