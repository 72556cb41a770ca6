/** A state in its canonical form, and the states to which each action leads. */
export interface StateNode {
  id: number
  canonical: string
  depth: number
  /** The state and the action that first led to this state. Undefined for the first state. */
  origin: { node: StateNode; action: string } | undefined
  /**
   * The next states by action. Undefined until the state is expanded. An action that changes nothing leads
   * back to the same state.
   */
  next: Map<string, StateNode> | undefined
}

export interface Graph {
  root: StateNode
  nodes: Map<string, StateNode>
  /** The number of performed actions, including rejected ones. */
  edgeCount: number
  /** The actions that were rejected or changed nothing. */
  idleCount: number
  faults: Fault[]
  /** The number of states that were not expanded because a limit was reached. */
  unexpandedCount: number
}

/** A violated rule or an unexpected error, and the shortest known path to it. */
export interface Fault {
  path: readonly string[]
  message: string
}

export function pathTo(node: StateNode): StateNode[] {
  const path: StateNode[] = []
  for (let at: StateNode | undefined = node; at !== undefined; at = at.origin?.node)
    path.unshift(at)
  return path
}

export const describePath = (node: StateNode): string[] =>
  pathTo(node).flatMap(({ origin }) => (origin === undefined ? [] : [origin.action]))

/** Returns the actions of an expanded state that change the state. */
export const effectiveActions = (node: StateNode): [action: string, to: StateNode][] =>
  [...(node.next ?? [])].filter(([, to]) => to !== node)

/**
 * Counts the different sequences of 1 to `maxLength` actions that the graph covers from its first state. Each
 * action of a sequence changes the state. A sequence ends at a state that was not expanded.
 */
export function countSequences({ root, nodes }: Graph, maxLength: number): number {
  let counts = new Map<StateNode, number>()
  for (let length = 1; length <= maxLength; length += 1) {
    const previous = counts
    counts = new Map()
    for (const node of nodes.values()) {
      let count = 0
      for (const [, to] of effectiveActions(node)) count += 1 + (previous.get(to) ?? 0)
      counts.set(node, count)
    }
  }
  return counts.get(root) ?? 0
}
