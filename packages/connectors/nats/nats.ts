import { JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { NatsConnectionImpl } from '@nats-io/nats-core/internal'
import {
  AuthorizationError,
  credsAuthenticator,
  headers,
  type NatsConnection,
  NoRespondersError,
  PermissionViolationError,
  TimeoutError,
} from '@nats-io/transport-node'
import type { TestResult } from '#connections'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import {
  type BrokerConnection,
  createBrokerPublisher,
  type EventPublisher,
  PublishFailure,
  type ServerValues,
  toHeaderPairs,
  withBrokerConnection,
} from '#webhooks'
import { type GuardedOptions, useGuardedTransport } from './guarded-transport.ts'

export interface NatsValues extends ServerValues {
  user: string
  password: string
  credentials: string
  subject: string
}

/** Publishes to JetStream. The stream confirms each event, and ignores a second one with the same id. */
export const createNatsPublisher = (values: NatsValues, outbound: OutboundRules): EventPublisher =>
  createBrokerPublisher(async (timeoutMs, signal) =>
    toBrokerConnection(values, await connect(values, outbound, timeoutMs, signal)),
  )

/** Connects without the library's own reconnects, because the retries of a delivery are the only ones. */
async function connect(
  { host, port, security, ca, user, password, credentials }: NatsValues,
  outbound: OutboundRules,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<NatsConnection> {
  const options: GuardedOptions = {
    servers: `${host}:${port}`,
    name: 'bestow',
    reconnect: false,
    ignoreClusterUpdates: true,
    resolve: false,
    timeout: timeoutMs,
    pingInterval: 20_000,
    tls: security === 'TLS' ? {} : null,
    ...(credentials !== '' && {
      authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
    }),
    ...(credentials === '' && user !== '' && { user, pass: password }),
    ...(credentials === '' && user === '' && password !== '' && { token: password }),
    guard: { host, ca, outbound, ports: [4222], timeoutMs, signal },
  }
  useGuardedTransport()
  try {
    return await NatsConnectionImpl.connect(options)
  } catch (error) {
    throw toFailure(error)
  }
}

function toBrokerConnection(values: NatsValues, connection: NatsConnection): BrokerConnection {
  const stream = jetstream(connection)
  return {
    async publish(event, timeout) {
      const { id, type, datacontenttype } = event.attributes
      const subject = toSubject(values, type)
      const list = headers()
      for (const [name, value] of toHeaderPairs(event, 'ce-')) list.set(name, value)
      list.set('Content-Type', datacontenttype)
      try {
        const options = { msgID: id, headers: list, timeout }
        const { stream: name, seq } = await stream.publish(subject, event.data, options)
        if (!name || !(seq > 0)) throw new PublishFailure('bad_response', 'not a confirmation')
      } catch (error) {
        throw toFailure(error, subject)
      }
    },
    closed: connection.closed().catch(() => {}),
  }
}

const toSubject = ({ subject }: Pick<NatsValues, 'subject'>, type: string): string =>
  subject.replaceAll('{type}', type)

/** Connects, signs in, and looks for the stream that captures the subject, without publishing. */
export async function testNats(values: NatsValues, outbound: OutboundRules): Promise<TestResult> {
  const subject = toSubject(values, 'gift_request_created')
  const tried = `CONNECT nats://${values.host}:${values.port}, then the stream of ${subject}`
  try {
    const stream = await withBrokerConnection(
      (timeoutMs, signal) => connect(values, outbound, timeoutMs, signal),
      async (connection) => {
        const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 10_000 })
        return manager.streams.find(subject)
      },
    )
    return { ok: true, tried, answer: `the stream ${stream} captures the subject` }
  } catch (error) {
    return { ok: false, tried, answer: toFailure(error, subject).message }
  }
}

/** Explains an error of the library. The causes are in a chain, the address guard's innermost. */
function toFailure(error: unknown, subject = ''): Error {
  if (error instanceof PublishFailure) return error
  const { message = '', cause } = error as Error
  if (error instanceof AuthorizationError || /authorization|authentication/i.test(message))
    return new PublishFailure('sign_in_refused', message)
  if (error instanceof NoRespondersError || cause instanceof NoRespondersError)
    return new PublishFailure('not_routed', noStream(subject))
  if (error instanceof TimeoutError) return new PublishFailure('response_timeout')
  if (error instanceof PermissionViolationError)
    return new PublishFailure('not_accepted', `the user may not publish to ${subject}`)
  if (error instanceof JetStreamApiError) return new PublishFailure('not_accepted', message)
  if (/no stream matches subject/i.test(message))
    return new PublishFailure('not_routed', noStream(subject))
  return cause instanceof Error ? toFailure(cause, subject) : (error as Error)
}

const noStream = (subject: string) => `no stream captures the subject ${subject}`
