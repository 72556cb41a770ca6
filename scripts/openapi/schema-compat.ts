import { asArray, asObject, resolveRef } from './json-access.ts'
import type { Json, JsonObject } from './schemas.ts'

/**
 * The direction in which a schema is read. The service reads requests, and
 * clients read responses and webhooks.
 */
export type Direction = 'request' | 'response'

interface Comparison {
  before: JsonObject
  after: JsonObject
  direction: Direction
}

/** Finds the guarantees of the previous schema that the new schema no longer gives. */
export function findNarrowed(
  comparison: Comparison,
  oldSchema: Json | undefined,
  newSchema: Json | undefined,
  at: string,
): string[] {
  const previous = resolveRef(comparison.before, oldSchema)
  const current = resolveRef(comparison.after, newSchema)
  const choices = choiceChanges(comparison, previous, current, at)
  if (choices !== undefined) return choices
  return [
    ...typeChanges(comparison.direction, previous, current, at),
    ...valueChanges(previous, current, at),
    ...limitChanges(comparison.direction, previous, current, at),
    ...memberChanges(comparison, previous, current, at),
    ...('items' in previous && 'items' in current
      ? findNarrowed(comparison, previous.items, current.items, `${at}[]`)
      : []),
    ...(isSchema(previous.additionalProperties) && isSchema(current.additionalProperties)
      ? findNarrowed(
          comparison,
          previous.additionalProperties,
          current.additionalProperties,
          `${at}.*`,
        )
      : []),
  ]
}

const isSchema = (value: Json | undefined) => typeof value === 'object'

/** Compares the choices of a union, such as "object or null", in order. */
function choiceChanges(
  comparison: Comparison,
  previous: JsonObject,
  current: JsonObject,
  at: string,
) {
  const [old, now] = [listChoices(previous), listChoices(current)]
  if (old.length < 2 && now.length < 2) return undefined
  const [isNullable, isNullableNow] = [old, now].map((list) => list.some(isNull))
  const nullable = nullChange(comparison.direction, isNullable === true, isNullableNow === true, at)
  const [before, after] = [old, now].map((list) => list.filter((each) => !isNull(each)))
  const pairs = (before ?? []).map((each, index) => [each, after?.[index]] as const)
  return [
    ...nullable,
    ...pairs.flatMap(([one, other]) =>
      other === undefined ? [`${at}: a choice removed`] : findNarrowed(comparison, one, other, at),
    ),
  ]
}

const listChoices = (schema: JsonObject): Json[] => {
  const list = asArray(schema.anyOf ?? schema.oneOf)
  return list.length > 0 ? list : [schema]
}
const isNull = (schema: Json) => asObject(schema).type === 'null'

function nullChange(
  direction: Direction,
  previous: boolean,
  current: boolean,
  at: string,
): string[] {
  if (direction === 'response' && !previous && current) return [`${at} may be null now`]
  if (direction === 'request' && previous && !current) return [`${at} must not be null now`]
  return []
}

function typeChanges(
  direction: Direction,
  previous: JsonObject,
  current: JsonObject,
  at: string,
): string[] {
  const [old, now] = [listTypes(previous), listTypes(current)]
  if (old.length === 0 || now.length === 0) return []
  const accepts = (list: string[], type: string) =>
    list.includes(type) || (type === 'integer' && list.includes('number'))
  const lost = old.filter((type) => type !== 'null' && !accepts(now, type))
  const gained = now.filter((type) => type !== 'null' && !accepts(old, type))
  return [
    ...nullChange(direction, old.includes('null'), now.includes('null'), at),
    ...(direction === 'request' ? lost : gained).map(
      (type) => `${at}: type ${direction === 'request' ? 'no longer' : 'is now'} ${type}`,
    ),
    ...(direction === 'response' && gained.length === 0 && lost.length === old.length
      ? [`${at}: type changed`]
      : []),
  ]
}

const listTypes = ({ type }: JsonObject): string[] =>
  (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string')

/** Finds the values of an enum that were removed. A removal breaks requests and responses. */
function valueChanges(previous: JsonObject, current: JsonObject, at: string): string[] {
  const now = asArray(current.enum)
  if (now.length === 0) return []
  if (!Array.isArray(previous.enum)) return [`${at}: only certain values now`]
  return previous.enum
    .filter((value) => value !== null && !now.includes(value))
    .map((value) => `${at}: value ${JSON.stringify(value)} removed`)
}

// biome-ignore format: read down the columns
const limits: readonly [name: string, isTighter: (previous: number, current: number) => boolean][] = [
  ['minLength',     (previous, current) => current > previous],
  ['minItems',      (previous, current) => current > previous],
  ['minimum',       (previous, current) => current > previous],
  ['minProperties', (previous, current) => current > previous],
  ['maxLength',     (previous, current) => current < previous],
  ['maxItems',      (previous, current) => current < previous],
  ['maximum',       (previous, current) => current < previous],
  ['maxProperties', (previous, current) => current < previous],
]

function limitChanges(
  direction: Direction,
  previous: JsonObject,
  current: JsonObject,
  at: string,
): string[] {
  if (direction === 'response') {
    return previous.format !== undefined && current.format !== previous.format
      ? [`${at}: format changed`]
      : []
  }
  const tighter = limits.filter(([name, isTighter]) => {
    const [old, now] = [previous[name], current[name]]
    if (typeof now !== 'number') return false
    return typeof old === 'number' ? isTighter(old, now) : !(name.startsWith('min') && now === 0)
  })
  const changedFormats = ['pattern', 'format'].filter(
    (name) => current[name] !== undefined && current[name] !== previous[name],
  )
  return [
    ...tighter.map(([name]) => `${at}: ${name} is tighter`),
    ...changedFormats.map(
      (name) => `${at}: ${name} ${previous[name] === undefined ? 'added' : 'changed'}`,
    ),
  ]
}

function memberChanges(
  comparison: Comparison,
  previous: JsonObject,
  current: JsonObject,
  at: string,
): string[] {
  const [old, now] = [asObject(previous.properties), asObject(current.properties)]
  const [requiredBefore, requiredAfter] = [asArray(previous.required), asArray(current.required)]
  const changedMembers = Object.entries(old).flatMap(([name, schema]) => {
    const inside = `${at}.${name}`
    const other = now[name]
    return other === undefined
      ? [`${inside} removed`]
      : findNarrowed(comparison, schema, other, inside)
  })
  const requiredChanges =
    comparison.direction === 'request'
      ? requiredAfter
          .filter((name) => !requiredBefore.includes(name))
          .map((name) => `${at}.${name} is required now`)
      : requiredBefore
          .filter(
            (name) => typeof name === 'string' && name in now && !requiredAfter.includes(name),
          )
          .map((name) => `${at}.${name} may be missing now`)
  const closed =
    comparison.direction === 'request' &&
    previous.additionalProperties !== false &&
    current.additionalProperties === false
      ? [`${at}: other members are rejected now`]
      : []
  return [...changedMembers, ...requiredChanges, ...closed]
}
