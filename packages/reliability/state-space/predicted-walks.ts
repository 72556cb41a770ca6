import { listActions } from './actions.ts'
import type { Explorer } from './explore.ts'
import { effectiveActions, type Fault, type Graph, type StateNode } from './graph.ts'
import { type Action, perform } from './session.ts'

export interface WalkResult {
  walks: number
  steps: number
  faults: Fault[]
}

interface WalkLimits {
  walks: number
  maxSteps: number
  maxSeconds: number
  random: () => number
}

/** The share of the steps of a walk whose actions change something. */
const effectiveShare = 0.75

/**
 * Walks at random through the world, and compares each step with the graph. Two concrete states
 * with one canonical form must have the same outcomes. A walk reaches most states on another
 * path than the exploration did.
 */
export async function walkPredicted(
  explorer: Explorer,
  graph: Graph,
  { walks, maxSteps, maxSeconds, random }: WalkLimits,
): Promise<WalkResult> {
  const result: WalkResult = { walks: 0, steps: 0, faults: [] }
  const end = performance.now() + maxSeconds * 1000
  const isOver = () => performance.now() > end || result.faults.length >= 20
  for (; result.walks < walks && !isOver(); result.walks += 1) {
    await explorer.moveTo(graph.root)
    await walk(explorer, graph.root, { maxSteps, random, result })
    if (result.walks % walksPerVacuum === walksPerVacuum - 1) await explorer.vacuum()
  }
  return result
}

const walksPerVacuum = 200

async function walk(
  { session }: Explorer,
  root: StateNode,
  { maxSteps, random, result }: { maxSteps: number; random: () => number; result: WalkResult },
): Promise<void> {
  const path: string[] = []
  let node = root
  for (let step = 0; step < maxSteps && node.next !== undefined; step += 1) {
    const snapshot = await session.read()
    const action = pickAction(listActions(session.world, snapshot), node, random)
    if (action === undefined) return
    path.push(action.name)
    const expected = node.next.get(action.name)
    const isAccepted = await perform(session, action, snapshot)
    const [after, violations] = await Promise.all([session.read(), session.findViolations()])
    result.steps += 1
    const messages = isAccepted ? violations : []
    if (after.canonical !== expected?.canonical)
      messages.push(`another outcome than predicted:\n${after.canonical}\n${expected?.canonical}`)
    result.faults.push(...messages.map((message) => ({ path: [...path], message })))
    if (expected === undefined || messages.length > 0) return
    node = expected
  }
}

function pickAction(
  actions: readonly Action[],
  node: StateNode,
  random: () => number,
): Action | undefined {
  const effective = new Set(effectiveActions(node).map(([name]) => name))
  const isEffective = effective.size > 0 && random() < effectiveShare
  const candidates = isEffective ? actions.filter(({ name }) => effective.has(name)) : actions
  return candidates[Math.floor(random() * candidates.length)]
}

/** Creates a small generator of random numbers from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
