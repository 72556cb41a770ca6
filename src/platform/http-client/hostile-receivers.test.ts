import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '#test/eventually'
import { createCertificateFor } from '#test/named-certificate'
import { pluck } from '#test/pluck'
import { type RawConnection, startRawReceiver, success } from '#test/raw-receiver'
import { createHttpClient, type HttpClientOptions, type HttpResult } from './http-client.ts'

/*
 * The tests of receivers that end connections or send unrequested bytes. Each attempt must report what the
 * receiver did with its request, and no attempt may be lost because of its connection.
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

const body = Buffer.from('{"a":"ü"}')
const failure = 'HTTP/1.1 500 Oh no\r\nContent-Length: 0\r\n\r\n'

async function postSequentially(
  out: ReturnType<typeof createTestClient>,
  url: string,
  count: number,
): Promise<HttpResult[]> {
  const outcomes: HttpResult[] = []
  for (let n = 0; n < count; n++) outcomes.push(await out.post(url, body, []))
  return outcomes
}

const collectErrors = (outcomes: HttpResult[]) => outcomes.flatMap(({ error }) => error ?? [])

it('resends when a reused connection closes right after the last response', async () => {
  const to = await receiver(({ socket, onRequest }) => {
    onRequest((number) => {
      socket.write(success)
      setTimeout(() => socket.destroy(), number % 10)
    })
  })
  for (const pause of [0, 1, 2, 3]) {
    const out = createTestClient()
    for (let n = 0; n < 20; n++) {
      const { ok, error } = await out.post(to.url, body, [])
      assert.deepEqual([ok, error], [true, undefined])
      await sleep(pause)
    }
  }
})

/** Responds to the first request on each connection, and ends the connection at the second request. */
const oneRequestEach = ({ socket, onRequest }: RawConnection) =>
  onRequest((number) => {
    if (number === 1) socket.write(success)
    else socket.resetAndDestroy()
  })

it('detects a receiver that accepts one request per connection', async () => {
  const to = await receiver(oneRequestEach)
  const out = createTestClient({ limits: { reuseRetryMs: 60_000 } })
  const outcomes = await postSequentially(out, to.url, 20)
  assert.deepEqual(collectErrors(outcomes), [])
  // The second and the third request were sent twice. After them, no connection is reused.
  assert.equal(to.requests.length, 22)
  assert.equal(to.accepted(), 20)
})

it('tries to reuse connections again after the period', async () => {
  let isReformed = false
  const to = await receiver((connection) => {
    if (isReformed) connection.onRequest(() => connection.socket.write(success))
    else oneRequestEach(connection)
  })
  const out = createTestClient({ limits: { reuseRetryMs: 100 } })
  assert.deepEqual(collectErrors(await postSequentially(out, to.url, 6)), [])
  isReformed = true
  await sleep(120)
  const before = to.accepted()
  assert.deepEqual(collectErrors(await postSequentially(out, to.url, 6)), [])
  assert.equal(to.accepted() - before, 1)
})

it('sends a request at most twice, and once on a fresh connection', async () => {
  const to = await receiver(({ socket, number, onRequest }) =>
    onRequest((each) => {
      if (number === 1 && each === 1) socket.write(success)
      else socket.resetAndDestroy()
    }),
  )
  const outcomes = await postSequentially(createTestClient(), to.url, 3)
  assert.deepEqual(pluck(outcomes, 'error'), [undefined, 'reset', 'reset'])
  assert.deepEqual(to.requests, [1, 1, 2, 3])
})

it('does not resend after it was closed', async () => {
  const to = await receiver(({ socket, onRequest }) =>
    onRequest((number) => {
      if (number === 1) socket.write(success)
    }),
  )
  const out = createTestClient()
  assert.equal((await out.post(to.url, body, [])).ok, true)
  const pending = out.post(to.url, body, [])
  await eventually(() => to.requests.length === 2)
  out.close()
  assert.equal((await pending).error, 'reset')
  assert.equal(out.countOpenConnections(), 0)
  assert.equal(to.accepted(), 1)
})

it('uses no idle connection that its receiver has closed', async () => {
  const to = await receiver(({ socket, onRequest }) =>
    onRequest(() => {
      socket.write(success)
      setTimeout(() => socket.end(), 20)
    }),
  )
  const out = createTestClient()
  for (let n = 1; n <= 3; n++) {
    assert.equal((await out.post(to.url, body, [])).ok, true)
    await eventually(() => out.countOpenConnections() === 0)
    assert.equal(to.requests.length, n)
  }
})

