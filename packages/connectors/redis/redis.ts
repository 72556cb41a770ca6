import type { Socket } from 'node:net'
import { AbstractConnector, Redis } from 'ioredis'
import type { TestResult } from '#connections'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { encryptSocket, openServerSocket } from '#platform/http-client/guarded-socket'
import {
  type BrokerConnection,
  createBrokerPublisher,
  type EventPublisher,
  PublishFailure,
  type ServerValues,
  toHeaderPairs,
  withBrokerConnection,
} from '#webhooks'

export interface RedisValues extends ServerValues {
  user: string
  password: string
  stream: string
  max_length: number
}

/** Adds events to a stream, each attribute as a field, and the body as the field `data`. */
export const createRedisPublisher = (
  values: RedisValues,
  outbound: OutboundRules,
): EventPublisher =>
  createBrokerPublisher(async (timeoutMs, signal) =>
    toBrokerConnection(values, await connect(values, outbound, timeoutMs, signal)),
  )

/** Opens the socket before the library, so that the library can neither choose an address nor connect again. */
async function connect(
  { host, port, security, ca, user, password }: RedisValues,
  outbound: OutboundRules,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Redis> {
  const guard = { outbound, ports: [6379, 6380], timeoutMs, signal }
  const plain = await openServerSocket({ host, port }, guard)
  const socket = security === 'TLS' ? await encryptSocket(plain, host, { timeoutMs, ca }) : plain
  const client = new Redis({
    Connector: createConnector(socket),
    protocol: 2,
    lazyConnect: true,
    enableReadyCheck: false,
    disableClientInfo: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  })
  client.on('error', () => {}) // each command reports its own error
  try {
    await client.connect()
    if (password !== '') await signIn(client, user, password)
    return client
  } catch (error) {
    client.disconnect()
    throw toFailure(error)
  }
}

/** Signs in. A server can repeat the command with its password in a refusal, so no text of it is shown. */
async function signIn(client: Redis, user: string, password: string): Promise<void> {
  try {
    await (user === '' ? client.auth(password) : client.auth(user, password))
  } catch (error) {
    if ((error as Error).name !== 'ReplyError') throw error
    throw new PublishFailure('sign_in_refused', 'the server refused the user or the password')
  }
}

const createConnector = (socket: Socket) =>
  class extends AbstractConnector {
    constructor() {
      super(0)
    }

    override async connect(): Promise<Socket> {
      this.stream = socket
      return socket
    }
  }

const toBrokerConnection = (
  { stream, max_length }: RedisValues,
  client: Redis,
): BrokerConnection => ({
  async publish(event) {
    const fields = toHeaderPairs(event, '').flat()
    try {
      const id = await client.xadd(
        stream,
        'MAXLEN',
        '~',
        max_length,
        '*',
        ...fields,
        'data',
        event.data,
      )
      if (typeof id !== 'string' || !/^\d+-\d+$/.test(id))
        throw new PublishFailure('bad_response', 'not the id of an entry')
    } catch (error) {
      throw toFailure(error)
    }
  },
  closed: new Promise((resolve) => {
    client.once('end', resolve)
  }),
})

/** Connects, signs in, and looks at the stream, without adding to it. */
export async function testRedis(values: RedisValues, outbound: OutboundRules): Promise<TestResult> {
  const { host, port, stream } = values
  const tried = `AUTH redis://${host}:${port}, then TYPE ${stream}`
  try {
    const type = await withBrokerConnection(
      (timeoutMs, signal) => connect(values, outbound, timeoutMs, signal),
      (client) => client.type(stream),
    )
    const answers: Readonly<Record<string, string>> = {
      stream: 'the stream exists',
      none: 'the first event creates the stream',
    }
    const answer = answers[type]
    return { ok: answer !== undefined, tried, answer: answer ?? `the key is a ${type}` }
  } catch (error) {
    return { ok: false, tried, answer: toFailure(error).message }
  }
}

/** Explains an error of the library or of the server. */
function toFailure(error: unknown): Error {
  if (error instanceof PublishFailure) return error
  const { message = '', name } = error as Error
  if (/^(NOAUTH|WRONGPASS|ERR invalid password|ERR AUTH)/.test(message))
    return new PublishFailure('sign_in_refused', message)
  if (/^(MOVED|ASK) /.test(message))
    return new PublishFailure('not_accepted', 'the stream is on another server of the cluster')
  if (/connection is closed|max retries/i.test(message) || name === 'MaxRetriesPerRequestError')
    return new PublishFailure('reset')
  return error as Error
}
