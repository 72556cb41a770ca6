import { type EventType, eventTypes, type FieldError, type Versions } from '#contract'
import { getPort, isPrivateName, isPublicAddress, parseIpLiteral } from '#platform/address-guard'

/** What an admin says of an endpoint. Left out: every event, the newest version, no description. */
export interface WantedEndpoint {
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
interface Rules extends UrlRules {
  versions: Versions
}

const longest = { url: 2_048, description: 255 } as const

/** Everything that is wrong with what was wanted; nothing is, when the list is empty. */
export function problemsOf(wanted: Partial<WantedEndpoint>, rules: Rules): FieldError[] {
  const { url, description, events, payload_version } = wanted
  return [
    ...(url === undefined ? [] : urlProblems(url, rules)),
    ...(description === undefined || description.length <= longest.description
      ? []
      : [problem('too_long', 'description', `must be at most ${longest.description} characters`)]),
    ...(events === undefined ? [] : eventProblems(events)),
    ...(payload_version === undefined || Object.hasOwn(rules.versions, payload_version)
      ? []
      : [
          problem(
            'invalid',
            'payload_version',
            `must be one of ${Object.keys(rules.versions).join(', ')}`,
          ),
        ]),
  ]
}

function urlProblems(text: string, rules: UrlRules): FieldError[] {
  const wrong = (code: FieldError['code'], message: string) => [problem(code, 'url', message)]
  if (text === '') return wrong('required', 'is required')
  if (text.length > longest.url)
    return wrong('too_long', `must be at most ${longest.url} characters`)
  // The parser of URLs drops these, or writes them differently: what is stored must be what is sent to.
  const [unwanted] = /[\p{Cc}\p{Zs}]/u.exec(text) ?? []
  if (unwanted !== undefined) return wrong('invalid_format', `must not contain ${nameOf(unwanted)}`)
  if (!URL.canParse(text)) return wrong('invalid_format', 'must be an absolute URL')
  return parsedProblems(new URL(text), rules).map(([code, message]) =>
    problem(code, 'url', message),
  )
}

const names = new Map([
  ['\t', 'a tab'],
  ['\n', 'a line feed'],
  ['\r', 'a carriage return'],
  [' ', 'a space'],
])

const nameOf = (character: string) =>
  names.get(character) ??
  `the character U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

/** The first that is wrong, if any. */
function parsedProblems(
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
    return [['not_allowed', `must lead to port ${orOf(ports)}; the operator can allow others`]]
  return []
}

const orOf = (ports: readonly number[]) =>
  ports.length < 2 ? ports.join() : `${ports.slice(0, -1).join(', ')} or ${ports.at(-1)}`

function isKnownPrivate(hostname: string): boolean {
  const literal = parseIpLiteral(hostname)
  return literal === undefined ? isPrivateName(hostname) : !isPublicAddress(literal)
}

function eventProblems(events: readonly string[]): FieldError[] {
  if (events.length === 0) return [problem('invalid', 'events', 'must hold at least one entry')]
  return events.flatMap((name, place) =>
    isEventType(name)
      ? []
      : [problem('invalid', `events.${place}`, `must be one of ${eventTypes.join(', ')}`)],
  )
}

const isEventType = (name: string): name is EventType =>
  (eventTypes as readonly string[]).includes(name)

/** Each once, in the order of the contract. */
export const subscribed = (events: readonly string[] | undefined): EventType[] =>
  events === undefined ? eventTypes : eventTypes.filter((type) => events.includes(type))

const problem = (code: FieldError['code'], param: string, message: string): FieldError => ({
  code,
  param,
  message,
})
