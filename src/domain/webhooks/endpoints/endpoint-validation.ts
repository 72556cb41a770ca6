import { type EventType, eventTypes, type FieldError, type Versions } from '#contract'
import {
  type AddressRules,
  allowsPrivateNames,
  getPort,
  isAllowedAddress,
  isPrivateName,
  parseIpLiteral,
} from '#platform/http-client/ssrf'
import type { ConnectionInput } from './connection.ts'
import { validateHeaders } from './endpoint-headers.ts'

/** The settings of an endpoint. Defaults: every event, no attention events, the newest payload version, no description. */
export interface EndpointInput extends ConnectionInput {
  url: string
  description?: string
  events?: readonly string[]
  receives_attention?: boolean
  payload_version?: string
  standard_webhooks?: boolean
}

/** The accepted URLs. Each attempt also checks the IP address of its connection. */
export interface UrlRules extends AddressRules {
  stage: 'staging' | 'production'
  /** The accepted ports; undefined accepts every port. */
  ports?: readonly number[] | undefined
}

/** The rules of URLs, and the supported payload versions. */
interface EndpointRules extends UrlRules {
  versions: Versions
}

const maxLength = { url: 2_048, description: 255 } as const

/** Returns all validation errors of the input; an empty list means the input is valid. */
export function validateEndpoint(
  input: Partial<EndpointInput>,
  rules: EndpointRules,
): FieldError[] {
  const { url, description, events, payload_version, headers, max_per_second } = input
  return [
    ...(url === undefined ? [] : validateUrl(url, rules)),
    ...(description === undefined || description.length <= maxLength.description
      ? []
      : [
          fieldError(
            'too_long',
            'description',
            `must be at most ${maxLength.description} characters`,
          ),
        ]),
    ...(events === undefined ? [] : validateEvents(events)),
    ...(payload_version === undefined || Object.hasOwn(rules.versions, payload_version)
      ? []
      : [
          fieldError(
            'invalid',
            'payload_version',
            `must be one of ${Object.keys(rules.versions).join(', ')}`,
          ),
        ]),
    ...(headers === undefined ? [] : validateHeaders(headers)),
    ...(max_per_second === undefined || max_per_second === null || isRate(max_per_second)
      ? []
      : [fieldError('invalid', 'max_per_second', `must be a whole number from 1 to ${maxRate}`)]),
  ]
}

const maxRate = 1_000
const isRate = (value: number) => Number.isInteger(value) && value >= 1 && value <= maxRate

function validateUrl(text: string, rules: UrlRules): FieldError[] {
  const fail = (code: FieldError['code'], message: string) => [fieldError(code, 'url', message)]
  if (text === '') return fail('required', 'is required')
  if (text.length > maxLength.url)
    return fail('too_long', `must be at most ${maxLength.url} characters`)
  // The URL parser drops or rewrites these characters. The stored URL must be the requested URL.
  const [forbidden] = /[\p{Cc}\p{Zs}]/u.exec(text) ?? []
  if (forbidden !== undefined)
    return fail('invalid_format', `must not contain ${describeCharacter(forbidden)}`)
  if (!URL.canParse(text)) return fail('invalid_format', 'must be an absolute URL')
  return validateParsedUrl(new URL(text), rules).map(([code, message]) =>
    fieldError(code, 'url', message),
  )
}

const characterNames = new Map([
  ['\t', 'a tab'],
  ['\n', 'a line feed'],
  ['\r', 'a carriage return'],
  [' ', 'a space'],
])

const describeCharacter = (character: string) =>
  characterNames.get(character) ??
  `the character U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

/** Returns the first error at most. */
function validateParsedUrl(
  url: URL,
  rules: UrlRules,
): [code: FieldError['code'], message: string][] {
  const { stage, ports } = rules
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return [['invalid', 'must begin with https://']]
  if (url.protocol === 'http:' && stage === 'production')
    return [['not_allowed', 'must begin with https:// in production']]
  if (url.username !== '' || url.password !== '')
    return [['not_allowed', 'must not contain a user name or password']]
  if (isKnownRefused(url.hostname, rules))
    return [['not_allowed', 'must not point to a private or reserved address']]
  if (ports?.includes(getPort(url)) === false)
    return [
      ['not_allowed', `must use port ${joinWithOr(ports)}; the operator can allow other ports`],
    ]
  return []
}

const joinWithOr = (ports: readonly number[]) =>
  ports.length < 2 ? ports.join() : `${ports.slice(0, -1).join(', ')} or ${ports.at(-1)}`

function isKnownRefused(hostname: string, rules: AddressRules): boolean {
  const literal = parseIpLiteral(hostname)
  return literal === undefined
    ? !allowsPrivateNames(rules) && isPrivateName(hostname)
    : !isAllowedAddress(literal, rules)
}

function validateEvents(events: readonly string[]): FieldError[] {
  if (events.length === 0) return [fieldError('invalid', 'events', 'must hold at least one entry')]
  return events.flatMap((name, index) =>
    isEventType(name)
      ? []
      : [fieldError('invalid', `events.${index}`, `must be one of ${eventTypes.join(', ')}`)],
  )
}

const isEventType = (name: string): name is EventType =>
  (eventTypes as readonly string[]).includes(name)

/** Removes duplicates and sorts the events in the order of the contract. Undefined means every event. */
export const normalizeEvents = (events: readonly string[] | undefined): EventType[] =>
  events === undefined ? eventTypes : eventTypes.filter((type) => events.includes(type))

const fieldError = (code: FieldError['code'], param: string, message: string): FieldError => ({
  code,
  param,
  message,
})
