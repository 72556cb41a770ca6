/**
 * `npm run chaos [-- NAME…]`: real processes, a durable database, and trouble. Counts what was told
 * against what arrived; one line for each scenario, and exit code 1 when anything was lost.
 *
 * CHAOS_GIFTS sets the number of gift requests, CHAOS_OUTAGE the lengths of the outages in seconds,
 * CHAOS_KILLS the number of kills in `random`.
 */
import { clock } from './chaos/clock.ts'
import { databaseKills } from './chaos/database-kills.ts'
import { diskFull } from './chaos/disk-full.ts'
import { failover } from './chaos/failover.ts'
import { heldSnapshot } from './chaos/held-snapshot.ts'
import { hostileTenant } from './chaos/hostile-tenant.ts'
import { idleLock } from './chaos/idle-lock.ts'
import { kills } from './chaos/kills.ts'
import { outage } from './chaos/outage.ts'
import { pauseBeyondLease } from './chaos/pause.ts'
import { points } from './chaos/points.ts'
import { poison } from './chaos/poison.ts'
import { replay } from './chaos/replay.ts'
import { restarts } from './chaos/restarts.ts'
import { retention } from './chaos/retention.ts'
import { secrets } from './chaos/secrets.ts'
import { play, type Scenario } from './chaos/stage.ts'
import { cut, swallow } from './chaos/swallow.ts'
import { receiverTrouble } from './chaos/trouble-at-the-receiver.ts'
import { lineOf, problemsOf } from './chaos/verdict.ts'

const gifts = Number(process.env.CHAOS_GIFTS ?? 2_000)
const outages = (process.env.CHAOS_OUTAGE ?? '20').split(',').map(Number)
const randomKills = Number(process.env.CHAOS_KILLS ?? 200)
const wanted = process.argv.slice(2)

const scenarios: Scenario[] = [
  kills({ kills: 8 }),
  kills({ kills: Math.ceil(randomKills * 0.75), name: 'random' }), // every third of them twice
  points(),
  pauseBeyondLease(),
  swallow(),
  cut(),
  idleLock(),
  diskFull(),
  clock(),
  poison(),
  secrets(),
  heldSnapshot(),
  retention(),
  replay(),
  databaseKills({ kills: 10 }),
  ...outages.map((seconds) => outage({ seconds, how: 'stopped' })),
  outage({ seconds: 20, how: 'frozen' }),
  failover(),
  restarts({ restarts: 10 }),
  receiverTrouble(),
  hostileTenant(),
]

for (const scenario of scenarios) {
  if (wanted.length > 0 && !wanted.some((name) => scenario.name.startsWith(name))) continue
  const hindrance = scenario.hindrance?.()
  if (hindrance !== undefined) {
    console.log(`${scenario.name} not played: ${hindrance}`)
    continue
  }
  const run = await play(scenario, { gifts })
  console.log(lineOf(run))
  for (const problem of problemsOf(run)) {
    process.exitCode = 1
    console.log(`  ✖ ${problem}`)
  }
}
