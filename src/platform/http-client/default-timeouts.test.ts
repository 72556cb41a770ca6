import assert from 'node:assert/strict'
import { after, afterEach, it, mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventually } from '#test/eventually'
import { responders, startReceiver, startUnresponsiveServer } from '#test/webhook-receiver'
import { createHttpClient } from './http-client.ts'

/*
 * The test of the default timeouts. The timers of the client and of the receivers are virtual, so that the
 * test does not wait for 15 seconds.
 */

const httpClient = createHttpClient({ allowPrivate: true, userAgent: 'Bestow' })
const ends: (() => unknown)[] = [httpClient.close]
afterEach(() => mock.timers.reset())

/** Sends a request. Returns the object that will contain the result. */
function post(url: string): { error?: string | undefined } {
  const pending: { error?: string | undefined } = {}
  httpClient.post(url, Buffer.from('{}'), []).then(
    ({ error = 'none' }) => {
      pending.error = error
    },
    (error: unknown) => {
      pending.error = String(error)
    },
  )
  return pending
}

/** Advances the virtual timers in steps. The sockets can work after each step. */
async function advance(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    mock.timers.tick(100)
    for (let turn = 0; turn < 5; turn++) await nextTurn()
  }
}

it('ends a silent SYN after 5 seconds, with the default timeouts', async () => {
  const target = await startUnresponsiveServer()
  ends.push(target.close)
  mock.timers.enable({ apis: ['setTimeout'] })
  const pending = post(target.url)
  await nextTurn()
  // The time between the start of the request and the start of its timer also counts,
  // so the lower bound is below 5 s.
  await advance(4_000)
  assert.equal(pending.error, undefined)
  await advance(1_100)
  assert.equal(pending.error, 'connect_timeout')
})

for (const [name, respond] of [
  ['silence', responders.hang()],
  ['a flood of 103', responders.flood103(20)],
  ['dripped headers', responders.dripHeaders(200)],
] as const)
  it(`ends ${name} after 15 seconds, with the default timeouts`, async () => {
    const target = await startReceiver({ respond })
    ends.push(target.close)
    mock.timers.enable({ apis: ['setTimeout'] })
    const pending = post(target.url)
    await eventually(() => {
      mock.timers.tick(1) // the client looks for early data before it writes the request
      return target.requests.length > 0
    })
    await advance(14_000)
    assert.equal(pending.error, undefined)
    await advance(1_100)
    assert.equal(pending.error, 'response_timeout')
  })

after(async () => {
  for (const end of ends) await end()
})
