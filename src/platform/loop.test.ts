import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { it } from 'node:test'
import { startLoop } from './loop.ts'

const quiet = () => {}

it('runs again at once while there is something to do, and rests when there is nothing', async () => {
  const left = [3, 2, 1, 0]
  const seen = new EventEmitter()
  const rested = once(seen, 'rested')
  const loop = startLoop({
    name: 'counting',
    every: 60_000,
    run: async () => {
      const did = left.shift() ?? 0
      if (left.length === 0) seen.emit('rested')
      return did
    },
    onError: quiet,
  })
  await rested
  await loop.stop()
  assert.deepEqual(left, [])
})

it('runs when it is woken, also when that happens in the middle of a run', async () => {
  let runs = 0
  const woken = Promise.withResolvers<void>()
  const loop = startLoop({
    name: 'sleeper',
    every: 60_000,
    run: async () => {
      runs += 1
      if (runs === 1) loop.wake()
      if (runs === 2) setImmediate(() => loop.wake())
      if (runs === 3) woken.resolve()
      return 0
    },
    onError: quiet,
  })
  await woken.promise
  await loop.stop()
  assert.equal(runs, 3)
})

it('goes on after a failure and says what failed', async () => {
  const errors: unknown[] = []
  const recovered = Promise.withResolvers<void>()
  let runs = 0
  const loop = startLoop({
    name: 'stumbler',
    every: 60_000,
    run: async () => {
      runs += 1
      if (runs === 1) throw new Error('away')
      recovered.resolve()
      return 0
    },
    onError: (error) => errors.push(error),
  })
  await recovered.promise
  await loop.stop()
  assert.equal(errors.length, 1)
  assert.ok(loop.lastSuccess())
})
