import { MIMEType } from 'node:util'
import { Type } from 'typebox'
import { type Problem, Refusal, refuseIfAny, unknownParameters } from '#contract/errors'
import { NewGiftRequest, NewRecipient } from '#contract/new-gift-request'
import { shapeOf } from '#contract/shape'
import type { ResourceType, Rows } from './version.ts'

/*
 * Reading JSON:API documents. What is wrong with a document is told by JSON pointer, which begins with
 * a slash; what is wrong with the attributes in it is found later, and told by their flat path.
 */

export const contentType = 'application/vnd.api+json'

const name = (members: object) => ({ ...members, minLength: 2 })

/** This version's names have 2 to 255 characters, and it may leave the e-mail out. */
export const newGiftRequest = shapeOf(
  Type.Object(
    {
      ...NewGiftRequest.properties,
      recipient: Type.Object(
        {
          first_name: name(NewRecipient.properties.first_name),
          last_name: name(NewRecipient.properties.last_name),
          email: Type.Optional(NewRecipient.properties.email),
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
)

/** The attributes of the one resource of a document, as flat members. */
export function readResource(type: ResourceType, body: unknown): unknown {
  const { data, problems } = dataOf(body)
  if (Array.isArray(data)) return refuse('/data', 'must be one resource')
  const members = membersOf(type, data, '/data', problems)
  refuseIfAny(problems)
  return members
}

/** The attributes of each resource of a document, 1 to 100 of them. */
export function readResources(type: ResourceType, body: unknown): Rows {
  const { data, problems } = dataOf(body)
  if (!Array.isArray(data) || data.length === 0)
    return refuse('/data', 'must be a list of resources')
  if (data.length > 100)
    return refuse('/data', 'must hold at most 100 entries', { code: 'too_many' })
  const rows = data.map((each, index) => membersOf(type, each, `/data/${index}`, problems))
  return { rows, problems }
}

/** No document, an empty one, or a resource without attributes. */
export function readNothing(body: unknown): Problem[] {
  if (!isObject(body)) return [invalid('', 'must be a JSON:API document')]
  const { data, ...others } = body
  const problems = unknownIn('', others, ['jsonapi', 'meta'])
  if (data === undefined || data === null) return problems
  if (!isObject(data)) return [...problems, invalid('/data', 'must be one resource')]
  const { attributes = {}, ...rest } = data
  problems.push(...unknownIn('/data', rest, ['type', 'id', 'meta']))
  if (!isObject(attributes)) return [...problems, invalid('/data/attributes', 'must be an object')]
  return [...problems, ...unknownIn('/data/attributes', attributes, [])]
}

function dataOf(body: unknown): { data: unknown; problems: Problem[] } {
  if (!isObject(body)) return refuse('', 'must be a JSON:API document')
  const problems = unknownIn('', body, ['data', 'jsonapi', 'meta'])
  if (Object.hasOwn(body, 'data')) return { data: body.data, problems }
  throw new Refusal('required', {
    problems: [{ code: 'required', param: '/data', message: 'is required' }, ...problems],
  })
}

/** The flat members of one resource; undefined, with the problem added, for what is none. */
function membersOf(type: ResourceType, data: unknown, at: string, problems: Problem[]): unknown {
  if (!isObject(data)) {
    problems.push(invalid(at, 'must be a resource with type and attributes'))
    return undefined
  }
  const { type: given, attributes = {}, ...others } = data
  if (given === undefined)
    problems.push({ code: 'required', param: `${at}/type`, message: 'is required' })
  else if (given !== type) return refuse(`${at}/type`, `must be ${type}`, { status: 409 })
  if (Object.hasOwn(others, 'id'))
    throw new Refusal('forbidden', { message: `Ids are made by the service: leave ${at}/id out.` })
  problems.push(...unknownIn(at, others, ['meta']))
  if (!isObject(attributes)) {
    problems.push(invalid(`${at}/attributes`, 'must be an object'))
    return undefined
  }
  const misnamed = Object.keys(attributes).filter((name) => !memberName.test(name))
  problems.push(...unknownParameters(misnamed.map((name) => `${at}/attributes/${escaped(name)}`)))
  const named = Object.fromEntries(
    Object.entries(attributes).filter(([name]) => memberName.test(name)),
  )
  return type === 'gift_requests' ? flatGift(named) : named
}

/** What JSON:API lets a member be called; anything else would be mistaken for a path. */
const memberName = /^[\p{L}\p{N}](?:[\p{L}\p{N}_ -]*[\p{L}\p{N}])?$/u

/** This version names the recipient beside the campaign; a null is an e-mail left out. */
function flatGift(attributes: Record<string, unknown>): Record<string, unknown> {
  const own = ['first_name', 'last_name', 'email', 'recipient'] // the last one is unknown, wherever it stands
  const isLeftOut = (name: string, value: unknown) => name === 'email' && value === null
  const all = Object.entries(attributes)
  return {
    ...Object.fromEntries(all.filter(([name]) => !own.includes(name))),
    recipient: Object.fromEntries(
      all.filter(([name, value]) => own.includes(name) && !isLeftOut(name, value)),
    ),
  }
}

/** Bodies of this media type. A profile may be passed over; another parameter changes the meaning. */
export function takes(type: string): boolean {
  const mime = mimeOf(type)
  return mime?.essence === contentType && isPlain(mime, ['profile'])
}

/** Not when JSON:API is asked for only in forms that we do not speak. */
export function suits(accept: string): boolean {
  const asked = (accept.match(/(?:[^,"]|"(?:\\.|[^"\\])*(?:"|\\?$))+/g) ?? [])
    .map(mimeOf)
    .filter((mime) => mime?.essence === contentType)
  return (
    asked.length === 0 ||
    asked.some((mime) => mime !== undefined && isPlain(mime, ['profile', 'q']))
  )
}

/** No extension (`ext`) is spoken here. */
const isPlain = ({ params }: MIMEType, passed: readonly string[]): boolean =>
  [...params.keys()].every((name) => passed.includes(name))

function mimeOf(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unknownIn = (at: string, object: object, known: readonly string[]): Problem[] =>
  unknownParameters(
    Object.keys(object)
      .filter((name) => !known.includes(name))
      .map((name) => `${at}/${escaped(name)}`),
  )

export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const invalid = (param: string, message: string): Problem => ({ code: 'invalid', param, message })

function refuse(
  param: string,
  message: string,
  { code = 'invalid', status = 422 }: { code?: Problem['code']; status?: number } = {},
): never {
  throw new Refusal(code, { problems: [{ code, param, message }], status })
}
