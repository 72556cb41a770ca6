import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** To those of them that are still there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has gone by itself.
    }
  }
}

/** The server that runs, or ran last, in this data directory. */
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

/** A process and its children, by what the system says. */
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
