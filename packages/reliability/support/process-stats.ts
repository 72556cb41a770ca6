import { readdirSync, readFileSync } from 'node:fs'

/*
 * The resources of processes on this machine, read from /proc. Works on Linux
 * only, and returns zero elsewhere.
 */

const ticksPerSecond = 100 // the clock ticks per second on every Linux that Node supports

/**
 * Returns the CPU time of a process and of all its children in microseconds.
 * Includes children that have exited.
 */
export function cpuTime(pid: number): number {
  const stat = readProcStat(pid)
  let totalTicks = stat.self + stat.ended
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const { parent, self } = readProcStat(Number(each))
    if (parent === pid) totalTicks += self
  }
  return (totalTicks / ticksPerSecond) * 1e6
}

/** Reads the CPU times of a process from /proc. Returns zeros for a process that has exited. */
function readProcStat(pid: number): { parent: number; self: number; ended: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (index: number) => Number(fields[index - 3])
    return { parent: field(4), self: field(14) + field(15), ended: field(16) + field(17) }
  } catch {
    return { parent: 0, self: 0, ended: 0 }
  }
}

/** Returns the resident memory of a process, in megabytes. */
function residentMemory(pid: number): number {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB/m)
    return Number(line?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

export interface MemoryMonitor {
  /** Returns the median and the maximum of the memory since the last call, in megabytes. */
  takeSample(): { medianMb: number; maxMb: number }
  stop(): void
}

/** Samples the memory of a process ten times per second. */
export function monitorMemory(pid: number): MemoryMonitor {
  let samples: number[] = []
  const timer = setInterval(() => samples.push(residentMemory(pid)), 100)
  return {
    takeSample() {
      const sorted = [...samples, residentMemory(pid)].sort((one, other) => one - other)
      samples = []
      return {
        medianMb: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
        maxMb: sorted.at(-1) ?? Number.NaN,
      }
    },
    stop: () => clearInterval(timer),
  }
}
