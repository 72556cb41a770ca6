import { definer, type OpeningConnector, type Values } from '#connections'
import type { CloudEvent } from './cloud-event.ts'

/** What an attempt to publish can fail with, beside the errors of connections that requests have too. */
export const publishErrorCodes = {
  sign_in_refused: 'The broker refused the sign-in.',
  not_accepted: 'The broker did not accept the event. The detail of the attempt says why.',
  not_routed: 'The broker accepted the event, but no queue or stream receives it.',
  connection_unusable:
    'The connection of the endpoint is disabled, or the operator no longer allows it.',
} as const satisfies Record<string, string>

/** Errors that have the same meaning in the attempt log for requests. */
const sharedErrorCodes = [
  'dns_failed',
  'address_refused',
  'port_refused',
  'connect_refused',
  'connect_timeout',
  'connect_failed',
  'proxy_failed',
  'tls_failed',
  'reset',
  'response_timeout',
  'bad_response',
] as const

export type PublishErrorCode = keyof typeof publishErrorCodes | (typeof sharedErrorCodes)[number]

const codes: readonly string[] = [...Object.keys(publishErrorCodes), ...sharedErrorCodes]

/** The error of an event that the broker has not confirmed. The detail is for a person and has no credential. */
export class PublishFailure extends Error {
  readonly code: PublishErrorCode
  readonly detail: string | undefined

  constructor(code: PublishErrorCode, detail?: string) {
    super(detail ?? code)
    this.name = 'PublishFailure'
    this.code = code
    this.detail = detail
  }
}

/** Returns the failure of any error. The address guard reports its codes as messages of ordinary errors. */
export function toPublishFailure(error: unknown): PublishFailure {
  if (error instanceof PublishFailure) return error
  const { message, code } = error as { message?: string; code?: string }
  if (message !== undefined && codes.includes(message))
    return new PublishFailure(message as PublishErrorCode)
  if (code === 'ECONNRESET' || code === 'EPIPE') return new PublishFailure('reset')
  return new PublishFailure('not_accepted', message ?? 'unknown error')
}

/** Publishes events to one place of a broker. Its calls overlap. */
export interface EventPublisher {
  /**
   * Publishes an event. Resolves only after the broker has confirmed that it has stored the event. Rejects with
   * `PublishFailure`, or with another error, whose message is shown to people.
   *
   * @param timeoutMs whole milliseconds; after this time the result no longer counts, and `close` follows
   */
  publish(event: CloudEvent, timeoutMs: number): Promise<void>
  /** Closes the connection at once. Events in progress reject. */
  close(): void
}

export interface DestinationConnector extends OpeningConnector<'destination', EventPublisher> {
  /** Returns where events go, as a URL without credentials. */
  addressOf(values: Values): string
}

export const defineDestination = definer<DestinationConnector>('destination')

export const isDestination = (connector: { port: string }): connector is DestinationConnector =>
  connector.port === 'destination'
