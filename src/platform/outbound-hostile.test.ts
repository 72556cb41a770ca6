import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNameServer } from '#test/name-server'
import { certificateFor } from '#test/named-certificate'
import { type RawConnection, startRawReceiver, success } from '#test/raw-receiver'
import { startSilence } from '#test/receiver'
import { createOutbound, type OutboundOptions, type Outcome } from './outbound.ts'

/*
 * Receivers that end connections, speak out of turn, or are half reachable. For each the attempt has to come
 * out as what the receiver did with this request, and an attempt is not lost to a connection.
 */

const ends: (() => unknown)[] = []
after(async () => {
  for (const end of ends.reverse()) await end()
})

function outbound(options: Partial<OutboundOptions> = {}) {
  const made = createOutbound({ allowPrivate: true, userAgent: 'Bestow/1', ...options })
  ends.push(made.close)
  return made
}

async function receiver(...args: Parameters<typeof startRawReceiver>) {
  const made = await startRawReceiver(...args)
  ends.push(made.close)
  return made
}

const body = Buffer.from('{"a":"ü"}')
const failure = 'HTTP/1.1 500 Oh no\r\nContent-Length: 0\r\n\r\n'

async function postInTurn(
  out: ReturnType<typeof outbound>,
  url: string,
  count: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let n = 0; n < count; n++) outcomes.push(await out.post(url, body, []))
  return outcomes
}

const errorsOf = (outcomes: Outcome[]) => outcomes.flatMap(({ error }) => error ?? [])

async function until(isTrue: () => boolean) {
  for (let n = 0; n < 500 && !isTrue(); n++) await sleep(10)
  assert.ok(isTrue())
}

it('sends again when a reused connection is closed a moment after the last response', async () => {
  const to = await receiver(({ socket, onRequest }) => {
    onRequest((number) => {
      socket.write(success)
      setTimeout(() => socket.destroy(), number % 10)
    })
  })
  for (const pause of [0, 1, 2, 3]) {
    const out = outbound()
    for (let n = 0; n < 20; n++) {
      const { ok, error } = await out.post(to.url, body, [])
      assert.deepEqual([ok, error], [true, undefined])
      await sleep(pause)
    }
  }
})

/** One request is answered on each connection; the next one ends it. */
const oneRequestEach = ({ socket, onRequest }: RawConnection) =>
  onRequest((number) => {
    if (number === 1) socket.write(success)
    else socket.resetAndDestroy()
  })

it('learns that a receiver takes one request for each connection', async () => {
  const to = await receiver(oneRequestEach)
  const out = outbound({ limits: { relearn: 60_000 } })
  const outcomes = await postInTurn(out, to.url, 20)
  assert.deepEqual(errorsOf(outcomes), [])
  // The second and the third request were sent twice; then no connection is reused.
  assert.equal(to.requests.length, 22)
  assert.equal(to.accepted(), 20)
})

it('tries after a while whether connections can be reused by now', async () => {
  let isReformed = false
  const to = await receiver((connection) => {
    if (isReformed) connection.onRequest(() => connection.socket.write(success))
    else oneRequestEach(connection)
  })
  const out = outbound({ limits: { relearn: 300 } })
  assert.deepEqual(errorsOf(await postInTurn(out, to.url, 6)), [])
  isReformed = true
  await sleep(350)
  const before = to.accepted()
  assert.deepEqual(errorsOf(await postInTurn(out, to.url, 6)), [])
  assert.equal(to.accepted() - before, 1)
})

it('sends a request twice at most, and once on a fresh connection', async () => {
  const to = await receiver(({ socket, number, onRequest }) =>
    onRequest((each) => {
      if (number === 1 && each === 1) socket.write(success)
      else socket.resetAndDestroy()
    }),
  )
  const outcomes = await postInTurn(outbound(), to.url, 3)
  assert.deepEqual(
    outcomes.map(({ error }) => error),
    [undefined, 'reset', 'reset'],
  )
  assert.deepEqual(to.requests, [1, 1, 2, 3])
})

it('does not send again after a byte of a response', async () => {
  const to = await receiver(({ socket, onRequest }) =>
    onRequest((number) => {
      if (number === 1) socket.write(success)
      else socket.end('HTTP/1.1 2')
    }),
  )
  const outcomes = await postInTurn(outbound(), to.url, 2)
  assert.deepEqual(errorsOf(outcomes), ['reset'])
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
    const out = outbound()
    for (let n = 0; n < 30; n++) {
      assert.equal((await out.post(to.url, body, [])).status, 500)
      await sleep(pause)
    }
  }
})

