import { parse, stringify } from 'yaml'

/*
 * A renderer for the templates of a chart, because helm is not installed where the tests run. It supports the
 * subset of Go templates and Sprig that the charts use. Any other function or syntax throws.
 */

type Value = unknown
type Scope = { dot: Value; root: Value; names: Record<string, Value> }
type Node =
  | { kind: 'text'; text: string }
  | { kind: 'print'; code: string }
  | { kind: 'set'; name: string; code: string }
  | { kind: 'block'; word: string; code: string; body: Node[]; elseBody: Node[] }

export class Chart {
  readonly #defines = new Map<string, Node[]>()
  readonly #files: [name: string, nodes: Node[]][]

  constructor(files: Readonly<Record<string, string>>) {
    this.#files = Object.entries(files).map(([name, text]) => [name, this.#read(text)])
  }

  /** Renders each template. Returns the texts by file name. */
  render(root: Record<string, Value>): Record<string, string> {
    const scope = { dot: root, root, names: {} }
    return Object.fromEntries(this.#files.map(([name, nodes]) => [name, this.#run(nodes, scope)]))
  }

  #read(text: string): Node[] {
    const trimmed = text.replace(/\s*\{\{- ?/g, '{{').replace(/ ?-\}\}\s*/g, '}}')
    const parts = trimmed.split(/\{\{(.*?)\}\}/s)
    return this.#nodes(parts, { at: 0 })
  }

  #nodes(parts: string[], cursor: { at: number }): Node[] {
    const nodes: Node[] = []
    for (; cursor.at < parts.length; cursor.at += 1) {
      const part = parts[cursor.at] ?? ''
      if (cursor.at % 2 === 0) {
        nodes.push({ kind: 'text', text: part })
        continue
      }
      const code = part.trim()
      const [word = ''] = code.split(' ')
      if (word === 'end' || word === 'else') return nodes
      if (code.startsWith('/*')) continue
      const [, name, set] = /^\$(\w+) := (.*)$/s.exec(code) ?? []
      if (name !== undefined && set !== undefined) nodes.push({ kind: 'set', name, code: set })
      else if (/^(if|with|range|define)$/.test(word)) this.#block(word, code, parts, cursor, nodes)
      else nodes.push({ kind: 'print', code })
    }
    return nodes
  }

  #block(word: string, code: string, parts: string[], cursor: { at: number }, into: Node[]): void {
    cursor.at += 1
    const body = this.#nodes(parts, cursor)
    let elseBody: Node[] = []
    if (parts[cursor.at]?.trim() === 'else') {
      cursor.at += 1
      elseBody = this.#nodes(parts, cursor)
    }
    if (parts[cursor.at]?.trim() !== 'end') throw new Error(`${code} is not closed`)
    const condition = code.slice(word.length).trim()
    if (word === 'define') this.#defines.set(JSON.parse(condition), body)
    else into.push({ kind: 'block', word, code: condition, body, elseBody })
  }

  #run(nodes: readonly Node[], scope: Scope): string {
    const names = { ...scope.names }
    const own = { ...scope, names }
    const run = (node: Node): string => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'print') return String(this.#pipe(node.code, own) ?? '')
      if (node.kind === 'set') {
        names[node.name] = this.#pipe(node.code, own)
        return ''
      }
      return this.#runBlock(node, own)
    }
    return nodes.map(run).join('')
  }

  #runBlock({ word, code, body, elseBody }: Node & { kind: 'block' }, scope: Scope): string {
    const [, key, item, list] = /^\$(\w+), \$(\w+) := (.*)$/.exec(code) ?? []
    const value = this.#pipe(list ?? code, scope)
    if (!isTrue(value)) return this.#run(elseBody, scope)
    if (word === 'if') return this.#run(body, scope)
    if (word === 'with') return this.#run(body, { ...scope, dot: value })
    if (key === undefined || item === undefined) throw new Error(`range without names: ${code}`)
    return Object.entries(value as object)
      .map(([k, v]) =>
        this.#run(body, { ...scope, names: { ...scope.names, [key]: k, [item]: v } }),
      )
      .join('')
  }

  /** Evaluates a pipeline `a b | c d`. The result of each stage is the last argument of the next stage. */
  #pipe(code: string, scope: Scope): Value {
    let last: Value[] = []
    for (const stage of split(code, '|')) {
      const [head = '', ...rest] = split(stage.trim(), ' ').filter((word) => word !== '')
      const values = rest.map((word) => this.#term(word, scope))
      const isCall = /^[a-z]\w*$/i.test(head) && !/^(true|false|nil)$/.test(head)
      last = [isCall ? this.#call(head, [...values, ...last], scope) : this.#term(head, scope)]
    }
    return last[0]
  }

  #term(word: string, scope: Scope): Value {
    if (word.startsWith('"')) return JSON.parse(word)
    if (/^-?\d+$/.test(word)) return Number(word)
    if (word === 'true' || word === 'false') return word === 'true'
    const [, inner, after = ''] = /^\((.*)\)((?:\.\w+)*)$/s.exec(word) ?? []
    if (inner !== undefined) return getMember(this.#pipe(inner, scope), after)
    const [, name = '', path = ''] = /^\$(\w*)((?:\.\w+)*)$/.exec(word) ?? []
    if (word.startsWith('$')) return getMember(name === '' ? scope.root : scope.names[name], path)
    if (word.startsWith('.')) return getMember(scope.dot, word === '.' ? '' : word)
    throw new Error(`cannot parse ${word}`)
  }

  #call(name: string, args: Value[], { root }: Scope): Value {
    const [first, second] = args
    if (name === 'include') {
      const body = this.#defines.get(String(first))
      if (body === undefined) throw new Error(`no template is defined as ${first}`)
      return this.#run(body, { dot: second, root, names: {} })
    }
    const called = functions[name]
    if (called === undefined) throw new Error(`the function ${name} is not supported`)
    return called(...args)
  }
}

