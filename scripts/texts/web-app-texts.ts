import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** The texts that the code of one area translates, each with a file that uses it. */
export type AreaTexts = Map<string, string>

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const webSource = join(import.meta.dirname, '../../packages/web/src')

/** Returns the area of a file: the folder of its page, or `common`. */
const areaOf = (file: string): string => /^pages\/([\w-]+)\//.exec(file)?.[1] ?? 'common'

const listFiles = () =>
  globSync('**/*.{ts,tsx}', { cwd: webSource })
    .filter((file) => !/^i18n\/|generated/.test(file))
    .sort()

function parse(file: string): { source: string; program: Node } {
  const source = readFileSync(join(webSource, file), 'utf8')
  return { source, program: parseSync(file, source).program as unknown as Node }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Extracts the texts that the web app translates, by area. */
export function extractTexts(): Map<string, AreaTexts> {
  const areas = new Map<string, AreaTexts>()
  for (const file of listFiles()) {
    const area: AreaTexts = areas.get(areaOf(file)) ?? new Map()
    areas.set(areaOf(file), area)
    const visit = (node: Node): void => {
      collect(node, file, area)
      childrenOf(node).forEach(visit)
    }
    visit(parse(file).program)
  }
  return areas
}

function collect(node: Node, file: string, texts: AreaTexts): void {
  if (node.type === 'CallExpression' && (node.callee as { name?: string }).name === 't')
    for (const text of literalsOf((node.arguments as Node[])[0])) texts.set(text, file)
  if (node.type === 'JSXOpeningElement' && (node.name as { name?: string }).name === 'Trans')
    for (const { name, value } of node.attributes as { name?: { name: string }; value?: Node }[])
      if (name?.name === 'text') for (const text of literalsOf(value)) texts.set(text, file)
}

/**
 * Returns the strings that an argument can be: a literal, or the literals of both branches of a condition.
 */
function literalsOf(node: Node | null | undefined): string[] {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node?.type === 'ConditionalExpression')
    return [...literalsOf(node.consequent as Node), ...literalsOf(node.alternate as Node)]
  return node?.type === 'JSXExpressionContainer' ? literalsOf(node.expression as Node) : []
}

const isWord = (text: string) => /\p{L}{2,}/u.test(text)

/** Words of code, keys of the keyboard and proper names, which have no translation. */
const names =
  /^(Enter|Esc|Escape|Arrow(Down|Up|Left|Right)|Home|End|Page(Up|Down)|Tab|Space|Ctrl|Backspace|Delete|Shift|Alt|Meta|UTC|Edge?|OPR|Opera|Edg|Bestow|ApiError|Slack|Microsoft Teams|EasyPost|Ada|Larkin|[A-Z\d_-]+|Key[A-Z]|Column 1|(BIF|BHD|CLF) .*|ABC.*Z|[\w-]+: .*;|.*sans-serif|.*monospace)$/

const isVisibleWord = (text: string) => isWord(text) && !names.test(text.trim())

const isText = (text: string) =>
  isWord(text) && /^[\p{Lu}“]\p{Ll}|^\p{Lu} \p{Ll}/u.test(text) && !names.test(text)

const codeElements = new Set(['code', 'Code', 'kbd', 'Kbd', 'pre'])
const textAttributes = new Set(['label', 'title', 'placeholder', 'aria-label', 'noun'])

/**
 * Files whose names are the same in all languages: the states of the US, each language in its own language,
 * the menus of other apps, and the sections of the documentation, which is in English.
 */
const filesOfNames = new Set([
  'components/formats/destinations.ts',
  'components/feedback/guides.ts',
  'components/formats/languages.ts',
  'pages/settings/assistants.ts',
])

/** Finds the texts of the web app that are not translated. Returns their places as `file:line text`. */
export function findUntranslated(area?: string): string[] {
  return listFiles()
    .filter((file) => area === undefined || areaOf(file) === area)
    .filter((file) => !filesOfNames.has(file))
    .flatMap((file) => {
      const { source, program } = parse(file)
      const found: string[] = []
      const report = ({ start }: Node, text: string) =>
        found.push(
          `${file}:${source.slice(0, start).split('\n').length} ${text.trim().replace(/\s+/g, ' ')}`,
        )
      visitUntranslated(program, [], report)
      return found
    })
}

/** Templates of code, paths and form fields, which are not translated. */
const codeTemplates =
  /[/=#_"\\]|^\.|^[\w-]+\.…|\p{L}-\p{L}+…|^…\.|^…?translations\.…|^\p{Ll}+ …$|^… – Bestow$/u

type Report = (node: Node, text: string) => void

function visitUntranslated(node: Node, parents: readonly Node[], report: Report): void {
  const parent = parents.at(-1)
  if (/^TS(?!As|Satisfies|NonNull)|^Import/.test(node.type)) return
  if (isTechnical(node)) return
  if (node.type === 'JSXText' && isVisibleWord(node.value as string))
    report(node, node.value as string)
  if (node.type === 'Literal' && typeof node.value === 'string' && parent !== undefined) {
    const attribute = parent.type === 'JSXAttribute' && (parent.name as { name?: string }).name
    const isLabel = textAttributes.has(attribute || '') && isVisibleWord(node.value)
    const isPlaceholder = /@|^https?:|\.\w+$/.test(node.value)
    if ((isText(node.value) || isLabel) && !isPlaceholder) report(node, node.value)
  }
  if (node.type === 'TemplateLiteral') {
    const text = (node.quasis as { value: { cooked: string } }[])
      .map(({ value }) => value.cooked)
      .join('…')
    if (/(^|[…\p{L},;.] ?)\p{L}{2,}([ .,:…?]|$)/u.test(text) && /[ .?]/.test(text)) {
      if (!codeTemplates.test(text)) report(node, text)
    }
  }
  const translated = translatedParts(node)
  for (const child of childrenOf(node)) {
    const isKey = node.type === 'Property' && child === node.key && node.computed !== true
    if (!isKey && !translated.includes(child)) visitUntranslated(child, [...parents, node], report)
  }
}

/** Returns the parts of a call of `t`, or of an element `Trans`, that contain translated texts. */
function translatedParts(node: Node): readonly unknown[] {
  if (node.type === 'JSXAttribute' && (node.name as { name?: string }).name === 'text')
    return [node.value]
  if (node.type !== 'CallExpression') return []
  const { name } = node.callee as { name?: string }
  return name === 't' ? (node.arguments as Node[]).slice(0, 1) : []
}

const technicalAttributes =
  /^(className|style|to|href|path|name|key|type|variant|color|size|value|role|id|form|d|fill|topic|rel|target)$/

function isTechnical(node: Node): boolean {
  if (node.type === 'JSXAttribute')
    return technicalAttributes.test((node.name as { name?: string }).name ?? '')
  if (node.type === 'BinaryExpression') return ['===', '!=='].includes(node.operator as string)
  if (node.type !== 'JSXElement') return false
  const { name } = node.openingElement as { name: { name?: string } }
  return codeElements.has(name.name ?? '')
}
