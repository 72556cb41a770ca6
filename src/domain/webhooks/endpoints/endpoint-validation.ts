import { type EventType, eventTypes, type FieldError, type Versions } from '#contract'
import { validateFilter } from '../filters/event-filter.ts'
import type { ConnectionInput } from './connection.ts'
import { validateHeaders } from './endpoint-headers.ts'
import { type UrlRules, validateUrl } from './endpoint-url.ts'

/** The settings of an endpoint. Defaults: every event, no attention events, the newest payload version, no description. */
export interface EndpointInput extends ConnectionInput {
  url: string
  description?: string
  events?: readonly string[]
  receives_attention?: boolean
  payload_version?: string
  standard_webhooks?: boolean
}

/** The rules of URLs, and the supported payload versions. */
interface EndpointRules extends UrlRules {
  versions: Versions
}

const maxDescription = 255

/** Returns all validation errors of the input; an empty list means the input is valid. */
export function validateEndpoint(
  input: Partial<EndpointInput>,
  rules: EndpointRules,
): FieldError[] {
  const { url, description, events, payload_version, headers, max_per_second, filter } = input
  return [
    ...(url === undefined
      ? []
      : validateUrl(url, rules).map(([code, message]) => fieldError(code, 'url', message))),
    ...(description === undefined || description.length <= maxDescription
      ? []
      : [fieldError('too_long', 'description', `must be at most ${maxDescription} characters`)]),
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
    ...(filter === undefined || filter === null ? [] : validateFilter(filter)),
    ...(max_per_second === undefined || max_per_second === null || isRate(max_per_second)
      ? []
      : [fieldError('invalid', 'max_per_second', `must be a whole number from 1 to ${maxRate}`)]),
  ]
}

const maxRate = 1_000
const isRate = (value: number) => Number.isInteger(value) && value >= 1 && value <= maxRate

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
