import assert from 'node:assert/strict'
import { it } from 'node:test'
import { kills } from '#bench/chaos/kills'
import { play } from '#bench/chaos/stage'
import { problemsOf } from '#bench/chaos/verdict'

// `npm run chaos` does this at length, and with the real wait for leases.
it('loses nothing when the service is killed under load, again and again', async () => {
  const scenario = kills({ kills: 2, waitsForLeases: false })
  const run = await play(scenario, { gifts: 240, patience: 30_000 })
  assert.deepEqual(problemsOf(run), [])
  assert.equal(run.truth.told, 300)
})
