import { findAction, listActions } from './actions.ts'
import { describePath, type Graph, pathTo, type StateNode } from './graph.ts'
import { openNestedDatabase } from './nested-database.ts'
import { type Action, createSession, perform, type Session } from './session.ts'
import type { Snapshot } from './snapshot.ts'
import { type World, withoutCache } from './world.ts'

export interface Limits {
  maxStates?: number
  maxDepth?: number
  maxSeconds?: number
  onProgress?: (graph: Graph, waiting: number) => void
}

/**
 * A database with the path from the first state to the current one, and a
 * savepoint at each state of the path.
 */
export interface Explorer {
  session: Session
  /**
   * Restores a state by its path. Returns its snapshot. Throws if the path leads to another state than
   * before.
   */
  moveTo(node: StateNode): Promise<Snapshot>
  /** Reverts all changes since `moveTo`. The database has no changes after a rejected action. */
  takeBack(options?: { isRejected?: boolean }): Promise<void>
  /** Reverts all changes, and removes the dead rows that rolled back changes leave in the tables. */
  vacuum(): Promise<void>
  close(): Promise<void>
}

export async function openExplorer(world: World): Promise<Explorer> {
  const time = { now: world.start }
  const nested = await openNestedDatabase(
    { url: world.testApp.url, account_id: world.account_id },
    () => time.now,
    withoutCache(world),
  )
  const session = createSession(world, time, () => nested.db, nested.query)
  const saved: { now: Date; given: ReadonlyMap<string, number> }[] = []
  let path: StateNode[] = []

  async function save(): Promise<void> {
    await nested.query(`savepoint state_${saved.length}`)
    saved.push({ now: time.now, given: new Map(session.given) })
  }

  async function restore(position: number): Promise<void> {
    await nested.query(`rollback to savepoint state_${position}`)
    saved.length = position + 1
    restoreMemory(position)
  }

  function restoreMemory(position: number): void {
    const { now, given } = saved[position] ?? { now: world.start, given: world.given }
    time.now = now
    session.given = new Map(given)
  }

  async function repeatStep(node: StateNode, snapshot: Snapshot): Promise<Snapshot> {
    const action = findAction(world, snapshot, node.origin?.action ?? '')
    if (action === undefined) throw new Error(`${describePath(node).join(', ')}: no such action`)
    await perform(session, action, snapshot)
    await save()
    const after = await session.read()
    if (after.canonical !== node.canonical)
      throw new Error(`another state on the same path: ${describePath(node).join(', ')}`)
    return after
  }

  await save()
  return {
    session,
    async moveTo(node) {
      const target = pathTo(node)
      let shared = 1
      while (shared < path.length && path[shared] === target[shared]) shared += 1
      await restore(shared - 1)
      path = target.slice(0, shared)
      let snapshot = await session.read()
      for (const each of target.slice(shared)) {
        snapshot = await repeatStep(each, snapshot)
        path.push(each)
      }
      return snapshot
    },
    takeBack: ({ isRejected = false } = {}) =>
      isRejected ? Promise.resolve(restoreMemory(saved.length - 1)) : restore(saved.length - 1),
    async vacuum() {
      await nested.restart(() => world.testApp.db.pool.query('vacuum'))
      saved.length = 0
      path = []
      time.now = world.start
      session.given = new Map(world.given)
      await save()
    },
    close: () => nested.close(),
  }
}

/**
 * The number of states between two vacuums. Rolled back rows slow each statement until a vacuum, which
 * requires the end of the transaction.
 */
const statesPerVacuum = 200

/**
 * Visits all states that the actions of a world reach, breadth first, and performs every action in each
 * state. Checks the invariants after each action that changes something.
 */
export async function explore(explorer: Explorer, limits: Limits = {}): Promise<Graph> {
  const { session } = explorer
  const { maxStates = Infinity, maxDepth = Infinity, maxSeconds = Infinity, onProgress } = limits
  const end = performance.now() + maxSeconds * 1000
  const first = await session.read()
  const root: StateNode = {
    id: 0,
    canonical: first.canonical,
    depth: 0,
    origin: undefined,
    next: undefined,
  }
  const graph: Graph = {
    root,
    nodes: new Map([[root.canonical, root]]),
    edgeCount: 0,
    idleCount: 0,
    faults: [],
    unexpandedCount: 0,
  }
  const queue = [root]

  function addFaults(node: StateNode, action: Action, messages: readonly string[]): void {
    for (const message of messages)
      graph.faults.push({ path: [...describePath(node), action.name], message })
  }

  async function tryAction(
    node: StateNode,
    action: Action,
    snapshot: Snapshot,
  ): Promise<StateNode> {
    graph.edgeCount += 1
    try {
      if (!(await perform(session, action, snapshot))) {
        graph.idleCount += 1
        await explorer.takeBack({ isRejected: true })
        return node
      }
      const [after, violations] = await Promise.all([session.read(), session.findViolations()])
      addFaults(node, action, violations)
      if (after.canonical === node.canonical) graph.idleCount += 1
      await explorer.takeBack()
      return after.canonical === node.canonical ? node : findOrAdd(node, action, after)
    } catch (error) {
      addFaults(node, action, [String(error)])
      await explorer.takeBack()
      return node
    }
  }

  function findOrAdd(from: StateNode, action: Action, { canonical }: Snapshot): StateNode {
    const known = graph.nodes.get(canonical)
    if (known !== undefined) return known
    const node: StateNode = {
      id: graph.nodes.size,
      canonical,
      depth: from.depth + 1,
      origin: { node: from, action: action.name },
      next: undefined,
    }
    graph.nodes.set(canonical, node)
    queue.push(node)
    return node
  }

  async function expand(node: StateNode): Promise<void> {
    const snapshot = await explorer.moveTo(node)
    const next = new Map<string, StateNode>()
    for (const action of listActions(session.world, snapshot)) {
      next.set(action.name, await tryAction(node, action, snapshot))
    }
    node.next = next
  }

  let expanded = 0
  for (const node of queue) {
    if (
      node.depth >= maxDepth ||
      expanded >= maxStates ||
      performance.now() > end ||
      graph.faults.length >= 20
    )
      break
    await expand(node)
    expanded += 1
    if (expanded % 100 === 0) onProgress?.(graph, queue.length - expanded)
    if (expanded % statesPerVacuum === 0) await explorer.vacuum()
  }
  graph.unexpandedCount = queue.length - expanded
  return graph
}
