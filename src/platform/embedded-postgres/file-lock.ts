import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/**
 * A file lock that the kernel releases when the process dies, even after kill -9.
 *
 * Node has no flock, but flock belongs to the open file and not to the process. A short-lived helper inherits
 * the descriptor from this process, locks it and exits, and the lock stays with this process. The database
 * server inherits a copy of the descriptor, so it also has the lock until the last copy is closed. No lock is
 * ever stale, and the code compares no pids or ages. Locks work between containers that share a volume.
 */
export interface FileLock {
  readonly fd: number
  /**
   * Returns whether the lock still exists. Returns false after the release, because the descriptor number may
   * then belong to another file.
   */
  isLocked(): boolean
  release(): void
}

export type FileLockMode = 'shared' | 'exclusive'

/** Tries to lock a file. Returns the lock, or undefined if a conflicting lock exists. Never waits. */
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

/** Converts a shared lock to an exclusive one. Returns false if another process also has the lock. */
export const tryMakeExclusive = (lock: FileLock) => lock.isLocked() && lockFd(lock.fd, 'exclusive')

/**
 * The exit code of the helpers when another process has the lock. It differs
 * from the codes of their failures.
 */
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

/**
 * Returns the commands that can lock descriptor 3. Every Linux has `flock`. macOS
 * has no `flock`, but it has perl.
 */
function lockCommands(mode: FileLockMode): [program: string, args: string[]][] {
  const shared = mode === 'shared'
  const script = `open(F, '>>&=', 3) or exit 1; exit(flock(F, ${shared ? 5 : 6}) ? 0 : $!{EWOULDBLOCK} ? ${lockedExitCode} : 1)`
  return [
    ['flock', [shared ? '-s' : '-x', '-n', '-E', String(lockedExitCode), '3']],
    ['perl', ['-MErrno', '-e', script]],
  ]
}
