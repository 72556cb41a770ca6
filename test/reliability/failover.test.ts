import assert from 'node:assert/strict'
import { it } from 'node:test'
import { failover } from '#bench/chaos/failover'
import { runScenario } from '#bench/chaos/stage'
import { findFailures } from '#bench/chaos/verdict'

it('loses nothing when the primary dies and its standby takes over', async () => {
  const run = await runScenario(failover({ serviceCount: 1 }), { gifts: 200, timeoutMs: 90_000 })
  assert.deepEqual(findFailures(run), [])
  assert.equal(run.reconciliation.emitted, 250)
})
