import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { brokerUser, hasRedis } from '#test/brokers'
import { testConnector } from '#test/connector-kit'
import { createEvent, type DestinationOptions, testDestination } from '#test/destination-kit'
import { startHostile } from '#test/hostile-server'
import { startReceivingRedis } from '#test/receiving-brokers'
import { redis } from './index.ts'

testConnector(redis)

const toValues = ({ port, isWrongPassword }: DestinationOptions) => ({
  ...{ host: '127.0.0.1', port, security: 'none', ca: '', user: '', stream: 'bestow' },
  password: isWrongPassword ? 'wrong password' : brokerUser.password,
  max_length: 1_000,
})

testDestination(
  'Redis Streams',
  {
    open: (options) => redis.open(toValues(options), options.outbound),
    test: (options) => redis.test(toValues(options), options.outbound),
    secrets: [brokerUser.password],
    start: hasRedis ? startReceivingRedis : undefined,
    storesDoubles: true,
    hasRoutes: false,
  },
  { before, after },
)

for (const answer of ['+OK\r\n', '$-1\r\n', ':1\r\n', '*0\r\n', '-MOVED 1 169.254.169.254:80\r\n'])
  it(`does not take ${JSON.stringify(answer)} for a confirmation`, async () => {
    const server = await startHostile((socket) => {
      socket.on('data', (chunk) => socket.write(/auth/i.test(String(chunk)) ? '+OK\r\n' : answer))
    })
    const options = { port: server.port, outbound: { allowPrivate: true } }
    const publisher = redis.open(toValues(options), options.outbound)
    await assert.rejects(publisher.publish(createEvent(), 2_000))
    publisher.close()
    assert.equal(server.connections(), 1)
    server.close()
  })

it('shows no password that a server repeats in its refusal', async () => {
  const refusal = `ERR unknown command 'AUTH', with args beginning with: '${brokerUser.password}'`
  const server = await startHostile((socket) => {
    socket.on('data', () => socket.write(`-${refusal}\r\n`))
  })
  const options = { port: server.port, outbound: { allowPrivate: true } }
  const publisher = redis.open(toValues(options), options.outbound)
  try {
    const publishing = publisher.publish(createEvent(), 2_000)
    const { code, message } = await publishing.then(
      () => assert.fail('published'),
      (error) => error,
    )
    const tested = JSON.stringify(await redis.test(toValues(options), options.outbound))
    assert.equal(code, 'sign_in_refused')
    for (const text of [message, tested]) assert.ok(!text.includes(brokerUser.password), text)
  } finally {
    publisher.close()
    server.close()
  }
})
