import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * The state of a process. `folder` is its working directory, or undefined if the system does not report it.
 */
interface ProcessInfo {
  isAlive: boolean
  command: string
  folder: string | undefined
}

const noProcess: ProcessInfo = { isAlive: false, command: '', folder: undefined }

/**
 * Reads the state of a process. A zombie does not count as alive: it has no resources
 * and only waits for its parent.
 */
function readProcess(pid: number): ProcessInfo {
  if (!(pid > 0)) return noProcess
  return process.platform === 'linux' ? readProcFs(pid) : readPs(pid)
}

export const isAlive = (pid: number) => readProcess(pid).isAlive

/**
 * Returns whether a process is a PostgreSQL server with the working directory `folder`. If not, its pid
 * belongs to another program now.
 */
export function isServerOf(pid: number, folder: string): boolean {
  const info = readProcess(pid)
  if (!info.isAlive || !info.command.startsWith('postgres')) return false
  return info.folder === undefined || info.folder === realpathSync(folder)
}

/**
 * Finds the live PostgreSQL processes with the working directory `folder`: a server and its backends. Returns
 * nothing if the system does not report working directories.
 */
export function findRunning(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const real = realpathSync(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const info = readProcFs(pid)
      return info.isAlive && info.folder === real && info.command.startsWith('postgres')
    })
}

/**
 * Finds backends whose server is dead. A busy backend notices the death late, and may still write. A server
 * that is starting does not match, because it does not have the process title of a backend.
 */
export function findOrphans(folder: string): number[] {
  return findRunning(folder).filter((pid) => {
    const parent = readParentPid(pid)
    return readTitle(pid).startsWith('postgres: ') && !(parent > 1 && isServerOf(parent, folder))
  })
}

function readProcFs(pid: number): ProcessInfo {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const end = stat.lastIndexOf(')')
    const state = stat.slice(end + 2, end + 3)
    const command = stat.slice(stat.indexOf('(') + 1, end)
    return { isAlive: state !== 'Z' && state !== 'X', command, folder: readWorkingDirectory(pid) }
  } catch {
    return noProcess
  }
}

function readWorkingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function readPs(pid: number): ProcessInfo {
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'stat=', '-o', 'comm='], {
    encoding: 'utf8',
  })
  const [state, ...command] = (stdout ?? '').trim().split(/\s+/)
  if (state === undefined || state === '' || state.startsWith('Z')) return noProcess
  return { isAlive: true, command: basename(command.join(' ')), folder: undefined }
}

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

function readParentPid(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
