import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsSuperuser } from './reconcile.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'

/**
 * Kills every worker that sends one certain delivery: the receiver kills the service when it has read the
 * request, and does not respond. The scenario ends the leases of dead workers at once, because waiting for
 * five leases would take five minutes.
 */
export const poisonMessage = (): Scenario => ({
  name: 'poison-message',
  restMs: 60,
  async run(testbed) {
    const { service, receiver, load, gifts } = testbed
    await load.reached(gifts * 0.05)
    const target = service.expectKill()
    await receiver.configure('kill-order', JSON.stringify({ pid: target.pid, when: 'read' }))
    await target.exited
    const event = await receiver.lastKillEvent()
    let killCount = 1
    for (; killCount <= 5; killCount++) {
      await expireLeases(testbed)
      service.start()
      const { pid, exited } = service.expectKill() // announces the kill before the process sends a request
      await receiver.configure('kill-order', JSON.stringify({ pid, when: 'read', event }))
      if ((await Promise.race([exited, waitUntilEnded(testbed, event)])) === 'ended') break
    }
    await receiver.configure('kill-order', 'null')
    if (service.isRunning()) service.cancelExpectedKill()
    else service.start()
    const finalState = await deliveryState(testbed, event)
    return {
      summary: `one delivery that kills its sender: ${killCount} deaths, then ${finalState}`,
      failures: [
        ...(killCount === 5 ? [] : [`it killed ${killCount} times`]),
        ...(finalState === 'abandoned' ? [] : [`it is ${finalState}`]),
      ],
    }
  },
})

async function expireLeases(testbed: Testbed): Promise<void> {
  await query(testbed, `update webhooks.lease set expires_at = now() - interval '1 second'`, [])
}

/** Waits until the delivery has ended, or until a timeout. */
async function waitUntilEnded(testbed: Testbed, event: string): Promise<'ended'> {
  for (
    let attempt = 0;
    attempt < 120 && (await deliveryState(testbed, event)) === 'waiting';
    attempt++
  )
    await sleep(500)
  return 'ended'
}

async function deliveryState(testbed: Testbed, event: string): Promise<string> {
  const rows = await query<{ end: string }>(
    testbed,
    `select case when d.abandoned_at is not null then 'abandoned'
                 when exists (select from webhooks.delivery_queue q where q.id = d.id) then 'waiting'
                 else 'delivered' end as end
       from webhooks.delivery d where d.event_id = $1`,
    [event],
  )
  return rows[0]?.end ?? 'missing'
}

async function query<Row extends object>(
  { attach }: Testbed,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const database = await attach()
  const client = await connectAsSuperuser(database.superuserUrl)
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
    await database.detach()
  }
}
