import type { ObjectType } from './interned-objects.ts'
import type { Direction, Member, Type } from './model.ts'

/* A renderer of types in TypeScript. */

/** The names of schemas that TypeScript or browsers use for another type. */
const renamedTypes: Readonly<Record<string, string>> = {
  Error: 'ApiError',
  Errors: 'ApiErrors',
  Event: 'FeedEvent',
  Metadata: 'OAuthMetadata',
  Token: 'OAuthToken',
}
export const typeName = (name: string) => renamedTypes[name] ?? name

/**
 * Returns whether a type declaration exists for the object. An object with several uses is declared once. Any
 * other object is written at its only use.
 */
export const isShared = ({ uses, members }: ObjectType) => uses > 1 && members.length > 1

/** Renders the TypeScript type. `depth` is the level of indentation. */
export function renderType(type: Type, depth = 0): string {
  switch (type.kind) {
    case 'named':
      return typeName(type.name)
    case 'object':
      return isShared(type.object) ? type.object.name : renderObject(type.object, depth)
    case 'page':
      return `ListPage<${renderType(type.item, depth)}>`
    case 'array':
      return renderArray(renderType(type.item, depth))
    case 'map':
      return `Record<string, ${renderType(type.value, depth)}>`
    case 'enum':
      return renderEnum(type.values, type.isOpen)
    case 'primitive':
      return type.name === 'integer' ? 'number' : type.name
    case 'union':
      return renderUnion(type.types.map((each) => renderType(each, depth)))
  }
}

const renderArray = (type: string) => (/^[\w.]+$/.test(type) ? `${type}[]` : `Array<${type}>`)
const renderUnion = (types: readonly string[]) => [...new Set(types)].join(' | ')

function renderEnum(values: readonly string[], isOpen: boolean): string {
  const literals = renderUnion(values.map(quote))
  return isOpen ? `OpenEnum<${literals}>` : literals
}

export const renderObject = ({ members, direction }: ObjectType, depth: number) =>
  renderBlock(renderMembers(members, direction, depth + 1), depth)

/** Renders the members of an object, each on one or more lines. */
export function renderMembers(
  members: readonly Member[],
  direction: Direction,
  depth: number,
): string[] {
  return members.map(({ name, type: memberType, isRequired, doc }) => {
    const type = renderType(memberType, depth)
    // Allows callers to set an optional property to undefined.
    const full = isRequired || direction === 'response' ? type : renderUnion([type, 'undefined'])
    return `${renderDoc(doc, depth)}${indent(depth)}${name}${isRequired ? '' : '?'}: ${full}`
  })
}

export const renderBlock = (lines: readonly string[], depth: number) =>
  `{\n${lines.join('\n')}\n${indent(depth)}}`

/** Renders a doc comment of one line. Returns an empty text if there is nothing to say. */
export const renderDoc = (text: string, depth: number): string =>
  text === '' ? '' : `${indent(depth)}/** ${text.replaceAll('*/', '* /')} */\n`

export const indent = (depth: number) => '  '.repeat(depth)
export const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
