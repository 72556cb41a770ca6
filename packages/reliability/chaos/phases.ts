import { readFileSync } from 'node:fs'
import type { Testbed } from './scenario-runner.ts'

interface Phase {
  name: string
  from: number
  to: number
  /** The processor time that the service uses in one second. */
  cores: number
}

/**
 * Creates phases, which name the parts of a run and measure the processor time of the service in each part.
 */
export function createPhases({ service }: Testbed) {
  const phases: Phase[] = []
  let startedAt = 0
  function end() {
    const phase = phases.at(-1)
    if (phase === undefined) return
    phase.to = Date.now()
    phase.cores = (processorMs(service.pid()) - startedAt) / (phase.to - phase.from)
  }
  return {
    start(name: string) {
      end()
      startedAt = processorMs(service.pid())
      phases.push({ name, from: Date.now(), to: 0, cores: 0 })
    },
    end,
    all: (): readonly Phase[] => phases,
  }
}

/**
 * Returns the processor time of a process in milliseconds: `utime` and `stime`, counted in ticks of 10 ms.
 */
function processorMs(pid: number): number {
  const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) * 10
}
