import { MIMEType } from 'node:util'
import { Type } from 'typebox'
import { ApiError, type FieldError, throwIfAny, toUnknownParameterErrors } from '../api-error.ts'
import { NewGiftRequest, NewRecipient } from '../new-gift-request.ts'
import { compileValidator } from '../validator.ts'
import type { ParsedRows, ResourceType } from './api-version.ts'

/*
 * Reading JSON:API documents. What is wrong with a document is told by JSON pointer, which begins with
 * a slash; what is wrong with the attributes in it is found later, and told by their flat path.
 */

export const contentType = 'application/vnd.api+json'

const withMinLength = (members: object) => ({ ...members, minLength: 2 })

/** This version's names have 2 to 255 characters, and it may leave the e-mail out. */
export const newGiftRequestValidator = compileValidator(
  Type.Object(
    {
      ...NewGiftRequest.properties,
      recipient: Type.Object(
        {
          first_name: withMinLength(NewRecipient.properties.first_name),
          last_name: withMinLength(NewRecipient.properties.last_name),
          email: Type.Optional(NewRecipient.properties.email),
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
)

/** The attributes of the one resource of a document, as flat members. */
export function parseResource(type: ResourceType, body: unknown): unknown {
  const { data, fieldErrors } = parseData(body)
  if (Array.isArray(data)) return reject('/data', 'must be one resource')
  const members = parseMembers(type, data, '/data', fieldErrors)
  throwIfAny(fieldErrors)
  return members
}

/** The attributes of each resource of a document, 1 to 100 of them. */
export function parseResources(type: ResourceType, body: unknown): ParsedRows {
  const { data, fieldErrors } = parseData(body)
  if (!Array.isArray(data) || data.length === 0)
    return reject('/data', 'must be a list of resources')
  if (data.length > 100)
    return reject('/data', 'must hold at most 100 entries', { code: 'too_many' })
  const rows = data.map((each, index) => parseMembers(type, each, `/data/${index}`, fieldErrors))
  return { rows, fieldErrors }
}

/** No document, an empty one, or a resource without attributes. */
export function parseEmptyBody(body: unknown): FieldError[] {
  if (!isObject(body)) return [invalidField('', 'must be a JSON:API document')]
  const { data, ...others } = body
  const fieldErrors = findUnknownMembers('', others, ['jsonapi', 'meta'])
  if (data === undefined || data === null) return fieldErrors
  if (!isObject(data)) return [...fieldErrors, invalidField('/data', 'must be one resource')]
  const { attributes = {}, ...rest } = data
  fieldErrors.push(...findUnknownMembers('/data', rest, ['type', 'id', 'meta']))
  if (!isObject(attributes))
    return [...fieldErrors, invalidField('/data/attributes', 'must be an object')]
  return [...fieldErrors, ...findUnknownMembers('/data/attributes', attributes, [])]
}

function parseData(body: unknown): { data: unknown; fieldErrors: FieldError[] } {
  if (!isObject(body)) return reject('', 'must be a JSON:API document')
  const fieldErrors = findUnknownMembers('', body, ['data', 'jsonapi', 'meta'])
  if (Object.hasOwn(body, 'data')) return { data: body.data, fieldErrors }
  throw new ApiError('required', {
    fieldErrors: [{ code: 'required', param: '/data', message: 'is required' }, ...fieldErrors],
  })
}

/** The flat members of one resource; undefined, with the problem added, for what is none. */
function parseMembers(
  type: ResourceType,
  data: unknown,
  pointer: string,
  fieldErrors: FieldError[],
): unknown {
  if (!isObject(data)) {
    fieldErrors.push(invalidField(pointer, 'must be a resource with type and attributes'))
    return undefined
  }
  const { type: givenType, attributes = {}, ...others } = data
  if (givenType === undefined)
    fieldErrors.push({ code: 'required', param: `${pointer}/type`, message: 'is required' })
  else if (givenType !== type) return reject(`${pointer}/type`, `must be ${type}`, { status: 409 })
  if (Object.hasOwn(others, 'id'))
    throw new ApiError('forbidden', {
      message: `Ids are made by the service: leave ${pointer}/id out.`,
    })
  fieldErrors.push(...findUnknownMembers(pointer, others, ['meta']))
  if (!isObject(attributes)) {
    fieldErrors.push(invalidField(`${pointer}/attributes`, 'must be an object'))
    return undefined
  }
  const invalidNames = Object.keys(attributes).filter((name) => !memberNamePattern.test(name))
  fieldErrors.push(
    ...toUnknownParameterErrors(
      invalidNames.map((name) => `${pointer}/attributes/${escapePointer(name)}`),
    ),
  )
  const validMembers = Object.fromEntries(
    Object.entries(attributes).filter(([name]) => memberNamePattern.test(name)),
  )
  return type === 'gift_requests' ? flattenGift(validMembers) : validMembers
}

/** What JSON:API lets a member be called; anything else would be mistaken for a path. */
const memberNamePattern = /^[\p{L}\p{N}](?:[\p{L}\p{N}_ -]*[\p{L}\p{N}])?$/u

/** This version names the recipient beside the campaign; a null is an e-mail left out. */
function flattenGift(attributes: Record<string, unknown>): Record<string, unknown> {
  const recipientMembers = ['first_name', 'last_name', 'email', 'recipient'] // the last one is unknown, wherever it stands
  const isOmitted = (name: string, value: unknown) => name === 'email' && value === null
  const all = Object.entries(attributes)
  return {
    ...Object.fromEntries(all.filter(([name]) => !recipientMembers.includes(name))),
    recipient: Object.fromEntries(
      all.filter(([name, value]) => recipientMembers.includes(name) && !isOmitted(name, value)),
    ),
  }
}

/** Bodies of this media type. A profile may be passed over; another parameter changes the meaning. */
export function acceptsContentType(type: string): boolean {
  const mime = parseMime(type)
  return mime?.essence === contentType && hasOnlyParameters(mime, ['profile'])
}

/** Not when JSON:API is asked for only in forms that we do not speak. */
export function satisfiesAccept(accept: string): boolean {
  const jsonApiTypes = (accept.match(/(?:[^,"]|"(?:\\.|[^"\\])*(?:"|\\?$))+/g) ?? [])
    .map(parseMime)
    .filter((mime) => mime?.essence === contentType)
  return (
    jsonApiTypes.length === 0 ||
    jsonApiTypes.some((mime) => mime !== undefined && hasOnlyParameters(mime, ['profile', 'q']))
  )
}

/** No extension (`ext`) is spoken here. */
const hasOnlyParameters = ({ params }: MIMEType, allowed: readonly string[]): boolean =>
  [...params.keys()].every((name) => allowed.includes(name))

function parseMime(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const findUnknownMembers = (
  pointer: string,
  object: object,
  knownNames: readonly string[],
): FieldError[] =>
  toUnknownParameterErrors(
    Object.keys(object)
      .filter((name) => !knownNames.includes(name))
      .map((name) => `${pointer}/${escapePointer(name)}`),
  )

export const escapePointer = (name: string): string =>
  name.replaceAll('~', '~0').replaceAll('/', '~1')

const invalidField = (param: string, message: string): FieldError => ({
  code: 'invalid',
  param,
  message,
})

function reject(
  param: string,
  message: string,
  { code = 'invalid', status = 422 }: { code?: FieldError['code']; status?: number } = {},
): never {
  throw new ApiError(code, { fieldErrors: [{ code, param, message }], status })
}
