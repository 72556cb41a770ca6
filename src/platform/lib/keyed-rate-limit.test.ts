import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createKeyedRateLimit } from './keyed-rate-limit.ts'

describe('a rate limit for each key', () => {
  it('returns the seconds to wait from the request that exceeds it', async () => {
    const limit = createKeyedRateLimit(2, 60)
    assert.deepEqual(
      [await limit.consume('a'), await limit.consume('a'), await limit.consume('b')],
      [undefined, undefined, undefined],
    )
    const seconds = (await limit.consume('a')) ?? 0
    assert.ok(seconds >= 1 && seconds <= 60, String(seconds))
    assert.equal(await limit.consume('b'), undefined)
  })

  it('allows a request again after a refund', async () => {
    const limit = createKeyedRateLimit(1, 60)
    assert.equal(await limit.consume('a'), undefined)
    await limit.refund('a')
    assert.equal(await limit.consume('a'), undefined)
    assert.notEqual(await limit.consume('a'), undefined)
  })

  it('does not limit requests with 0 points', async () => {
    const limit = createKeyedRateLimit(0, 60)
    for (let count = 0; count < 5; count++) assert.equal(await limit.consume('a'), undefined)
    await limit.refund('a')
  })
})
