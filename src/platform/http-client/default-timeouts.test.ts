import assert from 'node:assert/strict'
import { it } from 'node:test'
import { responders, startReceiver, startUnresponsiveServer } from '#test/webhook-receiver'
import { createHttpClient } from './http-client.ts'

const failureModes = {
  'a silent SYN': undefined,
  silence: responders.hang(),
  'a flood of 103': responders.flood103(20),
  'dripped headers': responders.dripHeaders(200),
} as const

it('ends a silent SYN after 5 seconds and a silent response after 15, with the default timeouts', async () => {
  const httpClient = createHttpClient({ allowPrivate: true, userAgent: 'Bestow' })
  const measure = async ([name, respond]: [
    string,
    (typeof failureModes)[keyof typeof failureModes],
  ]) => {
    const target =
      respond === undefined ? await startUnresponsiveServer() : await startReceiver({ respond })
    const { duration_ms, error } = await httpClient.post(target.url, Buffer.from('{}'), [])
    await target.close()
    return { name, error, seconds: duration_ms / 1000 }
  }
  const all = await Promise.all(Object.entries(failureModes).map(measure))
  httpClient.close()
  for (const { name, error, seconds } of all) {
    const [code, limit] =
      name === 'a silent SYN' ? ['connect_timeout', 5] : ['response_timeout', 15]
    assert.equal(error, code, name)
    assert.ok(
      seconds >= Number(limit) - 0.1 && seconds < Number(limit) + 1.5,
      `${name}: ${seconds} s`,
    )
  }
})
