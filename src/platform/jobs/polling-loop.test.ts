import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type RestingLoop, startPollingLoop } from './polling-loop.ts'

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
      if (runs === 2) void setImmediate().then(loop.wake)
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

it('does the work of several notifications in one run after a pause', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const work: string[] = []
  const batches: string[][] = []
  const loop = startPollingLoop({
    name: 'batching',
    intervalMs: 60_000,
    pauseMs: 100,
    run: async () => {
      batches.push(work.splice(0))
      return batches.at(-1)?.length ?? 0
    },
    onError: quiet,
  })
  await setImmediate()
  for (const item of ['a', 'b', 'c']) {
    work.push(item)
    loop.wake()
    await setImmediate()
    t.mock.timers.tick(30)
    await setImmediate()
  }
  assert.deepEqual(batches, [[]])
  t.mock.timers.tick(10)
  await setImmediate()
  assert.deepEqual(batches, [[], ['a', 'b', 'c']])
  work.push('d')
  loop.wake()
  t.mock.timers.tick(99)
  await setImmediate()
  assert.equal(batches.length, 2, 'the pause after a run with work')
  t.mock.timers.tick(1)
  await setImmediate()
  assert.deepEqual(batches.at(-1), ['d'])
  t.mock.timers.tick(100)
  await setImmediate()
  t.mock.timers.tick(100)
  await setImmediate()
  work.push('e')
  loop.wake()
  await setImmediate()
  assert.deepEqual(batches.at(-1), ['e'], 'no pause after the end of the last one')
  await loop.stop()
})

it('looks for work less often after many runs without work, and as often as before after a notification', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let runs = 0
  const loop = startPollingLoop({
    name: 'idle',
    intervalMs: 100,
    run: async () => {
      runs += 1
      return 0
    },
    onError: quiet,
  })
  const countRuns = async (seconds: number) => {
    const before = runs
    for (let n = 0; n < seconds * 10; n++) {
      t.mock.timers.tick(100)
      await setImmediate()
    }
    return runs - before
  }
  await setImmediate()
  assert.equal(await countRuns(2), 20)
  await countRuns(8)
  assert.equal(await countRuns(10), 10, 'once a second')
  loop.wake()
  await setImmediate()
  assert.equal(await countRuns(1), 10)
  await loop.stop()
})

it('does not pause while there is a backlog, and stops during a pause', async () => {
  let runs = 0
  const rested = Promise.withResolvers<void>()
  const loop = startPollingLoop({
    name: 'backlog',
    intervalMs: 60_000,
    pauseMs: 60_000,
    run: async () => {
      runs += 1
      if (runs === 3) rested.resolve()
      return runs < 3 ? 10 : 1
    },
    hasBacklog: (processed) => processed === 10,
    onError: quiet,
  })
  await rested.promise
  await setImmediate()
  await loop.stop()
  assert.equal(runs, 3)
})

it('rests after a while without work if it is watched, runs once for a look, and often after a notification', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let runs = 0
  const watched: RestingLoop[] = []
  const loop = startPollingLoop({
    name: 'watched',
    intervalMs: 100,
    run: async () => {
      runs += 1
      return 0
    },
    watch: (each) => watched.push(each),
    onError: quiet,
  })
  const [resting] = watched
  assert.ok(resting)
  const countRuns = async (seconds: number) => {
    const before = runs
    for (let n = 0; n < seconds * 10; n++) {
      t.mock.timers.tick(100)
      await setImmediate()
    }
    return runs - before
  }
  await setImmediate()
  resting.look()
  await setImmediate()
  assert.equal(runs, 1, 'it does not rest yet')
  assert.equal(await countRuns(2), 19)
  assert.equal(resting.isResting(), true)
  assert.equal(await countRuns(17), 0)
  assert.equal(await countRuns(20), 1, 'it looks by itself')
  resting.look()
  await setImmediate()
  assert.equal(await countRuns(5), 0)
  assert.equal(runs, 22)
  loop.wake()
  await setImmediate()
  assert.equal(resting.isResting(), false)
  assert.equal(await countRuns(1), 10)
  await loop.stop()
})
