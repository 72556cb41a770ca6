import { MIMEType } from 'node:util'
import { Type } from 'typebox'
import { ApiError, type FieldError, throwIfAny, toUnknownParameterErrors } from '../api-error.ts'
import {
  commonGiftFormat,
  type NewGiftFormat,
  NewGiftRequest,
  NewRecipient,
} from '../new-gift-request.ts'
import { compileValidator } from '../validator.ts'
import type { ParsedRows, ResourceType } from './api-version.ts'

/*
 * Parses JSON:API documents. An error of a document has a JSON pointer, which begins with a slash. Errors of
 * the attributes are found later and have a flat path.
 */

export const contentType = 'application/vnd.api+json'

const withMinLength = (members: object) => ({ ...members, minLength: 2 })

/**
 * Validates a new gift request. In this version, names have 2 to 255 characters, and the email address is
 * optional.
 */
const validate = compileValidator(
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

export const newGiftFormat: NewGiftFormat = { normalize: commonGiftFormat.normalize, validate }

/** Returns the attributes of the only resource of a document, as flat members. */
export function parseResource(type: ResourceType, body: unknown): unknown {
  const { data, fieldErrors } = parseData(body)
  if (Array.isArray(data)) return reject('/data', 'must be one resource')
  const members = parseMembers(type, data, '/data', fieldErrors)
  throwIfAny(fieldErrors)
  return members
}

/** Returns the attributes of each resource of a document with 1 to 100 resources. */
export function parseResources(type: ResourceType, body: unknown): ParsedRows {
  const { data, fieldErrors } = parseData(body)
  if (!Array.isArray(data) || data.length === 0)
    return reject('/data', 'must be a list of resources')
  if (data.length > 100)
    return reject('/data', 'must hold at most 100 entries', { code: 'too_many' })
  const rows = data.map((each, index) => parseMembers(type, each, `/data/${index}`, fieldErrors))
  return { rows, fieldErrors }
}

/**
 * Returns the errors of a body that must have no content: no document, an empty document, or a resource
 * without attributes.
 */
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

/** Returns the flat members of one resource. Adds an error and returns undefined if the value is not a resource. */
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

/** Matches valid member names of JSON:API. Any other name could look like a path. */
const memberNamePattern = /^[\p{L}\p{N}](?:[\p{L}\p{N}_ -]*[\p{L}\p{N}])?$/u

/**
 * Moves the members of the recipient into an object. In this version they are next to the campaign. A null
 * email address counts as omitted.
 */
function flattenGift(attributes: Record<string, unknown>): Record<string, unknown> {
  const recipientMembers = ['first_name', 'last_name', 'email', 'recipient'] // `recipient` is not a valid member
  const isOmitted = (name: string, value: unknown) => name === 'email' && value === null
  const all = Object.entries(attributes)
  return {
    ...Object.fromEntries(all.filter(([name]) => !recipientMembers.includes(name))),
    recipient: Object.fromEntries(
      all.filter(([name, value]) => recipientMembers.includes(name) && !isOmitted(name, value)),
    ),
  }
}

/**
 * Returns whether the media type is supported. The service can ignore a profile; any other parameter changes
 * the meaning of the body.
 */
export function acceptsContentType(type: string): boolean {
  const mime = parseMime(type)
  return mime?.essence === contentType && hasOnlyParameters(mime, ['profile'])
}

/**
 * Returns whether the service can satisfy the Accept header. Returns false if the header accepts JSON:API
 * only with unsupported parameters.
 */
export function satisfiesAccept(accept: string): boolean {
  const jsonApiTypes = (accept.match(/(?:[^,"]|"(?:\\.|[^"\\])*(?:"|\\?$))+/g) ?? [])
    .map(parseMime)
    .filter((mime) => mime?.essence === contentType)
  return (
    jsonApiTypes.length === 0 ||
    jsonApiTypes.some((mime) => mime !== undefined && hasOnlyParameters(mime, ['profile', 'q']))
  )
}

/** Returns whether a media type has only the allowed parameters. No extension (`ext`) is supported. */
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