it('ends a connection on which a second response arrives, and reuses none of that receiver', async () => {
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
    const out = outbound()
    assert.equal((await out.post(to.url, body, [])).ok, true)
    await until(() => out.open() === 0)
    assert.deepEqual(errorsOf(await postInTurn(out, to.url, 5)), [])
    assert.equal(to.accepted(), 6)
  }
})

it('fails when a receiver answers before it was asked', async () => {
  const early = ({ socket }: RawConnection) => socket.end(success)
  const tls = certificateFor('hook.test')
  const plain = await receiver(early)
  const secure = await receiver(early, { tls })
  const out = outbound({ ca: tls.cert, lookup: async () => ['127.0.0.1'] })
  for (let n = 0; n < 20; n++) {
    const { error, phase } = await out.post(plain.url, body, [])
    assert.deepEqual([error, phase], ['bad_response', 'connect'])
  }
  for (let n = 0; n < 5; n++) {
    const { error, phase } = await out.post(`https://hook.test:${secure.port}/`, body, [])
    assert.deepEqual([error, phase], ['bad_response', 'tls'])
  }
})

it('counts a response to the head of a request whose body is not read, whatever comes after', async () => {
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
  const out = outbound()
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
    const { ok, error } = await outbound().post(to.url, body, [])
    assert.deepEqual([ok, error], isAccepted ? [true, undefined] : [false, 'bad_response'])
  })

it('reads no more than 64 kB of interim responses', async () => {
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
  const { error } = await outbound().post(to.url, body, [])
  assert.equal(error, 'bad_response')
  await until(() => isClosed)
})

/** Whether this machine has the IPv6 loopback address. */
const hasIPv6 = await new Promise<boolean>((resolve) => {
  const probe = createServer().on('error', () => resolve(false))
  probe.listen(0, '::1', () => probe.close(() => resolve(true)))
})
const needsIPv6 = { skip: !hasIPv6 && 'this machine has no IPv6' }

const answering = ({ socket, onRequest }: RawConnection) => onRequest(() => socket.write(success))

async function silence(...args: Parameters<typeof startSilence>) {
  const made = await startSilence(...args)
  ends.push(made.close)
  return made
}

/** Posts to a name with these addresses. */
const postTo = (addresses: string[], port: number, connect: number) =>
  outbound({ lookup: async () => addresses, limits: { connect } }).post(
    `http://hook.test:${port}/`,
    body,
    [],
  )

it(
  'connects to the address that accepts while another one is silent or refuses',
  needsIPv6,
  async () => {
    const quiet = await silence()
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
    const slow = await silence(1_500)
    const { ok, error, address } = await postTo(addresses, slow.port, 10_000)
    assert.deepEqual([ok, error, address], [true, undefined, '127.0.0.1'])
  }
})

it(
  'says refused when all addresses refuse, and timeout when one is silent',
  needsIPv6,
  async () => {
    const closed = await startRawReceiver(answering)
    await closed.close()
    const both = ['::1', '127.0.0.1']
    assert.equal((await postTo(both, closed.port, 5_000)).error, 'connect_refused')
    const quiet = await silence()
    const outcome = await postTo(both, quiet.port, 600)
    assert.deepEqual([outcome.error, outcome.phase], ['connect_timeout', 'connect'])
  },
)

it('reaches localhost where only IPv6 listens', needsIPv6, async () => {
  const to = await receiver(answering, { host: '::1' })
  for (const name of ['localhost', 'a.localhost', 'localhost.'])
    assert.equal((await outbound().post(`http://${name}:${to.port}/`, body, [])).ok, true)
})

it('uses the addresses of one family when the question for the other gets no answer', async () => {
  const to = await receiver(answering)
  for (const silent of ['A', 'AAAA']) {
    const means = { A: ['127.0.0.1'], AAAA: ['::ffff:127.0.0.1'] }
    const names = await startNameServer((_name, kind) =>
      kind === silent ? undefined : means[kind],
    )
    ends.push(names.close)
    const out = outbound({ nameServers: [names.address], limits: { connect: 1_900 } })
    const { ok, error } = await out.post(`http://hook.example.com:${to.port}/`, body, [])
    assert.deepEqual([ok, error], [true, undefined], `without ${silent}`)
  }
})
