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

it('waits ever longer, and gives up after the fifth attempt', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((n) => delayFor(n)),
    [30_000, 600_000, 7_200_000, 43_200_000, undefined],
  )
  assert.equal(delayFor(6), undefined)
})

it('differs by a fifth at most, and still rises whatever the dice say', () => {
  assert.equal(delayFor(1, undefined, 0), 24_000)
  assert.equal(delayFor(1, undefined, 1), 36_000)
  for (const n of [1, 2, 3])
    assert.ok((delayFor(n, 1e6, 1) ?? 0) < (delayFor(n + 1, undefined, 0) ?? 0), `${n}`)
})

it('lets a receiver ask for more time, at most for twice the delay, and never for less', () => {
  assert.equal(delayFor(1, 45), 45_000)
  assert.equal(delayFor(1, 3_600), 60_000)
  assert.equal(delayFor(1, 1), 30_000)
})
