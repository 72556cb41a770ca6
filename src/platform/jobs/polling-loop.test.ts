import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { it } from 'node:test'
import { startPollingLoop } from './polling-loop.ts'

const quiet = () => {}

it('runs again immediately while there is work, and pauses when there is none', async () => {
  const remaining = [3, 2, 1, 0]
  const seen = new EventEmitter()
  const rested = once(seen, 'rested')
  const loop = startPollingLoop({
    name: 'counting',
    intervalMs: 60_000,
    run: async () => {
      const processed = remaining.shift() ?? 0
      if (remaining.length === 0) seen.emit('rested')
      return processed
    },
    onError: quiet,
  })
  await rested
  await loop.stop()
  assert.deepEqual(remaining, [])
})

it('runs again after a notification, also during a run', async () => {
  let runs = 0
  const woken = Promise.withResolvers<void>()
  const loop = startPollingLoop({
    name: 'sleeper',
    intervalMs: 60_000,
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

it('continues after a failure and reports it', async () => {
  const errors: unknown[] = []
  const recovered = Promise.withResolvers<void>()
  let runs = 0
  const loop = startPollingLoop({
    name: 'stumbler',
    intervalMs: 60_000,
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
