import compile from 'icu-minify/compile'

/** The parts of a message that translations have in common. */
export interface MessageShape {
  /** The plural forms, or one form `''` for a message without a plural. */
  forms: ReadonlyMap<string, Form>
  /** Whether the message has a plural of `count`. */
  isPlural: boolean
}

interface Form {
  /** The sorted names of placeholders and tags. The `#` of a plural is not a placeholder. */
  names: readonly string[]
  /** The text as it is in its file. */
  text: string
}

/** The kinds of nodes in a compiled message that texts may contain. */
const [poundNode, pluralNode] = [0, 2]

/**
 * Parses an ICU message in a form that the runtime knows: placeholders and tags, or one
 * plural of `count` around them.
 *
 * @throws if the message has another form
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

/** Reads the shape of a message, or returns what is wrong with it. */
export function tryReadShape(text: string): MessageShape | string {
  try {
    return readShape(text)
  } catch (error) {
    const { message } = error as Error
    return error instanceof SyntaxError
      ? `is no ICU message: ${remedies[message] ?? 'see the rules of ICU messages'} (${message})`
      : message
  }
}

/** What a translator must do about each error of the parser. */
const remedies: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: "close the brace, or write it as a letter: '{'",
  EMPTY_ARGUMENT: 'write a name between the braces',
  MALFORMED_ARGUMENT: 'a name has letters and digits only, and is followed by a closing brace',
  INVALID_ARGUMENT_TYPE: 'only “plural” may follow a name',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'write each plural form in braces: other {…}',
  MISSING_OTHER_CLAUSE: 'add the plural form “other”',
  UNMATCHED_CLOSING_TAG: 'close each tag with its own name: <a>…</a>',
  UNCLOSED_TAG: 'close the tag: <a>…</a>',
  INVALID_TAG: "close the tag, or write < as a letter: '<'",
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
      names.add(name)
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
