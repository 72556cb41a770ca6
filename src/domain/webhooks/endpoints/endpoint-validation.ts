import { type EventType, eventTypes, type FieldError, type Versions } from '#contract'
import { getPort, isPrivateName, isPublicAddress, parseIpLiteral } from '#platform/http-client/ssrf'

/** What an admin says of an endpoint. Left out: every event, the newest version, no description. */
export interface EndpointInput {
  url: string
  description?: string
  events?: readonly string[]
  payload_version?: string
  standard_webhooks?: boolean
}

/** Which URLs are accepted. The address really connected to is judged again at every attempt. */
export interface UrlRules {
  stage: 'staging' | 'production'
  allowPrivate: boolean
  /** The ports that are accepted; any when left out. */
  ports?: readonly number[] | undefined
}

/** What an endpoint is held against. */
interface EndpointRules extends UrlRules {
  versions: Versions
}

const maxLength = { url: 2_048, description: 255 } as const

/** Everything that is wrong with what was wanted; nothing is, when the list is empty. */
export function validateEndpoint(
  input: Partial<EndpointInput>,
  rules: EndpointRules,
): FieldError[] {
  const { url, description, events, payload_version } = input
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
  ]
}

function validateUrl(text: string, rules: UrlRules): FieldError[] {
  const fail = (code: FieldError['code'], message: string) => [fieldError(code, 'url', message)]
  if (text === '') return fail('required', 'is required')
  if (text.length > maxLength.url)
    return fail('too_long', `must be at most ${maxLength.url} characters`)
  // The parser of URLs drops these, or writes them differently: what is stored must be what is sent to.
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

/** The first that is wrong, if any. */
function validateParsedUrl(
  url: URL,
  { stage, allowPrivate, ports }: UrlRules,
): [code: FieldError['code'], message: string][] {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return [['invalid', 'must begin with https://']]
  if (url.protocol === 'http:' && stage === 'production')
    return [['not_allowed', 'must begin with https:// in production']]
  if (url.username !== '' || url.password !== '')
    return [['not_allowed', 'must not contain a user name or password']]
  if (!allowPrivate && isKnownPrivate(url.hostname))
    return [['not_allowed', 'must not lead to a private or reserved address']]
  if (ports?.includes(getPort(url)) === false)
    return [
      ['not_allowed', `must lead to port ${joinWithOr(ports)}; the operator can allow others`],
    ]
  return []
}

const joinWithOr = (ports: readonly number[]) =>
  ports.length < 2 ? ports.join() : `${ports.slice(0, -1).join(', ')} or ${ports.at(-1)}`

function isKnownPrivate(hostname: string): boolean {
  const literal = parseIpLiteral(hostname)
  return literal === undefined ? isPrivateName(hostname) : !isPublicAddress(literal)
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

/** Each once, in the order of the contract. */
export const normalizeEvents = (events: readonly string[] | undefined): EventType[] =>
  events === undefined ? eventTypes : eventTypes.filter((type) => events.includes(type))

const fieldError = (code: FieldError['code'], param: string, message: string): FieldError => ({
  code,
  param,
  message,
})
