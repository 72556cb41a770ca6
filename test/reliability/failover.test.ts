import assert from 'node:assert/strict'
import { it } from 'node:test'
import { failover } from '#reliability/chaos/failover'
import { findFailures } from '#reliability/chaos/report'
import { runScenario } from '#reliability/chaos/scenario-runner'

it('no event is lost when the primary database fails and its standby is promoted', async () => {
  const run = await runScenario(failover({ serviceCount: 1 }), { gifts: 200, timeoutMs: 90_000 })
  assert.deepEqual(findFailures(run), [])
  assert.equal(run.reconciliation.emitted, 250)
})
