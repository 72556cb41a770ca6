import assert from 'node:assert/strict'
import { it } from 'node:test'
import { failover } from '#bench/chaos/failover'
import { play } from '#bench/chaos/stage'
import { problemsOf } from '#bench/chaos/verdict'

it('loses nothing when the primary dies and its standby takes over', async () => {
  const run = await play(failover({ services: 1 }), { gifts: 200, patience: 90_000 })
  assert.deepEqual(problemsOf(run), [])
  assert.equal(run.truth.told, 250)
})
