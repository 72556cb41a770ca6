import { asArray, asObject, resolveRef } from './json-access.ts'
import { type Direction, findNarrowed } from './schema-compat.ts'
import type { JsonObject } from './schemas.ts'

/*
 * Finds changes that break clients of an earlier document. Additions never break clients, because clients
 * must accept unknown members, values and responses.
 */

/** Returns every change in `after` that breaks a client of `before`. Each change is one line. */
export function breakingChanges(before: JsonObject, after: JsonObject): string[] {
  const [previous, current] = [collectOperations(before), collectOperations(after)]
  return [...previous].flatMap(([name, operation]) => {
    const now = current.get(name)
    if (now === undefined) return [`${name}: removed`]
    const isWebhook = name.startsWith('webhook ')
    const pair = { before, after, name }
    return [
      ...parameterChanges(pair, operation, now, isWebhook ? 'response' : 'request'),
      ...bodyChanges(pair, operation, now, isWebhook ? 'response' : 'request'),
      ...(isWebhook ? [] : responseChanges(pair, operation, now)),
    ]
  })
}

interface DocumentPair {
  before: JsonObject
  after: JsonObject
  name: string
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

function collectOperations(document: JsonObject): Map<string, JsonObject> {
  const operations = new Map<string, JsonObject>()
  for (const [kind, prefix] of [
    ['paths', ''],
    ['webhooks', 'webhook '],
  ] as const) {
    for (const [path, item] of Object.entries(asObject(document[kind]))) {
      const { parameters } = asObject(item)
      for (const method of methods) {
        const operation = asObject(item)[method]
        if (operation === undefined) continue
        const all = [...asArray(parameters), ...asArray(asObject(operation).parameters)]
        operations.set(`${prefix}${method.toUpperCase()} ${path}`, {
          ...asObject(operation),
          parameters: all,
        })
      }
    }
  }
  return operations
}

function parameterChanges(
  pair: DocumentPair,
  previous: JsonObject,
  current: JsonObject,
  direction: Direction,
): string[] {
  const { before, after, name } = pair
  const byName = (document: JsonObject, operation: JsonObject) =>
    new Map(
      asArray(operation.parameters).map((each) => {
        const parameter = resolveRef(document, each)
        return [`${parameter.in} ${parameter.name}`, parameter]
      }),
    )
  const [old, now] = [byName(before, previous), byName(after, current)]
  const removed = [...old].flatMap(([key, parameter]) => {
    const other = now.get(key)
    if (other === undefined) return [`${name}: parameter ${key} removed`]
    const at = `${name}: parameter ${key}`
    return [
      ...(parameter.required !== true && other.required === true && direction === 'request'
        ? [`${at} is required now`]
        : []),
      ...findNarrowed({ before, after, direction }, parameter.schema, other.schema, at),
    ]
  })
  const added = [...now].filter(
    ([key, { required }]) => direction === 'request' && required === true && !old.has(key),
  )
  return [...removed, ...added.map(([key]) => `${name}: parameter ${key} is required now`)]
}

function bodyChanges(
  pair: DocumentPair,
  previous: JsonObject,
  current: JsonObject,
  direction: Direction,
): string[] {
  const [old, now] = [
    resolveRef(pair.before, previous.requestBody),
    resolveRef(pair.after, current.requestBody),
  ]
  const added =
    direction === 'request' && old.required !== true && now.required === true
      ? [`${pair.name}: a body is required now`]
      : []
  return [...added, ...contentChanges(pair, old, now, direction, `${pair.name}: body`)]
}

function responseChanges(pair: DocumentPair, previous: JsonObject, current: JsonObject): string[] {
  const now = asObject(current.responses)
  return Object.entries(asObject(previous.responses)).flatMap(([status, response]) => {
    const at = `${pair.name}: response ${status}`
    if (now[status] === undefined) return [`${at} removed`]
    const [old, other] = [resolveRef(pair.before, response), resolveRef(pair.after, now[status])]
    const headers = asObject(other.headers)
    return [
      ...Object.keys(asObject(old.headers))
        .filter((name) => !(name in headers))
        .map((name) => `${at}: header ${name} removed`),
      ...contentChanges(pair, old, other, 'response', at),
    ]
  })
}

function contentChanges(
  { before, after }: DocumentPair,
  previous: JsonObject,
  current: JsonObject,
  direction: Direction,
  at: string,
): string[] {
  const now = asObject(current.content)
  return Object.entries(asObject(previous.content)).flatMap(([type, media]) => {
    const other = now[type]
    if (other === undefined) return [`${at}: ${type} removed`]
    const [old, schema] = [asObject(media).schema, asObject(other).schema]
    return findNarrowed({ before, after, direction }, old, schema, at)
  })
}
