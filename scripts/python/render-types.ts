import type { ObjectType } from '#scripts/sdk/interned-objects'
import type { Direction, Member, Model, NamedType, Type } from '#scripts/sdk/model'
import { typeName } from '#scripts/sdk/typescript'

/* A renderer of types in Python: a TypedDict for each object. */

/** Renders the Python type. `prefix` is the module of the named types, such as `t.`. */
export function renderType(type: Type, direction: Direction, prefix = ''): string {
  const render = (each: Type) => renderType(each, direction, prefix)
  switch (type.kind) {
    case 'named':
      return `${prefix}${typeName(type.name)}`
    case 'object':
      return `${prefix}${type.object.name}`
    case 'page':
      return `${prefix}Page[${render(type.item)}]`
    case 'array':
      // Callers may pass any sequence. The name `list` would be a method in the classes of resources.
      return `${direction === 'request' ? 'Sequence' : 'list'}[${render(type.item)}]`
    case 'map':
      return `${direction === 'request' ? 'Mapping' : 'dict'}[str, ${render(type.value)}]`
    case 'enum':
      return renderEnum(type.values, type.isOpen)
    case 'primitive':
      return renderPrimitive(type, direction)
    case 'union':
      return [...new Set(type.types.map(render))].join(' | ')
  }
}

const renderEnum = (values: readonly string[], isOpen: boolean) =>
  `Literal[${values.map((each) => JSON.stringify(each)).join(', ')}]${isOpen ? ' | str' : ''}`

function renderPrimitive(
  { name, isTime }: Type & { kind: 'primitive' },
  direction: Direction,
): string {
  if (isTime === true && direction === 'request') return 'str | datetime'
  const names = {
    string: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    null: 'None',
    unknown: 'Any',
  }
  return names[name]
}

/** Renders the module with all types of the API. */
export function renderTypesModule(model: Model): string {
  return [
    ...model.named.map(renderNamed),
    // The inner objects come first, because the functional syntax evaluates names.
    ...model.objects.map(renderObject),
  ].join('\n\n')
}

function renderNamed({ name, doc, direction, members, type }: NamedType): string {
  if (members === undefined)
    return `${typeName(name)}: TypeAlias = "${renderType(type, direction)}"\n`
  return renderTypedDict(typeName(name), doc, members, direction)
}

const renderObject = ({ name, members, direction }: ObjectType) =>
  renderTypedDict(name, '', members, direction)

function renderTypedDict(
  name: string,
  doc: string,
  members: readonly Member[],
  direction: Direction,
): string {
  const typeOf = ({ type, isRequired }: Member) =>
    isRequired ? renderType(type, direction) : `NotRequired[${renderType(type, direction)}]`
  if (members.some((each) => reservedWords.includes(each.name))) {
    const lines = members.map((each) => `        "${each.name}": ${quoteType(typeOf(each))},`)
    return [`${name} = TypedDict(`, `    "${name}",`, '    {', ...lines, '    },', ')\n'].join('\n')
  }
  return [
    `class ${name}(TypedDict):`,
    ...(doc === '' ? [] : [...renderDocstring([doc], 1), '']),
    ...members.flatMap((each) => [
      `    ${each.name}: ${typeOf(each)}`,
      ...(each.doc === '' ? [] : renderDocstring([each.doc], 1)),
    ]),
    '',
  ].join('\n')
}

const reservedWords = [
  'from',
  'import',
  'class',
  'global',
  'in',
  'is',
  'not',
  'with',
  'async',
  'as',
]

const quoteType = (type: string) => `"${type.replaceAll('"', "'")}"`

/** Renders a docstring of one or more lines. */
export function renderDocstring(lines: readonly string[], depth: number): string[] {
  const pad = '    '.repeat(depth)
  const safe = lines.map((line) =>
    line.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll('`', '``'),
  )
  const [first = ''] = safe
  // A quotation mark at the end would join the closing marks.
  const end = (text: string) => (text.endsWith('"') ? `${text} ` : text)
  if (safe.length === 1) return [`${pad}"""${end(first)}"""`]
  return [
    `${pad}"""${first}`,
    ...safe.slice(1).map((line) => (line === '' ? '' : `${pad}${line}`)),
    `${pad}"""`,
  ]
}
