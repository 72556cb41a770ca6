import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createHttpClient } from '#platform/outbound'
import { answers, startReceiver, startSilence } from '#test/receiver'

const ways = {
  'a silent SYN': undefined,
  silence: answers.hang(),
  'a flood of 103': answers.flood103(20),
  'dripped headers': answers.dripHeaders(200),
} as const

it('cuts a silent SYN at 5 seconds, and everything that answers nothing at 15, by the real limits', async () => {
  const outbound = createHttpClient({ allowPrivate: true, userAgent: 'Bestow' })
  const took = async ([name, respond]: [string, (typeof ways)[keyof typeof ways]]) => {
    const to = respond === undefined ? await startSilence() : await startReceiver({ respond })
    const { duration_ms, error } = await outbound.post(to.url, Buffer.from('{}'), [])
    await to.close()
    return { name, error, seconds: duration_ms / 1000 }
  }
  const all = await Promise.all(Object.entries(ways).map(took))
  outbound.close()
  for (const { name, error, seconds } of all) {
    const [word, limit] =
      name === 'a silent SYN' ? ['connect_timeout', 5] : ['response_timeout', 15]
    assert.equal(error, word, name)
    assert.ok(
      seconds >= Number(limit) - 0.1 && seconds < Number(limit) + 1.5,
      `${name}: ${seconds} s`,
    )
  }
})
