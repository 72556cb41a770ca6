import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'

/** What the system says about a process. `folder` is undefined where the system does not tell. */
interface Seen {
  alive: boolean
  command: string
  folder: string | undefined
}

const nobody: Seen = { alive: false, command: '', folder: undefined }

/** A zombie is not alive: it holds nothing and only waits for its parent to take note. */
function look(pid: number): Seen {
  if (!(pid > 0)) return nobody
  return process.platform === 'linux' ? lookInProc(pid) : askPs(pid)
}

export const isAlive = (pid: number) => look(pid).alive

/** Whether this process is a PostgreSQL that works in `folder`. A reused pid is not. */
export function isServerOf(pid: number, folder: string): boolean {
  const seen = look(pid)
  if (!seen.alive || !seen.command.startsWith('postgres')) return false
  return seen.folder === undefined || seen.folder === realpathSync(folder)
}

/** Live processes of PostgreSQL that stand in `folder`: a server and its backends. Empty where unknown. */
export function livingIn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const real = realpathSync(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const seen = lookInProc(pid)
      return seen.alive && seen.folder === real && seen.command.startsWith('postgres')
    })
}

/**
 * Backends whose server is dead. They notice that late when they are busy, and may still write. A server
 * that is only just starting is none of them: it has not got their kind of title.
 */
export function orphansIn(folder: string): number[] {
  return livingIn(folder).filter((pid) => {
    const parent = parentOf(pid)
    return titleOf(pid).startsWith('postgres: ') && !(parent > 1 && isServerOf(parent, folder))
  })
}

function lookInProc(pid: number): Seen {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const end = stat.lastIndexOf(')')
    const state = stat.slice(end + 2, end + 3)
    const command = stat.slice(stat.indexOf('(') + 1, end)
    return { alive: state !== 'Z' && state !== 'X', command, folder: folderOf(pid) }
  } catch {
    return nobody
  }
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function askPs(pid: number): Seen {
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'stat=', '-o', 'comm='], {
    encoding: 'utf8',
  })
  const [state, ...command] = (stdout ?? '').trim().split(/\s+/)
  if (state === undefined || state === '' || state.startsWith('Z')) return nobody
  return { alive: true, command: basename(command.join(' ')), folder: undefined }
}

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
