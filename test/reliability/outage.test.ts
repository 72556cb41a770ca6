import assert from 'node:assert/strict'
import { it } from 'node:test'
import { outage } from '#reliability/chaos/outage'
import { findFailures } from '#reliability/chaos/report'
import { runScenario } from '#reliability/chaos/scenario-runner'

// `npm run chaos` runs the same scenario for longer.
it('no event is lost when the database stops under load, and delivery resumes without intervention', async () => {
  const scenario = outage({ seconds: 3, mode: 'stopped' })
  const run = await runScenario(scenario, { gifts: 240, timeoutMs: 30_000 })
  assert.deepEqual(findFailures(run), [])
  assert.equal(run.reconciliation.received.duplicates, 0)
})
