import { after, before } from 'node:test'
import { connect } from 'amqplib'
import { brokerUser, hasRabbitMq, startRabbitMq } from '#test/brokers'
import { testConnector } from '#test/connector-kit'
import { type Broker, type DestinationOptions, testDestination } from '#test/destination-kit'
import { rabbitmq } from './index.ts'

testConnector(rabbitmq)

const queue = 'gifts.gift_request_created'

const toValues = ({ port, isWrongPassword, isUnrouted }: DestinationOptions) => ({
  ...{ host: '127.0.0.1', port, security: 'none', ca: '', virtual_host: '/', exchange: '' },
  user: brokerUser.user,
  password: isWrongPassword ? 'wrong password' : brokerUser.password,
  routing: isUnrouted ? 'nowhere' : 'gifts.{type}',
})

async function start(): Promise<Broker> {
  const server = await startRabbitMq()
  const { user: username, password } = brokerUser
  const open = () =>
    connect({ protocol: 'amqp', hostname: '127.0.0.1', port: server.port, username, password })
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

testDestination(
  'RabbitMQ',
  {
    open: (options) => rabbitmq.open(toValues(options), options.outbound),
    test: (options) => rabbitmq.test(toValues(options), options.outbound),
    secrets: [brokerUser.password],
    start: hasRabbitMq ? start : undefined,
    storesDoubles: true,
    hasRoutes: true,
  },
  { before, after },
)
