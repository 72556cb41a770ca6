import compile from 'icu-minify/compile'

/** The parts of a message that translations have in common. */
export interface MessageShape {
  /** The plural forms, or one form `''` for a message without a plural. */
  forms: ReadonlyMap<string, Form>
  /** Whether the message has a plural of `count`. */
  isPlural: boolean
}

interface Form {
  /** The names of placeholders and tags, sorted, without `count`. */
  names: readonly string[]
  /** The text as its file has it. */
  text: string
}

/** The kinds of nodes of a compiled message that texts may have. */
const [poundNode, pluralNode] = [0, 2]

/**
 * Parses an ICU message of the form that the runtime knows: placeholders and tags, or one plural of `count` around them.
 * @throws if the text is something else
 */
export function readShape(message: string): MessageShape {
  const compiled = [compile(message)].flat()
  const plural = compiled.find((node) => Array.isArray(node) && node[1] === pluralNode)
  if (plural === undefined) {
    const form = readForm(compiled, false)
    return { forms: new Map([['', form]]), isPlural: false }
  }
  const [name, , forms] = plural as [string, number, Readonly<Record<string, unknown>>]
  if (name !== 'count') throw new Error(`has a plural of ${name}: the name must be count`)
  if (compiled.length > 1)
    throw new Error('has words outside of the plural: each form must be a whole sentence')
  const entries = Object.entries(forms).map(
    ([each, nodes]) => [each, readForm([nodes].flat(), true)] as const,
  )
  return { forms: new Map(entries), isPlural: true }
}

function readForm(nodes: readonly unknown[], isInPlural: boolean): Form {
  const names = new Set<string>()
  const visitAll = (each: readonly unknown[]): string => each.map(visit).join('')
  const visit = (node: unknown): string => {
    if (typeof node === 'string') return node
    if (node === poundNode) return '#'
    const [name, kind, ...rest] = node as [string, unknown, ...unknown[]]
    if (kind === undefined) {
      if (isInPlural && name === 'count') throw new Error('shows the count as {count} instead of #')
      if (name !== 'count') names.add(name)
      return `{${name}}`
    }
    if (typeof kind === 'number' && kind !== poundNode)
      throw new Error('has something other than placeholders, tags and one plural')
    names.add(name)
    return `<${name}>${visitAll([kind, ...rest])}</${name}>`
  }
  const text = visitAll(nodes)
  return { names: [...names].sort(), text }
}
