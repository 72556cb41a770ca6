import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect as connectNats } from '@nats-io/transport-node'
import { connect as connectAmqp } from 'amqplib'
import { Redis } from 'ioredis'
import { type BrokerProcess, brokerUser, startNats, startRabbitMq, startRedis } from './brokers.ts'

/* Brokers with a place that takes all events, and what it has. */

export interface ReceivedEvent {
  id: string
  type: string
  source: string
  body: string
}

export interface ReceivingBroker extends BrokerProcess {
  /** Returns the events that the broker has stored, in its order. */
  received(): Promise<ReceivedEvent[]>
}

/** Starts NATS with a stream for all subjects that begin with `bestow`. */
export async function startReceivingNats(): Promise<ReceivingBroker> {
  const server = await startNats()
  const { user, password: pass } = brokerUser
  const open = () => connectNats({ port: server.port, user, pass })
  const admin = await open()
  await (await jetstreamManager(admin)).streams.add({ name: 'GIFTS', subjects: ['bestow.>'] })
  await admin.close()
  return {
    ...server,
    async received() {
      const connection = await open()
      const manager = await jetstreamManager(connection)
      const { state } = await manager.streams.info('GIFTS')
      if (state.messages === 0) return connection.close().then(() => [])
      const added = await manager.consumers.add('GIFTS', { ack_policy: AckPolicy.None })
      const consumer = await jetstream(connection).consumers.get('GIFTS', added.name)
      const messages = await consumer.fetch({ max_messages: state.messages, expires: 5_000 })
      const found = []
      for await (const message of messages) {
        const read = (name: string) => message.headers?.get(`ce-${name}`) ?? ''
        found.push({
          ...{ id: read('id'), type: read('type'), source: read('source') },
          body: Buffer.from(message.data).toString('utf8'),
        })
      }
      await connection.close()
      return found
    },
  }
}

/** Starts Redis, whose stream is `bestow`. */
export async function startReceivingRedis(): Promise<ReceivingBroker> {
  const server = await startRedis()
  return {
    ...server,
    async received() {
      const client = new Redis({ port: server.port, password: brokerUser.password })
      const entries = await client.xrange('bestow', '-', '+')
      client.disconnect()
      return entries.map(([, fields]) => {
        const read = (name: string) => fields[fields.indexOf(name) + 1] ?? ''
        return { id: read('id'), type: read('type'), source: read('source'), body: read('data') }
      })
    },
  }
}

/** Starts RabbitMQ with a durable queue. */
export async function startReceivingRabbitMq(queue: string): Promise<ReceivingBroker> {
  const server = await startRabbitMq()
  const { user: username, password } = brokerUser
  const open = () =>
    connectAmqp({ protocol: 'amqp', hostname: '127.0.0.1', port: server.port, username, password })
  const admin = await open()
  await (await admin.createChannel()).assertQueue(queue, { durable: true })
  await admin.close()
  return {
    ...server,
    async received() {
      const connection = await open()
      const channel = await connection.createChannel()
      const found = []
      for (;;) {
        const message = await channel.get(queue)
        if (message === false) break
        const { headers = {} } = message.properties
        const read = (name: string) => String(headers[`cloudEvents:${name}`])
        found.push({
          ...{ id: read('id'), type: read('type'), source: read('source') },
          body: message.content.toString('utf8'),
        })
      }
      await connection.close() // puts the messages back
      return found
    },
  }
}
