import { randomUUID } from 'node:crypto'
import type { ChannelModel, ConfirmChannel } from 'amqplib'
import type { TestResult } from '#connections'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { encryptSocket, openServerSocket } from '#platform/http-client/guarded-socket'
import {
  type BrokerConnection,
  type CloudEvent,
  createBrokerPublisher,
  type EventPublisher,
  PublishFailure,
  type ServerValues,
  toHeaderPairs,
  withBrokerConnection,
} from '#webhooks'
import { openModel, type SignIn } from './open-model.ts'

export interface RabbitMqValues extends ServerValues, SignIn {
  exchange: string
  routing: string
}

/** Publishes persistent messages. The broker confirms each after the queues have it, or returns it if there is no queue. */
export const createRabbitMqPublisher = (
  values: RabbitMqValues,
  outbound: OutboundRules,
): EventPublisher =>
  createBrokerPublisher(async (timeoutMs, signal) =>
    openPublisher(values, await connect(values, outbound, timeoutMs, signal)),
  )

interface Opened {
  model: ChannelModel
  channel: ConfirmChannel
  /** What ended the connection or the channel. */
  problem: Error | undefined
}

async function connect(
  values: RabbitMqValues,
  outbound: OutboundRules,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Opened> {
  const { host, security, ca } = values
  const guard = { outbound, ports: [5671, 5672], timeoutMs, signal }
  const plain = await openServerSocket(values, guard)
  const socket = security === 'TLS' ? await encryptSocket(plain, host, { timeoutMs, ca }) : plain
  try {
    const model = await openModel(socket, values)
    const opened: Omit<Opened, 'channel'> = { model, problem: undefined }
    const remember = (error: Error) => {
      opened.problem ??= error
    }
    model.on('error', remember)
    const channel = await model.createConfirmChannel()
    channel.on('error', remember)
    return Object.assign(opened, { channel })
  } catch (error) {
    socket.destroy()
    throw toFailure(error)
  }
}

function openPublisher(values: RabbitMqValues, opened: Opened): BrokerConnection {
  const { model, channel } = opened
  const returned = new Set<string>()
  let blockedBecause: string | undefined
  channel.on('return', ({ properties }) => returned.add(String(properties.correlationId)))
  model.on('blocked', (reason: string) => {
    blockedBecause = reason
  })
  model.on('unblocked', () => {
    blockedBecause = undefined
  })
  return {
    async publish(event) {
      if (blockedBecause !== undefined)
        throw new PublishFailure('not_accepted', `the broker accepts nothing: ${blockedBecause}`)
      const attempt = randomUUID()
      try {
        await send(values, channel, event, attempt)
      } catch (error) {
        throw toFailure(opened.problem ?? error)
      }
      if (returned.delete(attempt))
        throw new PublishFailure('not_routed', `no queue is bound for ${describe(values, event)}`)
    },
    closed: new Promise<void>((resolve) => {
      model.once('close', () => resolve())
      channel.once('close', () => {
        resolve()
        model.close().catch(() => {})
      })
    }),
  }
}

const send = (
  { exchange, routing }: RabbitMqValues,
  channel: ConfirmChannel,
  event: CloudEvent,
  attempt: string,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const { id, type, datacontenttype } = event.attributes
    const options = {
      mandatory: true,
      persistent: true,
      contentType: datacontenttype,
      messageId: id,
      correlationId: attempt,
      type,
      headers: Object.fromEntries(toHeaderPairs(event, 'cloudEvents:')),
    }
    channel.publish(exchange, toKey(routing, type), event.data, options, (error) =>
      error === null ? resolve() : reject(error ?? new Error('the broker refused the message')),
    )
  })

const toKey = (routing: string, type: string) => routing.replaceAll('{type}', type)

const describe = ({ exchange, routing }: RabbitMqValues, { attributes }: CloudEvent) =>
  `${exchange === '' ? 'the default exchange' : exchange} with the key ${toKey(routing, attributes.type)}`

/** Connects, signs in, and looks for the exchange, or for the queue without one. Publishes nothing. */
export async function testRabbitMq(
  values: RabbitMqValues,
  outbound: OutboundRules,
): Promise<TestResult> {
  const { host, port, exchange } = values
  const queue = toKey(values.routing, 'gift_request_created')
  const target = exchange === '' ? `the queue ${queue}` : `the exchange ${exchange}`
  const tried = `CONNECT amqp://${host}:${port}, then ${target}`
  try {
    await withBrokerConnection(
      (timeoutMs, signal) => connect(values, outbound, timeoutMs, signal),
      ({ channel }) =>
        exchange === '' ? channel.checkQueue(queue) : channel.checkExchange(exchange),
    )
    return { ok: true, tried, answer: `${target} exists` }
  } catch (error) {
    return { ok: false, tried, answer: toFailure(error).message }
  }
}

/** Explains an error of the library or of the broker. */
function toFailure(error: unknown): Error {
  if (error instanceof PublishFailure) return error
  const { message = '' } = error as Error
  if (
    /ACCESS.REFUSED - Login|403 \(ACCESS-REFUSED\).*handshake|Handshake terminated.*403/i.test(
      message,
    )
  )
    return new PublishFailure('sign_in_refused', message)
  if (/unexpected close|socket closed|channel closed|ended abruptly/i.test(message))
    return new PublishFailure('reset')
  return error as Error
}
