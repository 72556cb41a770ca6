import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Sends a signal to those processes that still exist. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has already exited.
    }
  }
}

/** Returns the pid of the last server in this data directory. */
export function findPostmaster(dataDir: string): number | undefined {
  try {
    const pid = Number(
      readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    return pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Returns the pids of a process and of its descendants, from the process table. */
export function processTree(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/status`, 'utf8').includes(`PPid:\t${pid}\n`)
    } catch {
      return false
    }
  })
  return [pid, ...children.map(Number)]
}
