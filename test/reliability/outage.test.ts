import assert from 'node:assert/strict'
import { it } from 'node:test'
import { outage } from '#bench/chaos/outage'
import { play } from '#bench/chaos/stage'
import { problemsOf } from '#bench/chaos/verdict'

// `npm run chaos` does this at length.
it('loses nothing when the database goes away under load, and needs nobody when it is back', async () => {
  const scenario = outage({ seconds: 3, how: 'stopped' })
  const run = await play(scenario, { gifts: 240, patience: 30_000 })
  assert.deepEqual(problemsOf(run), [])
  assert.equal(run.truth.received.duplicates, 0)
})
