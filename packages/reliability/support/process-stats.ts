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

/** The CPU time of processes, summed over several turns of a measurement. */
export interface CpuMeter {
  /** Starts a turn. The returned function ends it, with the number of units of work that it did. */
  start(): (units: number) => void
  /** Returns the CPU time of a unit, for example `service 45 µs, PostgreSQL 31 µs`. */
  format(): string
}

/** @param pids  the processes of each part, by the name of the part */
export function createCpuMeter(pids: Readonly<Record<string, readonly number[]>>): CpuMeter {
  const names = Object.keys(pids)
  const read = () => names.map((name) => sum((pids[name] ?? []).map(cpuTime)))
  const totals = names.map(() => 0)
  let count = 0
  return {
    start() {
      const before = read()
      return (units) => {
        for (const [at, now] of read().entries())
          totals[at] = (totals[at] ?? 0) + now - (before[at] ?? 0)
        count += units
      }
    },
    format: () =>
      names.map((name, at) => `${name} ${((totals[at] ?? 0) / count).toFixed(0)} µs`).join(', '),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)

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
