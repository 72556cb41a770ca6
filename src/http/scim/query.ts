import type { FastifyRequest } from 'fastify'
import { scimError } from './errors.ts'
import { toAttributeName } from './filter.ts'
import { isObject } from './values.ts'

export const maxPageSize = 200
const defaultPageSize = 100
const maxStartIndex = 1_000_000_000

/** Reads a parameter of the query. Throws for a repeated one. */
export function readParameter({ query }: FastifyRequest, name: string): string | undefined {
  const value = isObject(query) ? query[name] : undefined
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw scimError('invalidValue', `Send ${name} once.`)
  return value
}

function readInteger(request: FastifyRequest, name: string): number | undefined {
  const text = readParameter(request, name)
  if (text === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(text)) throw scimError('invalidValue', `${name} must be an integer.`)
  return Number(text)
}

/** Reads which part of a list to return (RFC 7644, 3.4.2.4). A larger count than the maximum means the maximum. */
export function readPage(request: FastifyRequest, maxCount: number) {
  const startIndex = Math.min(Math.max(readInteger(request, 'startIndex') ?? 1, 1), maxStartIndex)
  const count = Math.max(readInteger(request, 'count') ?? defaultPageSize, 0)
  return { startIndex, limit: Math.min(count, maxCount), offset: startIndex - 1 }
}

export const toListResponse = (
  resources: readonly object[],
  { total, startIndex = 1 }: { total: number; startIndex?: number },
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** The attributes that a client wants, or does not want, by their names in lower case. */
export interface AttributeSelection {
  wanted: string[] | undefined
  excluded: string[]
}

const maxSelectionLength = 1_000

export function readSelection(request: FastifyRequest): AttributeSelection {
  const read = (name: string) => {
    const text = readParameter(request, name)
    if (text !== undefined && text.length > maxSelectionLength)
      throw scimError('invalidValue', `${name} must have at most ${maxSelectionLength} characters.`)
    return text?.split(',').map(toAttributeName)
  }
  return { wanted: read('attributes'), excluded: read('excludedAttributes') ?? [] }
}

/** Returns whether a response needs an attribute. */
export const isSelected = ({ wanted, excluded }: AttributeSelection, name: string): boolean =>
  wanted === undefined
    ? !excluded.includes(name)
    : wanted.some((each) => each === name || each.startsWith(`${name}.`))

/** Returns the selected attributes of a resource. `schemas` and `id` are in each response (RFC 7643, 7). */
export const selectAttributes = (
  resource: Readonly<Record<string, unknown>>,
  selection: AttributeSelection,
): object =>
  Object.fromEntries(
    Object.entries(resource)
      .filter(
        ([name]) =>
          name === 'schemas' || name === 'id' || isSelected(selection, name.toLowerCase()),
      )
      .map(([name, value]) => [name, selectParts(name.toLowerCase(), value, selection)]),
  )

/** Selects the sub-attributes of a complex attribute: `name.givenName`. */
function selectParts(
  name: string,
  value: unknown,
  { wanted, excluded }: AttributeSelection,
): unknown {
  if (Array.isArray(value))
    return value.map((each) => selectParts(name, each, { wanted, excluded }))
  if (!isObject(value)) return value
  const hasAll = wanted === undefined || wanted.includes(name)
  return Object.fromEntries(
    Object.entries(value).filter(([part]) => {
      const path = `${name}.${part.toLowerCase()}`
      return hasAll ? !excluded.includes(path) : wanted.includes(path)
    }),
  )
}
