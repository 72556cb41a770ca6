/**
 * `npm run walks [-- states [SECONDS [WORLD …]]]` explores the states of small accounts. Each world runs in a
 * separate process for at most this number of seconds, by default without a limit. `npm run walks -- WALKS
 * [SEED]` runs many random walks of gifts. Both print their figures, and end with exit code 1 after a fault.
 */
import { availableParallelism } from 'node:os'
import { serverVariable, startTestServer } from '#test/throwaway-database'
import type { WorldReport } from './state-space/explore-world.ts'
import { worlds } from './state-space/worlds.ts'
import { runProcess } from './walks/run-process.ts'
import { runSlices } from './walks/slices.ts'

const [mode = 'states', ...rest] = process.argv.slice(2)

/**
 * Explores the worlds, as many at a time as there are processors. Returns the
 * reports by the names of the worlds.
 */
async function exploreWorlds(
  url: string,
  seconds: string,
  names: readonly string[],
): Promise<Map<string, WorldReport>> {
  const reports = new Map<string, WorldReport>()
  const waiting = [...names]
  async function work(): Promise<void> {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const script = 'packages/reliability/state-space/run-world.ts'
      const { output } = await runProcess([script, name, '1', seconds], { [serverVariable]: url })
      const json = output.split('\n').find((line) => line.startsWith('{'))
      if (json === undefined) throw new Error(`${name} has no report:\n${output}`)
      const report = JSON.parse(json) as WorldReport
      reports.set(name, report)
      console.log(formatReport(name, report))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return reports
}

function formatReport(name: string, report: WorldReport): string {
  const number = (value: number) =>
    value < 1e9 ? value.toLocaleString('en') : value.toExponential(1)
  const { states, unexpanded, actions, edges, sequences, walks, steps, pairs, racing, faults } =
    report
  return [
    `${name}: ${number(states)} states (${number(unexpanded)} not expanded), ${number(actions)} actions, ${number(edges)} edges,`,
    `  sequences of at most 8, 12 and 16 actions: ${sequences.map(number).join(', ')}`,
    `  ${number(walks)} walks with ${number(steps)} steps as predicted, ${number(pairs)} pairs at one instant, ${number(racing)} of them racing`,
    `  ${report.seconds} s, ${faults.length} faults`,
    ...faults.map(({ path, message }) => `  ✖ ${path.join(', ')}: ${message}`),
  ].join('\n')
}

const server = await startTestServer()
try {
  if (mode === 'states') {
    const [seconds = 'Infinity', ...names] = rest
    const chosen = names.length > 0 ? names : Object.keys(worlds)
    const reports = await exploreWorlds(server.superuserUrl, seconds, chosen)
    if ([...reports.values()].some(({ faults }) => faults.length > 0)) process.exitCode = 1
  } else {
    const isPassed = await runSlices(server.superuserUrl, Number(mode), Number(rest[0] ?? 1))
    if (!isPassed) process.exitCode = 1
  }
} finally {
  await server.detach()
}
