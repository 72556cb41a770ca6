import { html, SafeHtml } from '#platform/html'
import { type Document, dereferenced, type Schema } from './document.ts'
import { nothing, prose } from './words.ts'

/** The members of an object, each with its type and its rule; objects inside unfold. */
export function members(document: Document, schema: Schema, depth = 0): SafeHtml {
  const { properties = {}, required = [] } = dereferenced<Schema>(document, schema)
  const rows = Object.entries(properties).map(([name, member]) =>
    row(document, name, member, required.includes(name), depth),
  )
  return html`<ul class="members">${rows}</ul>`
}

function row(
  document: Document,
  name: string,
  schema: Schema,
  isRequired: boolean,
  depth: number,
): SafeHtml {
  const bare = withoutNull(schema)
  const inner = objectIn(document, bare)
  const description = schema.description ?? dereferenced<Schema>(document, bare).description
  return html`<li><p class="member"><code>${name}</code> <span class="type">${typeOf(document, schema)}</span>${
    isRequired ? nothing : html` <span class="optional">optional</span>`
  }</p>${description === undefined ? nothing : html`<p>${prose(sentence(description))}</p>`}${limitsOf(bare)}${
    inner === undefined || hasOwnPlace(bare)
      ? nothing
      : html`<details${isRequired ? new SafeHtml(' open') : nothing}><summary>Members</summary>${members(document, inner, depth + 1)}</details>`
  }</li>`
}

/** What a type is called; a resource with a name links to its own place. */
export function typeOf(document: Document, schema: Schema): SafeHtml {
  const isNullable = schema !== withoutNull(schema) || listOf(schema.type).includes('null')
  const orNull = isNullable ? html` or null` : nothing
  return html`${plainType(document, withoutNull(schema))}${orNull}`
}

function plainType(document: Document, schema: Schema): SafeHtml {
  const name = schema.$ref?.split('/').at(-1)
  if (name?.startsWith('New')) return html`object`
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  const [type = 'anything'] = listOf(schema.type).filter((each) => each !== 'null')
  if (type === 'array' && schema.items) {
    const each = plainType(document, schema.items)
    return html`list of ${each}${/^[a-z]+$/.test(each.text) ? 's' : ''}`
  }
  const { additionalProperties: pairs } = schema
  if (type === 'object' && typeof pairs === 'object')
    return html`names to ${typeOf(document, pairs)}`
  return html`${schema.format === undefined ? type : (formats[schema.format] ?? schema.format)}`
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'time',
  uuid: 'UUID',
  uri: 'URL',
  email: 'e-mail address',
}

export function limitsOf(schema: Schema): SafeHtml {
  const values = (schema.enum ?? []).filter((value) => value !== null).map(String)
  const { default: usual } = schema
  const said = [
    span(schema.minLength, schema.maxLength, 'characters'),
    span(schema.minimum, schema.maximum, ''),
    span(schema.minItems, schema.maxItems, 'entries'),
    span(undefined, schema.maxProperties, 'pairs'),
  ].filter((text) => text !== '')
  const parts = [
    ...(values.length > 0
      ? [html`${joined(values.map((value) => html`<code>${value}</code>`))}`]
      : []),
    ...said.map((text) => html`${text}`),
    ...(usual === undefined ? [] : [html`otherwise <code>${String(usual)}</code>`]),
  ]
  return parts.length === 0 ? nothing : html`<p class="limits">${joined(parts)}</p>`
}

function span(least: number | undefined, most: number | undefined, what: string): string {
  const number = (value: number) => value.toLocaleString('en')
  if (most === undefined)
    return least === undefined || least < 1 ? '' : `at least ${number(least)} ${what}`
  return least === undefined || least < 1
    ? `at most ${number(most)} ${what}`
    : `${number(least)} to ${number(most)} ${what}`
}

const joined = (parts: readonly SafeHtml[]): SafeHtml =>
  html`${parts.map((part, at) => (at === 0 ? part : html`, ${part}`))}`

function withoutNull(schema: Schema): Schema {
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null')
  const [only] = choices ?? []
  return choices?.length === 1 && only !== undefined ? only : schema
}

const listOf = (type: string | string[] | undefined): string[] =>
  type === undefined ? [] : Array.isArray(type) ? type : [type]

/** Resources are shown once, further down; what is only ever sent unfolds where it is sent. */
const hasOwnPlace = ({ $ref, items }: Schema): boolean =>
  [$ref, items?.$ref].some((ref) => ref !== undefined && !ref.includes('/New'))

/** The object that a member is, or holds a list of. */
function objectIn(document: Document, schema: Schema): Schema | undefined {
  const found = dereferenced<Schema>(document, schema)
  if (found.items) return objectIn(document, found.items)
  return found.properties === undefined ? undefined : found
}

/** Fragments that are said after a field's name become sentences. */
const sentence = (text: string) => {
  const capital = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
