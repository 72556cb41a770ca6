import assert from 'node:assert/strict'
import { it } from 'node:test'
import { kills } from '#reliability/chaos/kills'
import { findFailures } from '#reliability/chaos/report'
import { runScenario } from '#reliability/chaos/scenario-runner'

// `npm run chaos` runs the same scenario for longer, and with real lease timeouts.
it('no event is lost when the service is killed repeatedly under load', async () => {
  const scenario = kills({ kills: 2, waitForLeases: false })
  const run = await runScenario(scenario, { gifts: 240, timeoutMs: 30_000 })
  assert.deepEqual(findFailures(run), [])
  assert.equal(run.reconciliation.emitted, 300)
})