const functions: Readonly<Record<string, (...args: Value[]) => Value>> = {
  quote: (value) => JSON.stringify(String(value)),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  required: (message, value) => {
    if (!isTrue(value)) throw new Error(String(message))
    return value
  },
  not: (value) => !isTrue(value),
  dict: (...pairs) =>
    Object.fromEntries(
      pairs.flatMap((key, n) => (n % 2 === 0 ? [[String(key), pairs[n + 1]]] : [])),
    ),
  ne: (a, b) => a !== b,
  eq: (a, b) => a === b,
  add: (...numbers) => numbers.reduce((sum: number, value) => sum + Number(value), 0),
  trunc: (length, text) => String(text).slice(0, Number(length)),
  trimSuffix: (suffix, text) =>
    String(text).endsWith(String(suffix)) ? String(text).slice(0, -String(suffix).length) : text,
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (width, text) =>
    `\n${String(text)
      .split('\n')
      .map((line) => (line === '' ? '' : ' '.repeat(Number(width)) + line))
      .join('\n')}`,
  urlParse: (text) => ({ hostname: new URL(String(text)).hostname }),
}

const isTrue = (value: Value): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)

const getMember = (value: Value, path: string): Value =>
  path
    .split('.')
    .filter((name) => name !== '')
    .reduce((at: Value, name) => (at as Record<string, Value> | undefined)?.[name], value)

/** Splits a text at a character outside quotes and parentheses. */
function split(code: string, at: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (const character of code) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted) depth += character === '(' ? 1 : character === ')' ? -1 : 0
    if (character === at && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

/** Returns the values of a chart with overrides, merged deeply. */
export function withValues(
  defaults: string,
  overrides: Record<string, Value>,
): Record<string, Value> {
  const merge = (a: Value, b: Value): Value =>
    isPlain(a) && isPlain(b)
      ? Object.fromEntries(
          [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => [
            name,
            name in b ? merge(a[name], b[name]) : a[name],
          ]),
        )
      : b
  return merge(parse(defaults), overrides) as Record<string, Value>
}

const isPlain = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
