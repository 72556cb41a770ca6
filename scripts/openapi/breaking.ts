import { narrowedIn, type Way } from './narrowed.ts'
import { listAt, objectAt, resolved } from './reading.ts'
import type { JsonObject } from './schemas.ts'

/*
 * What would break clients that were written against an earlier document. Adding is always fine: clients
 * put up with members, values and answers they do not know.
 */

/** Everything in `after` that breaks a client of `before`, as lines for people. */
export function breakingChanges(before: JsonObject, after: JsonObject): string[] {
  const [was, is] = [operationsOf(before), operationsOf(after)]
  return [...was].flatMap(([name, operation]) => {
    const now = is.get(name)
    if (now === undefined) return [`${name}: removed`]
    const isWebhook = name.startsWith('webhook ')
    const pair = { before, after, name }
    return [
      ...parameterChanges(pair, operation, now, isWebhook ? 'answer' : 'request'),
      ...bodyChanges(pair, operation, now, isWebhook ? 'answer' : 'request'),
      ...(isWebhook ? [] : responseChanges(pair, operation, now)),
    ]
  })
}

interface Pair {
  before: JsonObject
  after: JsonObject
  name: string
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

function operationsOf(document: JsonObject): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  for (const [kind, prefix] of [
    ['paths', ''],
    ['webhooks', 'webhook '],
  ] as const) {
    for (const [path, item] of Object.entries(objectAt(document[kind]))) {
      const { parameters } = objectAt(item)
      for (const method of methods) {
        const operation = objectAt(item)[method]
        if (operation === undefined) continue
        const all = [...listAt(parameters), ...listAt(objectAt(operation).parameters)]
        found.set(`${prefix}${method.toUpperCase()} ${path}`, {
          ...objectAt(operation),
          parameters: all,
        })
      }
    }
  }
  return found
}

function parameterChanges(pair: Pair, was: JsonObject, is: JsonObject, way: Way): string[] {
  const { before, after, name } = pair
  const byName = (document: JsonObject, operation: JsonObject) =>
    new Map(
      listAt(operation.parameters).map((each) => {
        const parameter = resolved(document, each)
        return [`${parameter.in} ${parameter.name}`, parameter]
      }),
    )
  const [old, now] = [byName(before, was), byName(after, is)]
  const gone = [...old].flatMap(([key, parameter]) => {
    const other = now.get(key)
    if (other === undefined) return [`${name}: parameter ${key} removed`]
    const at = `${name}: parameter ${key}`
    return [
      ...(parameter.required !== true && other.required === true && way === 'request'
        ? [`${at} is required now`]
        : []),
      ...narrowedIn({ before, after, way }, parameter.schema, other.schema, at),
    ]
  })
  const added = [...now].filter(
    ([key, { required }]) => way === 'request' && required === true && !old.has(key),
  )
  return [...gone, ...added.map(([key]) => `${name}: parameter ${key} is required now`)]
}

function bodyChanges(pair: Pair, was: JsonObject, is: JsonObject, way: Way): string[] {
  const [old, now] = [resolved(pair.before, was.requestBody), resolved(pair.after, is.requestBody)]
  const added =
    way === 'request' && old.required !== true && now.required === true
      ? [`${pair.name}: a body is required now`]
      : []
  return [...added, ...contentChanges(pair, old, now, way, `${pair.name}: body`)]
}

function responseChanges(pair: Pair, was: JsonObject, is: JsonObject): string[] {
  const now = objectAt(is.responses)
  return Object.entries(objectAt(was.responses)).flatMap(([status, response]) => {
    const at = `${pair.name}: answer ${status}`
    if (now[status] === undefined) return [`${at} removed`]
    const [old, other] = [resolved(pair.before, response), resolved(pair.after, now[status])]
    const headers = objectAt(other.headers)
    return [
      ...Object.keys(objectAt(old.headers))
        .filter((name) => !(name in headers))
        .map((name) => `${at}: header ${name} removed`),
      ...contentChanges(pair, old, other, 'answer', at),
    ]
  })
}

function contentChanges(
  { before, after }: Pair,
  was: JsonObject,
  is: JsonObject,
  way: Way,
  at: string,
): string[] {
  const now = objectAt(is.content)
  return Object.entries(objectAt(was.content)).flatMap(([type, media]) => {
    const other = now[type]
    if (other === undefined) return [`${at}: ${type} removed`]
    const [old, schema] = [objectAt(media).schema, objectAt(other).schema]
    return narrowedIn({ before, after, way }, old, schema, at)
  })
}
