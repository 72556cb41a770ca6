import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'

/** How PostgreSQL is run here. It refuses to be root; a container or a server often is. */
export interface Runner {
  /** Put before the program and its arguments. */
  prefix: readonly string[]
  /** The user whom it runs as and who must own its files, if that is not who we are. */
  user: User | undefined
}

interface User {
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
  const nobody = findNobody()
  const namespace = ['unshare', '-U', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  const inNamespace = complaint({ prefix: namespace, user: undefined }, binaries)
  if (inNamespace === undefined) return { prefix: namespace, user: undefined }

  const asNobody = complaint({ prefix: [], user: nobody }, binaries)
  if (asNobody !== undefined) throw new Error(noWay(inNamespace, asNobody))
  if (owner !== undefined) giveAll(folder, nobody)
  return { prefix: [], user: nobody }
}

/** The program, its arguments and the options for a spawn, as this runner wants them. */
export function plan(runner: Runner, program: string, args: readonly string[]) {
  const [first = program, ...rest] = [...runner.prefix, program, ...args]
  // Nothing of our surroundings may change what the database does: no locale, no PG* variables.
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return { program: first, args: rest, options: { env, ...runner.user } }
}

/** Gives a file or folder to the user who runs PostgreSQL. */
export function give(path: string, runner: Runner): void {
  if (runner.user !== undefined) chownSync(path, runner.user.uid, runner.user.gid)
}

function complaint(runner: Runner, binaries: Binaries): string | undefined {
  const { program, args, options } = plan(runner, binaries.postgres, ['--version'])
  const done = spawnSync(program, args, { ...options, cwd: '/', encoding: 'utf8' })
  if (done.error !== undefined) return done.error.message
  return done.status === 0 ? undefined : done.stderr.trim()
}

function giveAll(path: string, to: User): void {
  lchownSync(path, to.uid, to.gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) giveAll(inner, to)
    else lchownSync(inner, to.uid, to.gid)
  }
}

function findNobody(): User {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':').map(Number)
  return { uid: uid ?? 65534, gid: gid ?? 65534 }
}

const noWay = (inNamespace: string, asNobody: string) =>
  `PostgreSQL does not run as root, and neither way around that works here.
  in a user namespace:  ${inNamespace}
  as the user nobody:   ${asNobody}
Start Bestow as an ordinary user, or put it and its data where the user nobody may enter (not under
/root), or set BESTOW_DATABASE_URL to a PostgreSQL server.`
