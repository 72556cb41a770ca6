import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'

/**
 * Describes how to run PostgreSQL. PostgreSQL does not run as root, but a container or a server often does.
 */
export interface Runner {
  /** The arguments that precede the program and its arguments. */
  prefix: readonly string[]
  /** The user that runs PostgreSQL and owns its files. Undefined for the current user. */
  user: OsUser | undefined
}

interface OsUser {
  uid: number
  gid: number
}

/**
 * Chooses the user that runs PostgreSQL: the owner of an existing folder. If root owns the folder, PostgreSQL
 * runs in a user namespace that maps root to the user nobody. The files then belong to root, and PostgreSQL
 * can use every folder that root can enter. Where the kernel rejects a namespace (a chroot, many containers),
 * PostgreSQL runs as the user nobody.
 */
export function chooseRunner(folder: string, binaries: Binaries): Runner {
  if (process.getuid?.() !== 0) return { prefix: [], user: undefined }

  const owner = statSync(folder, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) {
    return { prefix: [], user: { uid: owner.uid, gid: owner.gid } }
  }
  const unprivilegedUser = findUnprivilegedUser()
  const namespace = [
    'unshare',
    '-U',
    `--map-user=${unprivilegedUser.uid}`,
    `--map-group=${unprivilegedUser.gid}`,
  ]
  const namespaceError = findRunError({ prefix: namespace, user: undefined }, binaries)
  if (namespaceError === undefined) return { prefix: namespace, user: undefined }

  const userError = findRunError({ prefix: [], user: unprivilegedUser }, binaries)
  if (userError !== undefined) throw new Error(cannotRunMessage(namespaceError, userError))
  if (owner !== undefined) chownRecursive(folder, unprivilegedUser)
  return { prefix: [], user: unprivilegedUser }
}

/** Returns the program, its arguments and the spawn options for a runner. */
export function buildCommand(runner: Runner, program: string, args: readonly string[]) {
  const [first = program, ...rest] = [...runner.prefix, program, ...args]
  // Passes no locale and no PG* variables, because the environment must not affect the database.
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return { program: first, args: rest, options: { env, ...runner.user } }
}

/** Makes the user that runs PostgreSQL the owner of a file or folder. */
export function chown(path: string, runner: Runner): void {
  if (runner.user !== undefined) chownSync(path, runner.user.uid, runner.user.gid)
}

function findRunError(runner: Runner, binaries: Binaries): string | undefined {
  const { program, args, options } = buildCommand(runner, binaries.postgres, ['--version'])
  const result = spawnSync(program, args, { ...options, cwd: '/', encoding: 'utf8' })
  if (result.error !== undefined) return result.error.message
  return result.status === 0 ? undefined : result.stderr.trim()
}

function chownRecursive(path: string, to: OsUser): void {
  lchownSync(path, to.uid, to.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) chownRecursive(inner, to)
    else lchownSync(inner, to.uid, to.gid)
  }
}

function findUnprivilegedUser(): OsUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':').map(Number)
  return { uid: uid ?? 65534, gid: gid ?? 65534 }
}

const cannotRunMessage = (namespaceError: string, userError: string) =>
  `PostgreSQL does not run as root, and neither workaround is available.
  in a user namespace:  ${namespaceError}
  as the user nobody:   ${userError}
Start Bestow as an ordinary user, or put it and its data where the user nobody has access (not under
/root), or set BESTOW_DATABASE_URL to a PostgreSQL server.`
