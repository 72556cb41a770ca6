import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pluck } from '#test/pluck'
import { createRateLimiter } from './rate-limiter.ts'

it('allows one client its quota, and returns the remaining requests', async () => {
  const limiter = createRateLimiter(5)
  const taken = []
  for (let n = 0; n < 11; n++) taken.push(await limiter.take({ client: 'a', account: 'x' }))
  assert.deepEqual(pluck(taken, 'remaining'), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0])
  assert.deepEqual(pluck(taken, 'isExceeded'), [...Array(10).fill(false), true])
  assert.ok(
    taken.every(({ retryAfterSeconds }) => retryAfterSeconds === 1 || retryAfterSeconds === 2),
  )
  assert.equal((await limiter.take({ client: 'b', account: 'x' })).isExceeded, false)
})

it('counts several calls in one request', async () => {
  const limiter = createRateLimiter(5)
  assert.equal((await limiter.take({ client: 'a', account: 'x' }, 10)).isExceeded, false)
  assert.equal((await limiter.take({ client: 'a', account: 'x' }, 1)).isExceeded, true)
  assert.equal((await limiter.take({ client: 'b', account: 'x' }, 11)).isExceeded, true)
})

it('allows all clients of an account four times the quota, and does not affect other accounts', async () => {
  const limiter = createRateLimiter(5)
  const exceeded = []
  for (let n = 0; n < 50; n++)
    exceeded.push((await limiter.take({ client: `client ${n}`, account: 'x' })).isExceeded)
  assert.deepEqual(exceeded, [...Array(40).fill(false), ...Array(10).fill(true)])
  assert.equal((await limiter.take({ client: 'client 0', account: 'y' })).isExceeded, false)
})

it('does not let one client use up the allowance of its account', async () => {
  const limiter = createRateLimiter(5)
  for (let n = 0; n < 100; n++) await limiter.take({ client: 'a', account: 'x' })
  assert.equal((await limiter.take({ client: 'b', account: 'x' })).isExceeded, false)
})

it('counts clients with the same name in two accounts separately', async () => {
  const limiter = createRateLimiter(5)
  for (let n = 0; n < 11; n++) await limiter.take({ client: 'scim', account: 'x' })
  assert.equal((await limiter.take({ client: 'scim', account: 'x' })).isExceeded, true)
  assert.equal((await limiter.take({ client: 'scim', account: 'y' })).isExceeded, false)
})
