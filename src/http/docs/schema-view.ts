import { html, SafeHtml } from '#platform/lib/html'
import { dereference, type OpenApiDocument, type Schema } from './openapi-document.ts'
import { empty, inlineMarkdown } from './text.ts'

/**
 * Renders a list of the properties of an object with their types and limits. The reader can expand nested
 * objects.
 */
export function renderProperties(document: OpenApiDocument, schema: Schema, depth = 0): SafeHtml {
  const { anyOf } = dereference<Schema>(document, schema)
  if (anyOf !== undefined)
    return html`${anyOf.map((choice) => {
      const { title } = dereference<Schema>(document, choice)
      return html`${title === undefined ? empty : html`<h5>${title}</h5>`}${renderProperties(document, choice, depth)}`
    })}`
  const { properties = {}, required = [] } = dereference<Schema>(document, schema)
  const rows = Object.entries(properties).map(([name, member]) =>
    renderProperty(document, name, member, required.includes(name), depth),
  )
  return html`<ul class="members">${rows}</ul>`
}

function renderProperty(
  document: OpenApiDocument,
  name: string,
  schema: Schema,
  isRequired: boolean,
  depth: number,
): SafeHtml {
  const nonNullSchema = stripNull(schema)
  const nestedSchema = findObject(document, nonNullSchema)
  const description = schema.description ?? dereference<Schema>(document, nonNullSchema).description
  return html`<li><p class="member"><code>${name}</code> <span class="type">${renderType(document, schema)}</span>${
    isRequired ? empty : html` <span class="optional">optional</span>`
  }</p>${description === undefined ? empty : html`<p>${inlineMarkdown(toSentence(description))}</p>`}${renderLimits(nonNullSchema)}${
    nestedSchema === undefined || hasOwnSection(nonNullSchema)
      ? empty
      : html`<details${isRequired ? new SafeHtml(' open') : empty}><summary>Members</summary>${renderProperties(document, nestedSchema, depth + 1)}</details>`
  }</li>`
}

/** Renders the name of a type. If the type is a named resource, the name links to its section. */
export function renderType(document: OpenApiDocument, schema: Schema): SafeHtml {
  const isNullable = schema !== stripNull(schema) || toList(schema.type).includes('null')
  const nullSuffix = isNullable ? html` or null` : empty
  return html`${renderPlainType(document, stripNull(schema))}${nullSuffix}`
}

function renderPlainType(document: OpenApiDocument, schema: Schema): SafeHtml {
  const name = schema.$ref?.split('/').at(-1)
  if (name?.startsWith('New')) return html`object`
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  const [type = 'anything'] = toList(schema.type).filter((each) => each !== 'null')
  if (type === 'array' && schema.items) {
    const each = renderPlainType(document, schema.items)
    return html`list of ${each}${/^[a-z]+$/.test(each.text) ? 's' : ''}`
  }
  const { additionalProperties: pairs } = schema
  if (type === 'object' && typeof pairs === 'object')
    return html`names to ${renderType(document, pairs)}`
  return html`${schema.format === undefined ? type : (formats[schema.format] ?? schema.format)}`
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'time',
  uuid: 'UUID',
  uri: 'URL',
  email: 'email address',
}

export function renderLimits(schema: Schema): SafeHtml {
  const values = (schema.enum ?? []).filter((value) => value !== null).map(String)
  const { default: defaultValue } = schema
  const ranges = [
    rangeText(schema.minLength, schema.maxLength, 'character', 'characters'),
    rangeText(schema.minimum, schema.maximum),
    rangeText(schema.minItems, schema.maxItems, 'entry', 'entries'),
    rangeText(undefined, schema.maxProperties, 'pair', 'pairs'),
  ].filter((text) => text !== '')
  const parts = [
    ...(values.length > 0
      ? [html`${joinWithCommas(values.map((value) => html`<code>${value}</code>`))}`]
      : []),
    ...ranges.map((text) => html`${text}`),
    ...(defaultValue === undefined ? [] : [html`default <code>${String(defaultValue)}</code>`]),
  ]
  return parts.length === 0 ? empty : html`<p class="limits">${joinWithCommas(parts)}</p>`
}

function rangeText(min = 0, max = Number.POSITIVE_INFINITY, one = '', many = ''): string {
  const count = (value: number) =>
    `${value.toLocaleString('en')} ${value === 1 ? one : many}`.trimEnd()
  if (max === Number.POSITIVE_INFINITY) return min < 1 ? '' : `at least ${count(min)}`
  return min < 1 ? `at most ${count(max)}` : `${min.toLocaleString('en')} to ${count(max)}`
}

const joinWithCommas = (parts: readonly SafeHtml[]): SafeHtml =>
  html`${parts.map((part, index) => (index === 0 ? part : html`, ${part}`))}`

function stripNull(schema: Schema): Schema {
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null')
  const [only] = choices ?? []
  return choices?.length === 1 && only !== undefined ? only : schema
}

const toList = (type: string | string[] | undefined): string[] =>
  type === undefined ? [] : Array.isArray(type) ? type : [type]

/**
 * Returns whether a schema has its own section in the page. Resources have such a section. The page shows the
 * schemas of requests inside the operation instead.
 */
const hasOwnSection = ({ $ref, items }: Schema): boolean =>
  [$ref, items?.$ref].some((ref) => ref !== undefined && !ref.includes('/New'))

/** Returns the schema of the object in a property, or of the objects in a list. */
function findObject(document: OpenApiDocument, schema: Schema): Schema | undefined {
  const found = dereference<Schema>(document, schema)
  if (found.items) return findObject(document, found.items)
  return found.properties === undefined ? undefined : found
}

/** Converts a part of a sentence that follows the name of a field to a whole sentence. */
const toSentence = (text: string) => {
  const capital = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
