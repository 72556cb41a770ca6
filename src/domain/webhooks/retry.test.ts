import assert from 'node:assert/strict'
import { it } from 'node:test'
import { delayAfter, usualDelays } from './retry.ts'

const after = (attempt: number, retry_after?: number, random = 0.5) =>
  delayAfter(attempt, retry_after === undefined ? {} : { retry_after }, usualDelays, () => random)

it('waits ever longer, and gives up after the fifth attempt', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((n) => after(n)),
    [30_000, 600_000, 7_200_000, 43_200_000, undefined],
  )
  assert.equal(after(6), undefined)
})

it('differs by a fifth at most, and still rises whatever the dice say', () => {
  assert.equal(after(1, undefined, 0), 24_000)
  assert.equal(after(1, undefined, 1), 36_000)
  for (const n of [1, 2, 3])
    assert.ok((after(n, 1e6, 1) ?? 0) < (after(n + 1, undefined, 0) ?? 0), `${n}`)
})

it('lets a receiver ask for more time, at most for twice the delay, and never for less', () => {
  assert.equal(after(1, 45), 45_000)
  assert.equal(after(1, 3_600), 60_000)
  assert.equal(after(1, 1), 30_000)
})