it('does not resend after a byte of a response', async () => {
  const to = await receiver(({ socket, onRequest }) =>
    onRequest((number) => {
      if (number === 1) socket.write(success)
      else socket.end('HTTP/1.1 2')
    }),
  )
  const outcomes = await postSequentially(createTestClient(), to.url, 2)
  assert.deepEqual(collectErrors(outcomes), ['reset'])
  assert.equal(to.requests.length, 2)
})

it('never takes a second response for the response to the next request', async () => {
  const to = await receiver(({ socket, onRequest }) => {
    let wait = 0
    onRequest(() => {
      socket.write(failure)
      wait = (wait % 30) + 1
      setTimeout(() => socket.write(success), wait)
    })
  })
  for (const pause of [0, 1, 5]) {
    const out = createTestClient()
    for (let n = 0; n < 30; n++) {
      assert.equal((await out.post(to.url, body, [])).status, 500)
      await sleep(pause)
    }
  }
})

it('ends a connection with a second response, and reuses no connection to that receiver', async () => {
  const together = await receiver(({ socket, onRequest }) =>
    onRequest(() => socket.write(success + success)),
  )
  const later = await receiver(({ socket, onRequest }) =>
    onRequest(() => {
      socket.write(success)
      setTimeout(() => socket.write(success), 20)
    }),
  )
  for (const to of [together, later]) {
    const out = createTestClient()
    assert.equal((await out.post(to.url, body, [])).ok, true)
    await eventually(() => out.countOpenConnections() === 0)
    assert.deepEqual(collectErrors(await postSequentially(out, to.url, 5)), [])
    assert.equal(to.accepted(), 6)
  }
})

it('fails when a receiver responds before the request', async () => {
  const early = ({ socket }: RawConnection) => socket.write(success)
  const tls = createCertificateFor('hook.test')
  const plain = await receiver(early)
  const secure = await receiver(early, { tls })
  const out = createTestClient({
    ca: tls.cert,
    lookup: async () => ['127.0.0.1'],
    limits: { earlyDataWaitMs: 10_000 },
  })
  for (const [url, phase] of [
    [plain.url, 'connect'],
    [`https://hook.test:${secure.port}/`, 'tls'],
  ] as const)
    for (let n = 0; n < 3; n++) {
      const outcome = await out.post(url, body, [])
      assert.deepEqual([outcome.ok, outcome.error, outcome.phase], [false, 'bad_response', phase])
    }
})

it('accepts a response to the head of a request whose body is not read, whatever follows', async () => {
  const to = await receiver(({ socket }) => {
    socket.once('data', () => {
      socket.pause()
      socket.write(success, () => setTimeout(() => socket.resetAndDestroy(), 5))
    })
  })
  const half = await receiver(({ socket }) => {
    socket.once('data', () => socket.end('HTTP/1.1 202 Accepted\r\nDate: '))
  })
  const large = Buffer.alloc(4_000_000, 'x')
  const out = createTestClient()
  for (const [url, bytes, status] of [
    [to.url, body, 200],
    [to.url, large, 200],
    [half.url, body, 202],
  ] as const)
    for (let n = 0; n < 20; n++) assert.equal((await out.post(url, bytes, [])).status, status)
})

const limits: [name: string, head: string, ok: boolean][] = [
  ['20 kB of headers', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(20_000)}\r\n`, true],
  ['60 kB of headers in 60', `HTTP/1.1 200 OK\r\n${`A: ${'a'.repeat(995)}\r\n`.repeat(60)}`, true],
  ['70 kB of headers', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(70_000)}\r\n`, false],
  [
    '70 kB of interim responses',
    `${`HTTP/1.1 103 Early\r\nA: ${'a'.repeat(7_000)}\r\n\r\n`.repeat(10)}HTTP/1.1 200 OK\r\n`,
    false,
  ],
]

for (const [name, head, isAccepted] of limits)
  it(`${isAccepted ? 'accepts' : 'fails on'} ${name}`, async () => {
    const to = await receiver(({ socket, onRequest }) =>
      onRequest(() => socket.write(`${head}Content-Length: 0\r\n\r\n`)),
    )
    const { ok, error } = await createTestClient().post(to.url, body, [])
    assert.deepEqual([ok, error], isAccepted ? [true, undefined] : [false, 'bad_response'])
  })

it('reads at most 64 kB of interim responses', async () => {
  let isClosed = false
  const to = await receiver(({ socket, onRequest }) => {
    socket.on('close', () => {
      isClosed = true
    })
    const flood = () => {
      if (!socket.destroyed) socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100), flood)
    }
    onRequest(flood)
  })
  const { error } = await createTestClient().post(to.url, body, [])
  assert.equal(error, 'bad_response')
  await eventually(() => isClosed)
})
