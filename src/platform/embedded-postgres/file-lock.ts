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
export interface FileLock {
  readonly fd: number
  /** False once it was released: the number of the descriptor may by then be another file's. */
  isLocked(): boolean
  release(): void
}

export type FileLockMode = 'shared' | 'exclusive'

/** The lock, or undefined when somebody holds one that excludes it. Never waits. */
export function tryLockFile(file: string, mode: FileLockMode): FileLock | undefined {
  const fd = openSync(file, 'a', 0o600)
  let isLocked = true
  const release = () => {
    if (isLocked) closeSync(fd)
    isLocked = false
  }
  try {
    if (lockFd(fd, mode)) return { fd, isLocked: () => isLocked, release }
  } catch (error) {
    release()
    throw error
  }
  release()
  return undefined
}

/** Makes a shared lock exclusive, which works when we are its only holder. */
export const tryMakeExclusive = (lock: FileLock) => lock.isLocked() && lockFd(lock.fd, 'exclusive')

/** What the helpers answer when the lock is taken, told apart from their own failures. */
const lockedExitCode = 75

function lockFd(fd: number, mode: FileLockMode): boolean {
  for (const [program, args] of lockCommands(mode)) {
    const { error, status, stderr } = spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'pipe', fd],
      encoding: 'utf8',
    })
    if (error !== undefined && 'code' in error && error.code === 'ENOENT') continue
    if (error !== undefined) throw error
    if (status === 0) return true
    if (status === lockedExitCode) return false
    throw new Error(`${program} could not lock a file of the database (${status}): ${stderr}`)
  }
  throw new Error(
    'The embedded database needs `flock` (package util-linux) or `perl` on the PATH. ' +
      'Install one of them, or set BESTOW_DATABASE_URL to a PostgreSQL server.',
  )
}

/** `flock` is part of every Linux; macOS has none, but a perl. Both act on descriptor 3. */
function lockCommands(mode: FileLockMode): [program: string, args: string[]][] {
  const shared = mode === 'shared'
  const script = `open(F, '>>&=', 3) or exit 1; exit(flock(F, ${shared ? 5 : 6}) ? 0 : $!{EWOULDBLOCK} ? ${lockedExitCode} : 1)`
  return [
    ['flock', [shared ? '-s' : '-x', '-n', '-E', String(lockedExitCode), '3']],
    ['perl', ['-MErrno', '-e', script]],
  ]
}
