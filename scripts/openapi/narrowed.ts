import { listAt, objectAt, resolved } from './reading.ts'
import type { Json, JsonObject } from './schemas.ts'

/** Who reads it: we read requests, clients read answers (and webhooks). */
export type Way = 'request' | 'answer'

interface Between {
  before: JsonObject
  after: JsonObject
  way: Way
}

/** What a client may have relied on in a schema, and can no more. */
export function narrowedIn(
  between: Between,
  old: Json | undefined,
  now: Json | undefined,
  at: string,
): string[] {
  const was = resolved(between.before, old)
  const is = resolved(between.after, now)
  const choices = choiceChanges(between, was, is, at)
  if (choices !== undefined) return choices
  return [
    ...typeChanges(between.way, was, is, at),
    ...valueChanges(was, is, at),
    ...limitChanges(between.way, was, is, at),
    ...memberChanges(between, was, is, at),
    ...('items' in was && 'items' in is ? narrowedIn(between, was.items, is.items, `${at}[]`) : []),
    ...(isSchema(was.additionalProperties) && isSchema(is.additionalProperties)
      ? narrowedIn(between, was.additionalProperties, is.additionalProperties, `${at}.*`)
      : []),
  ]
}

const isSchema = (value: Json | undefined) => typeof value === 'object'

/** "This or nothing" and the like: each choice is held against the one in its place. */
function choiceChanges(between: Between, was: JsonObject, is: JsonObject, at: string) {
  const [old, now] = [choicesOf(was), choicesOf(is)]
  if (old.length < 2 && now.length < 2) return undefined
  const [isNullable, isNullableNow] = [old, now].map((list) => list.some(isNull))
  const nullable = nullChange(between.way, isNullable === true, isNullableNow === true, at)
  const [before, after] = [old, now].map((list) => list.filter((each) => !isNull(each)))
  const pairs = (before ?? []).map((each, index) => [each, after?.[index]] as const)
  return [
    ...nullable,
    ...pairs.flatMap(([one, other]) =>
      other === undefined ? [`${at}: a choice removed`] : narrowedIn(between, one, other, at),
    ),
  ]
}

const choicesOf = (schema: JsonObject): Json[] => {
  const list = listAt(schema.anyOf ?? schema.oneOf)
  return list.length > 0 ? list : [schema]
}
const isNull = (schema: Json) => objectAt(schema).type === 'null'

function nullChange(way: Way, was: boolean, is: boolean, at: string): string[] {
  if (way === 'answer' && !was && is) return [`${at} may be null now`]
  if (way === 'request' && was && !is) return [`${at} must not be null now`]
  return []
}

function typeChanges(way: Way, was: JsonObject, is: JsonObject, at: string): string[] {
  const [old, now] = [typesOf(was), typesOf(is)]
  if (old.length === 0 || now.length === 0) return []
  const takes = (list: string[], type: string) =>
    list.includes(type) || (type === 'integer' && list.includes('number'))
  const lost = old.filter((type) => type !== 'null' && !takes(now, type))
  const gained = now.filter((type) => type !== 'null' && !takes(old, type))
  return [
    ...nullChange(way, old.includes('null'), now.includes('null'), at),
    ...(way === 'request' ? lost : gained).map(
      (type) => `${at}: type ${way === 'request' ? 'no longer' : 'is now'} ${type}`,
    ),
    ...(way === 'answer' && gained.length === 0 && lost.length === old.length
      ? [`${at}: type changed`]
      : []),
  ]
}

const typesOf = ({ type }: JsonObject): string[] =>
  (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string')

/** A value that is not there any more is missed on both sides. */
function valueChanges(was: JsonObject, is: JsonObject, at: string): string[] {
  const now = listAt(is.enum)
  if (now.length === 0) return []
  if (!Array.isArray(was.enum)) return [`${at}: only certain values now`]
  return was.enum
    .filter((value) => value !== null && !now.includes(value))
    .map((value) => `${at}: value ${JSON.stringify(value)} removed`)
}

// biome-ignore format: read down the columns
const limits: readonly [name: string, isTighter: (was: number, is: number) => boolean][] = [
  ['minLength',     (was, is) => is > was],
  ['minItems',      (was, is) => is > was],
  ['minimum',       (was, is) => is > was],
  ['minProperties', (was, is) => is > was],
  ['maxLength',     (was, is) => is < was],
  ['maxItems',      (was, is) => is < was],
  ['maximum',       (was, is) => is < was],
  ['maxProperties', (was, is) => is < was],
]

function limitChanges(way: Way, was: JsonObject, is: JsonObject, at: string): string[] {
  if (way === 'answer') {
    return was.format !== undefined && is.format !== was.format ? [`${at}: format changed`] : []
  }
  const tighter = limits.filter(([name, isTighter]) => {
    const [old, now] = [was[name], is[name]]
    if (typeof now !== 'number') return false
    return typeof old === 'number' ? isTighter(old, now) : !(name.startsWith('min') && now === 0)
  })
  const forms = ['pattern', 'format'].filter(
    (name) => is[name] !== undefined && is[name] !== was[name],
  )
  return [
    ...tighter.map(([name]) => `${at}: ${name} is tighter`),
    ...forms.map((name) => `${at}: ${name} ${was[name] === undefined ? 'added' : 'changed'}`),
  ]
}

function memberChanges(between: Between, was: JsonObject, is: JsonObject, at: string): string[] {
  const [old, now] = [objectAt(was.properties), objectAt(is.properties)]
  const [needed, neededNow] = [listAt(was.required), listAt(is.required)]
  const kept = Object.entries(old).flatMap(([name, schema]) => {
    const inside = `${at}.${name}`
    const other = now[name]
    return other === undefined ? [`${inside} removed`] : narrowedIn(between, schema, other, inside)
  })
  const asked =
    between.way === 'request'
      ? neededNow
          .filter((name) => !needed.includes(name))
          .map((name) => `${at}.${name} is required now`)
      : needed
          .filter((name) => typeof name === 'string' && name in now && !neededNow.includes(name))
          .map((name) => `${at}.${name} may be missing now`)
  const closed =
    between.way === 'request' &&
    was.additionalProperties !== false &&
    is.additionalProperties === false
      ? [`${at}: other members are refused now`]
      : []
  return [...kept, ...asked, ...closed]
}
