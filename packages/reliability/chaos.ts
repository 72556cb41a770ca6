/**
 * `npm run chaos [-- NAME…]` runs real processes with a durable database and causes faults. It
 * compares emitted events with received events, and prints one line for each scenario. The exit
 * code is 1 if an event was lost.
 *
 * CHAOS_GIFTS sets the number of gift requests, CHAOS_OUTAGE the lengths of the outages in seconds,
 * CHAOS_KILLS the number of kills in `random`.
 */

import { blackhole, partition } from './chaos/blackhole.ts'
import { clock } from './chaos/clock.ts'
import { databaseKills } from './chaos/database-kills.ts'
import { destinations } from './chaos/destinations.ts'
import { diskFull } from './chaos/disk-full.ts'
import { failover } from './chaos/failover.ts'
import { hostileTenant } from './chaos/hostile-tenant.ts'
import { idleInTransaction } from './chaos/idle-in-transaction.ts'
import { killPoints } from './chaos/kill-points.ts'
import { kills } from './chaos/kills.ts'
import { longSnapshot } from './chaos/long-snapshot.ts'
import { outage } from './chaos/outage.ts'
import { patroniScenarios } from './chaos/patroni/scenarios.ts'
import { pauseBeyondLease } from './chaos/pause.ts'
import { poisonMessage } from './chaos/poison-message.ts'
import { receiverFailure } from './chaos/receiver-failure.ts'
import { replay } from './chaos/replay.ts'
import { findFailures, formatReport } from './chaos/report.ts'
import { restarts } from './chaos/restarts.ts'
import { retention } from './chaos/retention.ts'
import { runScenario, type Scenario } from './chaos/scenario-runner.ts'
import { secrets } from './chaos/secrets.ts'

const giftCount = Number(process.env.CHAOS_GIFTS ?? 2_000)
const outages = (process.env.CHAOS_OUTAGE ?? '20').split(',').map(Number)
const randomKills = Number(process.env.CHAOS_KILLS ?? 200)
const selected = process.argv.slice(2)

const scenarios: Scenario[] = [
  kills({ kills: 8 }),
  kills({ kills: Math.ceil(randomKills * 0.75), name: 'random' }), // a second kill follows every third one
  killPoints(),
  destinations(),
  pauseBeyondLease(),
  blackhole(),
  partition(),
  idleInTransaction(),
  diskFull(),
  clock(),
  poisonMessage(),
  secrets(),
  longSnapshot(),
  retention(),
  replay(),
  databaseKills({ kills: 10 }),
  ...outages.map((seconds) => outage({ seconds, mode: 'stopped' })),
  outage({ seconds: 20, mode: 'frozen' }),
  failover(),
  ...patroniScenarios(),
  restarts({ restarts: 10 }),
  receiverFailure(),
  hostileTenant(),
]

for (const scenario of scenarios) {
  if (selected.length > 0 && !selected.some((name) => scenario.name.startsWith(name))) continue
  const skipReason = scenario.skipReason?.()
  if (skipReason !== undefined) {
    console.log(`${scenario.name} skipped: ${skipReason}`)
    continue
  }
  const run = await runScenario(scenario, { gifts: giftCount })
  console.log(formatReport(run))
  for (const problem of findFailures(run)) {
    process.exitCode = 1
    console.log(`  ✖ ${problem}`)
  }
}
