import { isRetryable } from '#platform/postgres/database'
import { findAction, listActions } from './actions.ts'
import type { CommittedWorld } from './committed-world.ts'
import type { Explorer } from './explore.ts'
import {
  describePath,
  effectiveActions,
  type Fault,
  type Graph,
  pathTo,
  type StateNode,
} from './graph.ts'
import { type Action, perform, type Session } from './session.ts'
import type { Snapshot } from './snapshot.ts'

export interface PairResult {
  pairs: number
  /** The number of pairs whose two orders have different outcomes. */
  racing: number
  /** The number of pairs with a job that ended in a state beyond the limits of the exploration. */
  unknown: number
  /**
   * The number of times that an action was repeated because it lost a conflict, such as a deadlock. Every
   * caller repeats such an action.
   */
  retries: number
  faults: Fault[]
}

/** Two actions in one state, and the final states of both orders. */
export interface Pair {
  node: StateNode
  names: [string, string]
  outcomes: readonly string[]
}

interface PairLimits {
  pairs: number
  maxSeconds: number
  random: () => number
}

/** Chooses pairs of actions in a random sample of the states. */
export async function choosePairs(
  explorer: Explorer,
  graph: Graph,
  { pairs, maxSeconds, random }: PairLimits,
): Promise<Pair[]> {
  const end = performance.now() + maxSeconds * 1000
  const nodes = [...graph.nodes.values()].filter((node) => effectiveActions(node).length > 0)
  const chosen: Pair[] = []
  while (chosen.length < pairs && performance.now() < end) {
    const node = nodes[Math.floor(random() * nodes.length)] ?? graph.root
    const names = pickNames(node, random)
    chosen.push({ node, names, outcomes: await findOutcomes(explorer, node, names) })
    if (chosen.length % 200 === 0) await explorer.vacuum()
  }
  return chosen
}

/**
 * Performs each pair of actions at the same instant on two connections, in committed transactions. The
 * invariants must remain true, and the outcome must be that of one of the two orders. A background job
 * consists of several transactions, and the other action can run between them. The job skips rows that are
 * locked, and processes them in its next round. With a job, the outcome must therefore be a state that the
 * exploration reached, at the latest after the next round.
 */
export async function runPairs(
  committed: CommittedWorld,
  graph: Graph,
  pairs: readonly Pair[],
  maxSeconds: number,
): Promise<PairResult> {
  const end = performance.now() + maxSeconds * 1000
  const result: PairResult = { pairs: 0, racing: 0, unknown: 0, retries: 0, faults: [] }
  for (const pair of pairs) {
    if (performance.now() > end || result.faults.length >= 20) break
    await runPair({ committed, graph, result }, pair)
    result.pairs += 1
  }
  return result
}

/**
 * Returns the names of two random actions. The first action changes something. The second can be
 * any action, also the same one.
 */
function pickNames(node: StateNode, random: () => number): [string, string] {
  const pick = (names: readonly string[]) => names[Math.floor(random() * names.length)] ?? ''
  const effective = effectiveActions(node).map(([name]) => name)
  return [pick(effective), random() < 0.7 ? pick(effective) : pick([...(node.next?.keys() ?? [])])]
}

interface PairRun {
  committed: CommittedWorld
  graph: Graph
  result: PairResult
}

async function runPair(
  { committed, graph, result }: PairRun,
  { node, names, outcomes: expected }: Pair,
): Promise<void> {
  if (expected[0] !== expected[1]) result.racing += 1
  const { session } = committed
  const snapshot = await replay(committed, node)
  const actions = findActions(session, snapshot, names)
  const messages: string[] = []
  try {
    for (const { advance } of actions) advance?.(session, snapshot)
    const runs = actions.map((action) => performWithRetry(session, action, snapshot))
    for (const retries of await Promise.all(runs)) result.retries += retries
    let { canonical } = await session.read()
    messages.push(...(await session.findViolations()))
    const jobs = actions.filter(({ isJob }) => isJob === true)
    const isKnown = () =>
      expected.includes(canonical) || (jobs.length > 0 && graph.nodes.has(canonical))
    if (!isKnown() && jobs.length > 0) {
      for (const job of jobs) await performWithRetry(session, job, snapshot)
      canonical = (await session.read()).canonical
    }
    if (!isKnown() && jobs.length > 0 && graph.unexpandedCount > 0) result.unknown += 1
    else if (!isKnown())
      messages.push(`the outcome of neither order:\n${[canonical, ...expected].join('\n')}`)
  } catch (error) {
    messages.push(String(error))
  }
  const path = [...describePath(node), `${names[0]} || ${names[1]}`]
  result.faults.push(...messages.map((message) => ({ path, message })))
}

function findActions({ world }: Session, snapshot: Snapshot, names: readonly string[]): Action[] {
  const actions = listActions(world, snapshot)
  return names.flatMap((name) => actions.find((action) => action.name === name) ?? [])
}

/** Returns the action without its own step of the clock. */
const withoutAdvance = ({ advance: _, ...action }: Action): Action => action

/**
 * Performs an action, and repeats it while it loses a conflict of two transactions.
 * Returns how often it was repeated.
 */
async function performWithRetry(
  session: Session,
  action: Action,
  snapshot: Snapshot,
): Promise<number> {
  for (let retries = 0; ; retries += 1) {
    try {
      await perform(session, withoutAdvance(action), snapshot)
      return retries
    } catch (error) {
      if (!isRetryable(error) || retries === 5) throw error
    }
  }
}

/** Returns the states after both actions in each of the two orders. */
async function findOutcomes(
  explorer: Explorer,
  node: StateNode,
  names: [string, string],
): Promise<string[]> {
  const outcomes: string[] = []
  const { session } = explorer
  for (const order of [names, names.toReversed()]) {
    const snapshot = await explorer.moveTo(node)
    const actions = findActions(session, snapshot, order)
    for (const { advance } of actions) advance?.(session, snapshot)
    for (const action of actions)
      await perform(session, withoutAdvance(action), await withStockOf(session, snapshot))
    outcomes.push((await session.read()).canonical)
    await explorer.takeBack()
  }
  return outcomes
}

/**
 * Returns a snapshot with the ids that the caller saw before the other action, and with the current stock.
 */
const withStockOf = async (session: Session, snapshot: Snapshot): Promise<Snapshot> => ({
  ...snapshot,
  stock: (await session.read()).stock,
})

async function replay({ session, restart }: CommittedWorld, node: StateNode): Promise<Snapshot> {
  await restart()
  let snapshot = await session.read()
  for (const { origin } of pathTo(node).slice(1)) {
    const action = findAction(session.world, snapshot, origin?.action ?? '')
    if (action === undefined) throw new Error(`no action ${origin?.action}`)
    await perform(session, action, snapshot)
    snapshot = await session.read()
  }
  if (snapshot.canonical !== node.canonical)
    throw new Error(
      `another state in committed transactions: ${describePath(node).join(', ')}\n${snapshot.canonical}\n${node.canonical}`,
    )
  return snapshot
}
