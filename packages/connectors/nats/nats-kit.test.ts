import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, it } from 'node:test'
import { brokerUser, hasNats } from '#test/brokers'
import { testConnector } from '#test/connector-kit'
import { createEvent, type DestinationOptions, testDestination } from '#test/destination-kit'
import { startReceivingNats } from '#test/receiving-brokers'
import { nats } from './index.ts'

testConnector(nats)

const toValues = ({ port, isWrongPassword, isUnrouted }: DestinationOptions) => ({
  ...{ host: '127.0.0.1', port, security: 'none', ca: '', credentials: '' },
  user: brokerUser.user,
  password: isWrongPassword ? 'wrong password' : brokerUser.password,
  subject: isUnrouted ? 'nowhere.{type}' : 'bestow.{type}',
})

testDestination(
  'NATS JetStream',
  {
    open: (options) => nats.open(toValues(options), options.outbound),
    test: (options) => nats.test(toValues(options), options.outbound),
    secrets: [brokerUser.password],
    start: hasNats ? startReceivingNats : undefined,
    storesDoubles: false,
    hasRoutes: true,
  },
  { before, after },
)

const info = (more: object) =>
  `INFO ${JSON.stringify({ server_id: 'x', version: '2.9.0', proto: 1, headers: true, max_payload: 1_048_576, ...more })}\r\n`

/** Starts a server of the protocol that answers a publication with this, if anything. */
async function startFake(more: object, answer: ((inbox: string) => string) | undefined) {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.write(info(more))
    socket.on('data', (chunk) => {
      const text = chunk.toString('utf8')
      if (text.includes('PING')) socket.write('PONG\r\n')
      const inbox = /^HPUB \S+ (\S+) /m.exec(text)?.[1]
      if (inbox !== undefined && answer !== undefined) socket.write(answer(inbox))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => server.close(),
  }
}

const reply = (text: string) => (inbox: string) =>
  `MSG ${inbox} 1 ${Buffer.byteLength(text)}\r\n${text}\r\n`

const lies: readonly [name: string, answer: ((inbox: string) => string) | undefined][] = [
  ['nothing', undefined],
  ['an empty confirmation', reply('')],
  ['a confirmation without a stream', reply('{}')],
  ['a text', reply('OK')],
  [
    'a refusal',
    reply('{"error":{"code":503,"err_code":10077,"description":"maximum messages exceeded"}}'),
  ],
]
for (const [name, answer] of lies)
  it(`does not take ${name} for a confirmation`, async () => {
    const server = await startFake({}, answer)
    const options = { port: server.port, outbound: { allowPrivate: true } }
    const publisher = nats.open(toValues(options), options.outbound)
    await assert.rejects(publisher.publish(createEvent(), 1_000))
    publisher.close()
    server.close()
  })

it('connects to no server that a cluster announces', async () => {
  const other = await startFake({}, undefined)
  const announced = { connect_urls: [`127.0.0.1:${other.port}`, '169.254.169.254:80'] }
  const server = await startFake(announced, undefined)
  const options = { port: server.port, outbound: { allowPrivate: true } }
  const publisher = nats.open(toValues(options), options.outbound)
  await assert.rejects(publisher.publish(createEvent(), 500))
  await assert.rejects(publisher.publish(createEvent(), 500))
  publisher.close()
  assert.equal(other.connections(), 0)
  other.close()
  server.close()
})

it('sends no password without the encryption that the settings ask for', async () => {
  const server = await startFake({}, undefined)
  const options = { port: server.port, outbound: { allowPrivate: true } }
  const publisher = nats.open({ ...toValues(options), security: 'TLS' }, options.outbound)
  await assert.rejects(publisher.publish(createEvent(), 1_000), /tls/)
  publisher.close()
  server.close()
})
