import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, it } from 'node:test'
import { startDnsServer } from '#test/dns-server'
import { type RawConnection, startRawReceiver, success } from '#test/raw-receiver'
import { startUnresponsiveServer } from '#test/webhook-receiver'
import { createHttpClient, type HttpClientOptions } from './http-client.ts'

/*
 * The tests of names with several addresses, some of which refuse or do not respond, and of name servers with
 * incomplete responses.
 */

const ends: (() => unknown)[] = []
after(async () => {
  for (const end of ends.reverse()) await end()
})

function createTestClient(options: Partial<HttpClientOptions> = {}) {
  const created = createHttpClient({ allowPrivate: true, userAgent: 'Bestow/1', ...options })
  ends.push(created.close)
  return created
}

async function receiver(...args: Parameters<typeof startRawReceiver>) {
  const created = await startRawReceiver(...args)
  ends.push(created.close)
  return created
}

const body = Buffer.from('{}')

/** Whether this machine has the IPv6 loopback address. */
const hasIPv6 = await new Promise<boolean>((resolve) => {
  const probe = createServer().on('error', () => resolve(false))
  probe.listen(0, '::1', () => probe.close(() => resolve(true)))
})
const needsIPv6 = { skip: !hasIPv6 && 'this machine has no IPv6' }

const answering = ({ socket, onRequest }: RawConnection) => onRequest(() => socket.write(success))

async function createSilentReceiver(...args: Parameters<typeof startUnresponsiveServer>) {
  const created = await startUnresponsiveServer(...args)
  ends.push(created.close)
  return created
}

/** Posts to a name that has these addresses. */
const postTo = (addresses: string[], port: number, connectTimeoutMs: number) =>
  createTestClient({
    lookup: async () => addresses,
    limits: { connectTimeoutMs },
  }).post(`http://hook.test:${port}/`, body, [])

it(
  'connects to the address that accepts while another one refuses or does not respond',
  needsIPv6,
  async () => {
    const quiet = await createSilentReceiver()
    const to = await startRawReceiver(answering, { host: '::1', port: quiet.port })
    ends.push(to.close)
    const all = [
      ['127.0.0.1', '::1'],
      ['::1', '127.0.0.1'],
      ['127.0.0.1', '127.0.0.1', '::1'],
    ]
    for (const addresses of all) {
      const { ok, address } = await postTo(addresses, quiet.port, 5_000)
      assert.deepEqual([ok, address], [true, '::1'])
    }
    const other = await receiver(answering)
    assert.equal((await postTo(['::1', '127.0.0.1'], other.port, 5_000)).ok, true)
  },
)

it('waits for a slow address although another one refuses', needsIPv6, async () => {
  for (const addresses of [
    ['127.0.0.1', '::1'],
    ['::1', '127.0.0.1'],
  ]) {
    const slow = await createSilentReceiver(900)
    const { ok, error, address } = await postTo(addresses, slow.port, 10_000)
    assert.deepEqual([ok, error, address], [true, undefined, '127.0.0.1'])
  }
})

it(
  'reports a refusal when all addresses refuse, and a timeout when one does not respond',
  needsIPv6,
  async () => {
    const closed = await startRawReceiver(answering)
    await closed.close()
    const both = ['::1', '127.0.0.1']
    assert.equal((await postTo(both, closed.port, 5_000)).error, 'connect_refused')
    const quiet = await createSilentReceiver()
    const outcome = await postTo(both, quiet.port, 600)
    assert.deepEqual([outcome.error, outcome.phase], ['connect_timeout', 'connect'])
  },
)

it('reaches localhost where only IPv6 listens', needsIPv6, async () => {
  const to = await receiver(answering, { host: '::1' })
  for (const name of ['localhost', 'a.localhost', 'localhost.'])
    assert.equal((await createTestClient().post(`http://${name}:${to.port}/`, body, [])).ok, true)
})

it('uses the addresses of one family when the query for the other gets no response', async () => {
  const to = await receiver(answering)
  for (const silent of ['A', 'AAAA']) {
    const means = { A: ['127.0.0.1'], AAAA: ['::ffff:127.0.0.1'] }
    const names = await startDnsServer((_name, kind) => (kind === silent ? undefined : means[kind]))
    ends.push(names.close)
    const out = createTestClient({
      nameServers: [names.address],
      limits: { connectTimeoutMs: 1_900 },
    })
    const { ok, error } = await out.post(`http://hook.example.com:${to.port}/`, body, [])
    assert.deepEqual([ok, error], [true, undefined], `without ${silent}`)
  }
})
