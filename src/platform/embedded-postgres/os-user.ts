import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'

/** How PostgreSQL is run here. It refuses to be root; a container or a server often is. */
export interface Runner {
  /** Put before the program and its arguments. */
  prefix: readonly string[]
  /** The user whom it runs as and who must own its files, if that is not who we are. */
  user: OsUser | undefined
}

interface OsUser {
  uid: number
  gid: number
}

/**
 * The owner of an existing folder decides. Root's own folder is run in a user namespace in which root
 * is seen as nobody: the files stay root's, and every folder that root may enter will do. Where the
 * kernel refuses that (a chroot, many containers), we step down to the user nobody.
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

/** The program, its arguments and the options for a spawn, as this runner wants them. */
export function buildCommand(runner: Runner, program: string, args: readonly string[]) {
  const [first = program, ...rest] = [...runner.prefix, program, ...args]
  // Nothing of our surroundings may change what the database does: no locale, no PG* variables.
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return { program: first, args: rest, options: { env, ...runner.user } }
}

/** Gives a file or folder to the user who runs PostgreSQL. */
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
  `PostgreSQL does not run as root, and neither way around that works here.
  in a user namespace:  ${namespaceError}
  as the user nobody:   ${userError}
Start Bestow as an ordinary user, or put it and its data where the user nobody may enter (not under
/root), or set BESTOW_DATABASE_URL to a PostgreSQL server.`
