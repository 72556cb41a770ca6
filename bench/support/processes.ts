import { readdirSync, readFileSync } from 'node:fs'

/*
 * What processes of this machine use, as /proc tells it. Linux only; elsewhere the figures are nothing.
 */

const ticks = 100 // a second, on every Linux that Node runs on

/** Processor time of a process and all its children, those that ended too, in microseconds. */
export function cpuOf(pid: number): number {
  const own = statOf(pid)
  let sum = own.self + own.ended
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const { parent, self } = statOf(Number(each))
    if (parent === pid) sum += self
  }
  return (sum / ticks) * 1e6
}

/** What /proc says of a process; nothing that counts for one that ended meanwhile. */
function statOf(pid: number): { parent: number; self: number; ended: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (place: number) => Number(fields[place - 3])
    return { parent: at(4), self: at(14) + at(15), ended: at(16) + at(17) }
  } catch {
    return { parent: 0, self: 0, ended: 0 }
  }
}

/** Resident memory of a process, in megabytes. */
function memoryOf(pid: number): number {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB/m)
    return Number(line?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

export interface MemoryWatch {
  /** Median and maximum since the last look, in megabytes. */
  look(): { median: number; most: number }
  stop(): void
}

/** Looks at the memory of a process ten times a second. */
export function watchMemory(pid: number): MemoryWatch {
  let seen: number[] = []
  const timer = setInterval(() => seen.push(memoryOf(pid)), 100)
  return {
    look() {
      const sorted = [...seen, memoryOf(pid)].sort((one, other) => one - other)
      seen = []
      return {
        median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
        most: sorted.at(-1) ?? Number.NaN,
      }
    },
    stop: () => clearInterval(timer),
  }
}
