import { type EventType, eventTypes, type Problem, type Versions } from '#contract'
import { isPublic, literalIn } from '#platform/address-guard'

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
}

/** What an endpoint is held against. */
interface Rules extends UrlRules {
  versions: Versions
}

const longest = { url: 2_048, description: 255 } as const

/** Everything that is wrong with what was wanted; nothing is, when the list is empty. */
export function problemsOf(wanted: Partial<WantedEndpoint>, rules: Rules): Problem[] {
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

function urlProblems(text: string, { stage, allowPrivate }: UrlRules): Problem[] {
  const wrong = (code: Problem['code'], message: string) => [problem(code, 'url', message)]
  if (text === '') return wrong('required', 'is required')
  if (text.length > longest.url)
    return wrong('too_long', `must be at most ${longest.url} characters`)
  if (!URL.canParse(text)) return wrong('invalid_format', 'must be an absolute URL')

  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return wrong('invalid', 'must begin with https://')
  if (url.protocol === 'http:' && stage === 'production')
    return wrong('not_allowed', 'must begin with https:// in production')
  if (url.username !== '' || url.password !== '')
    return wrong('not_allowed', 'must not contain a user name or password')
  if (!allowPrivate && isKnownPrivate(url.hostname))
    return wrong('not_allowed', 'must not lead to a private or reserved address')
  return []
}

function isKnownPrivate(hostname: string): boolean {
  const literal = literalIn(hostname)
  if (literal !== undefined) return !isPublic(literal)
  return /(^|\.)localhost\.?$/.test(hostname)
}

function eventProblems(events: readonly string[]): Problem[] {
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

const problem = (code: Problem['code'], param: string, message: string): Problem => ({
  code,
  param,
  message,
})
