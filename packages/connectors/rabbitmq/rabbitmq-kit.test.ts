import { after, before } from 'node:test'
import { brokerUser, hasRabbitMq } from '#test/brokers'
import { testConnector } from '#test/connector-kit'
import { type DestinationOptions, testDestination } from '#test/destination-kit'
import { startReceivingRabbitMq } from '#test/receiving-brokers'
import { rabbitmq } from './index.ts'

testConnector(rabbitmq)

const queue = 'gifts.gift_request_created'

const toValues = ({ port, isWrongPassword, isUnrouted }: DestinationOptions) => ({
  ...{ host: '127.0.0.1', port, security: 'none', ca: '', virtual_host: '/', exchange: '' },
  user: brokerUser.user,
  password: isWrongPassword ? 'wrong password' : brokerUser.password,
  routing: isUnrouted ? 'nowhere' : 'gifts.{type}',
})

testDestination(
  'RabbitMQ',
  {
    open: (options) => rabbitmq.open(toValues(options), options.outbound),
    test: (options) => rabbitmq.test(toValues(options), options.outbound),
    secrets: [brokerUser.password],
    start: hasRabbitMq ? () => startReceivingRabbitMq(queue) : undefined,
    storesDoubles: true,
    hasRoutes: true,
  },
  { before, after },
)
