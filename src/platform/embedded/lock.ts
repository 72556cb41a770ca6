import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/**
 * Locks that the kernel lets go of when their holder dies, kill -9 included.
 *
 * Node has no flock, but flock belongs to the open file and not to a process: a short-lived helper
 * locks the descriptor it inherits from us, ends, and the lock stays with our copy. Whoever gets a
 * further copy (the server we start) holds it too, until the last copy is closed. So nothing is ever
 * stale: no pid to compare, no age to guess, and it holds between containers that share a volume.
 */
export interface Lock {
  readonly fd: number
  /** False once it was released: the number of the descriptor may by then be another file's. */
  isHeld(): boolean
  release(): void
}

export type LockKind = 'shared' | 'exclusive'

/** The lock, or undefined when somebody holds one that excludes it. Never waits. */
export function tryLock(file: string, kind: LockKind): Lock | undefined {
  const fd = openSync(file, 'a', 0o600)
  let open = true
  const release = () => {
    if (open) closeSync(fd)
    open = false
  }
  try {
    if (lockDescriptor(fd, kind)) return { fd, isHeld: () => open, release }
  } catch (error) {
    release()
    throw error
  }
  release()
  return undefined
}

/** Makes a shared lock exclusive, which works when we are its only holder. */
export const tryExclusive = (lock: Lock) => lock.isHeld() && lockDescriptor(lock.fd, 'exclusive')

/** What the helpers answer when the lock is taken, told apart from their own failures. */
const taken = 75

function lockDescriptor(fd: number, kind: LockKind): boolean {
  for (const [program, args] of helpers(kind)) {
    const { error, status, stderr } = spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'pipe', fd],
      encoding: 'utf8',
    })
    if (error !== undefined && 'code' in error && error.code === 'ENOENT') continue
    if (error !== undefined) throw error
    if (status === 0) return true
    if (status === taken) return false
    throw new Error(`${program} could not lock a file of the database (${status}): ${stderr}`)
  }
  throw new Error(
    'The embedded database needs `flock` (package util-linux) or `perl` on the PATH. ' +
      'Install one of them, or set BESTOW_DATABASE_URL to a PostgreSQL server.',
  )
}

/** `flock` is part of every Linux; macOS has none, but a perl. Both act on descriptor 3. */
function helpers(kind: LockKind): [program: string, args: string[]][] {
  const shared = kind === 'shared'
  const script = `open(F, '>>&=', 3) or exit 1; exit(flock(F, ${shared ? 5 : 6}) ? 0 : $!{EWOULDBLOCK} ? ${taken} : 1)`
  return [
    ['flock', [shared ? '-s' : '-x', '-n', '-E', String(taken), '3']],
    ['perl', ['-MErrno', '-e', script]],
  ]
}
