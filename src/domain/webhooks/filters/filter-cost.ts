import type { ASTNode } from '@marcbachmann/cel-js'

/* What an expression may contain, and how many steps it can take. Both follow from its text alone, before any event. */

/** Functions whose time grows at most with the length of their texts. */
const functions = new Set([
  'has',
  'size',
  'contains',
  'startsWith',
  'endsWith',
  'lowerAscii',
  'upperAscii',
  'trim',
  'string',
  'int',
  'double',
  'bool',
  'timestamp',
])

/** Functions that repeat their condition for each element of a list. */
const quantifiers = new Set(['exists', 'all', 'exists_one'])

/** Returns why an expression is not allowed; undefined for one that is. */
export function findForbidden(root: ASTNode): string | undefined {
  for (const { node, isRepeated } of walk(root, false)) {
    const name = functionOf(node)
    if (name === undefined) continue
    if (quantifiers.has(name)) {
      if (isRepeated) return `must not have ${name} inside of another exists or all`
    } else if (!functions.has(name))
      return `must not use ${name}. The functions are ${[...functions, ...quantifiers].join(', ')}`
  }
  return undefined
}

/** The steps of an operation on a value of unknown size, such as the comparison of two members of the body. */
const unknownSize = 20
/** The assumed elements of a list of the body. */
const unknownLength = 20

/** Returns the most steps that an expression takes, the sum over all branches. */
export function estimateSteps(root: ASTNode): number {
  let total = 0
  for (const { node, elements } of walk(root, false)) total += elements * ownSteps(node)
  return total
}

function ownSteps(node: ASTNode): number {
  const name = functionOf(node)
  if (name !== undefined) return name === 'has' ? 1 : unknownSize / 4
  if (node.op === 'value' || node.op === 'id') return 0
  const isSized = childrenOf(node).some(({ op }) => op === 'value')
  return comparisons.has(node.op) && !isSized ? unknownSize : 1
}

const comparisons = new Set(['==', '!=', 'in', '+', '<', '<=', '>', '>='])

interface Visit {
  node: ASTNode
  /** Whether the node is in the condition of a quantifier. */
  isRepeated: boolean
  /** How often the node is computed. */
  elements: number
}

/** Visits all nodes. */
function* walk(node: ASTNode, isRepeated: boolean, elements = 1): Generator<Visit> {
  yield { node, isRepeated, elements }
  const name = functionOf(node)
  const [list, ...conditions] = childrenOf(node)
  if (name === undefined || !quantifiers.has(name) || list === undefined) {
    for (const child of childrenOf(node)) yield* walk(child, isRepeated, elements)
    return
  }
  yield* walk(list, isRepeated, elements)
  const repeated = list.op === 'list' ? childrenOf(list).length : unknownLength
  for (const each of conditions) yield* walk(each, true, elements * repeated)
}

/** Returns the name of the function that a node calls. Both forms of a call have the name as their first argument. */
const functionOf = (node: ASTNode): string | undefined =>
  node.op === 'call' || node.op === 'rcall' ? String((node.args as unknown[])[0]) : undefined

/** Returns the nodes among the arguments of a node, in their order. */
const childrenOf = (node: ASTNode): ASTNode[] =>
  [node.args].flat(3).filter((each): each is ASTNode => isNode(each))

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value
