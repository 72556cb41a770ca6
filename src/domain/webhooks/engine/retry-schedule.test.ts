import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultRetryDelaysMs, retryDelayMs } from './retry-schedule.ts'

const delayFor = (attempt: number, retry_after?: number, random = 0.5) =>
  retryDelayMs(
    attempt,
    retry_after === undefined ? {} : { retry_after },
    defaultRetryDelaysMs,
    () => random,
  )

it('waits longer after each attempt, and abandons the delivery after the fifth', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((n) => delayFor(n)),
    [30_000, 600_000, 7_200_000, 43_200_000, undefined],
  )
  assert.equal(delayFor(6), undefined)
})

it('varies by at most a fifth, and always grows', () => {
  assert.equal(delayFor(1, undefined, 0), 24_000)
  assert.equal(delayFor(1, undefined, 1), 36_000)
  for (const n of [1, 2, 3])
    assert.ok((delayFor(n, 1e6, 1) ?? 0) < (delayFor(n + 1, undefined, 0) ?? 0), `${n}`)
})

it('extends the delay on request of the receiver, up to twice the delay, and never shortens it', () => {
  assert.equal(delayFor(1, 45), 45_000)
  assert.equal(delayFor(1, 3_600), 60_000)
  assert.equal(delayFor(1, 1), 30_000)
})
