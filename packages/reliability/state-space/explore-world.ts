import { openCommittedWorld } from './committed-world.ts'
import { explore, type Limits, openExplorer } from './explore.ts'
import { countSequences, effectiveActions, type Fault, type Graph } from './graph.ts'
import { choosePairs, runPairs } from './pairs.ts'
import { createRandom, walkPredicted } from './predicted-walks.ts'
import type { World } from './world.ts'

export interface WorldLimits extends Limits {
  walks: number
  pairs: number
  /** The maximum number of seconds for the walks, and the same again for the pairs. */
  maxCheckSeconds?: number
  seed: number
}

/** The figures of the exploration of one world. */
export interface WorldReport {
  states: number
  /** The number of states at which a limit ended the exploration. Their own actions were not performed. */
  unexpanded: number
  /** The longest of the shortest paths to a state. */
  depth: number
  actions: number
  /** The number of actions that changed something. */
  edges: number
  /** The numbers of different sequences of at most 8, 12 and 16 actions, each of which changes something. */
  sequences: readonly [number, number, number]
  walks: number
  steps: number
  pairs: number
  racing: number
  retries: number
  unknown: number
  seconds: number
  faults: readonly Fault[]
}

/**
 * Explores a world. Then checks the graph with random walks, and with pairs of actions at the same instant.
 * Only the pairs commit.
 */
export async function exploreWorld(world: World, limits: WorldLimits): Promise<WorldReport> {
  const start = performance.now()
  const random = createRandom(limits.seed)
  const { walks, pairs, maxCheckSeconds: maxSeconds = Number.POSITIVE_INFINITY } = limits
  const explorer = await openExplorer(world)
  const graph = await explore(explorer, limits)
  const walked = await walkPredicted(explorer, graph, { walks, maxSteps: 25, maxSeconds, random })
  const chosen = await choosePairs(explorer, graph, { pairs, maxSeconds, random })
  await explorer.close()
  const committed = await openCommittedWorld(world)
  const paired = await runPairs(committed, graph, chosen, maxSeconds)
  await committed.close()
  return {
    ...summarize(graph),
    ...paired,
    walks: walked.walks,
    steps: walked.steps,
    seconds: Math.round((performance.now() - start) / 1000),
    faults: [...graph.faults, ...walked.faults, ...paired.faults],
  }
}

function summarize(graph: Graph) {
  const nodes = [...graph.nodes.values()]
  const count = (length: number) => countSequences(graph, length)
  return {
    states: nodes.length,
    unexpanded: graph.unexpandedCount,
    depth: Math.max(...nodes.map(({ depth }) => depth)),
    actions: graph.edgeCount,
    edges: nodes.reduce((sum, node) => sum + effectiveActions(node).length, 0),
    sequences: [count(8), count(12), count(16)] as const,
  }
}
