import { type Problem, Refusal, refuseIfAny } from '#contract/errors'
import type { ResourceType } from './version.ts'

/** The attributes of the one resource of a document, as flat members. */
export function readResource(type: ResourceType, body: unknown): unknown {
  const { data } = envelope(body)
  if (Array.isArray(data)) throw misshapen('data', 'must be one resource')
  return attributesOf(type, data, 'data')
}

/** The attributes of each resource of a document, 1 to 100 of them. */
export function readResources(type: ResourceType, body: unknown): unknown[] {
  const { data } = envelope(body)
  if (!Array.isArray(data) || data.length === 0)
    throw misshapen('data', 'must be a list of resources')
  if (data.length > 100) {
    refuseIfAny([{ code: 'too_many', param: 'data', message: 'must hold at most 100 entries' }])
  }
  return data.map((each, index) => attributesOf(type, each, `data.${index}`))
}

function envelope(body: unknown): { data: unknown } {
  if (!isObject(body) || !('data' in body))
    throw misshapen('data', 'is required: the body must be a JSON:API document')
  const others = Object.keys(body).filter(
    (name) => !['data', 'jsonapi', 'meta', 'links', 'included'].includes(name),
  )
  refuseIfAny(others.map(unknown))
  return { data: body.data }
}

function attributesOf(type: ResourceType, data: unknown, at: string): unknown {
  if (!isObject(data)) throw misshapen(at, 'must be a resource with type and attributes')
  const { type: given, attributes = {}, ...others } = data
  if (given !== type) throw misshapen(`${at}.type`, `must be ${type}`)
  if (!isObject(attributes)) throw misshapen(`${at}.attributes`, 'must be an object')
  refuseIfAny(
    Object.keys(others)
      .filter((name) => name !== 'meta')
      .map((name) => unknown(`${at}.${name}`)),
  )
  return type === 'gift_requests' ? flatGift(attributes) : attributes
}

/** This version names the recipient beside the campaign, with names of 2 to 255 characters, and may leave the e-mail out. */
function flatGift({
  first_name,
  last_name,
  email,
  ...others
}: Record<string, unknown>): Record<string, unknown> {
  const recipient = { first_name, last_name, email: email ?? null }
  return {
    ...others,
    recipient: Object.fromEntries(
      Object.entries(recipient).filter(([, value]) => value !== undefined),
    ),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unknown = (param: string): Problem => ({
  code: 'unknown_parameter',
  param,
  message: 'is not a parameter of this operation',
})

const misshapen = (param: string, message: string) =>
  new Refusal('invalid', { problems: [{ code: 'invalid', param, message }] })
