import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario, Stage } from './stage.ts'
import { connect } from './truth.ts'

/**
 * Whoever sends one certain delivery dies of it, each time: the receiver kills the service when it has
 * read it, and answers nothing. Leases of the dead are ended at once, as five of a minute would be long.
 */
export const poison = (): Scenario => ({
  name: 'poison',
  rest: 60,
  async trouble(stage) {
    const { service, receiver, load, gifts } = stage
    await load.reached(gifts * 0.05)
    const first = service.doom()
    await receiver.tell('strike', JSON.stringify({ pid: first.pid, when: 'read' }))
    await first.gone
    const event = await receiver.struck()
    let deaths = 1
    for (; deaths <= 5; deaths++) {
      await giveBack(stage)
      service.start()
      const { pid, gone } = service.doom() // before it has sent anything
      await receiver.tell('strike', JSON.stringify({ pid, when: 'read', event }))
      if ((await Promise.race([gone, ended(stage, event)])) === 'ended') break
    }
    await receiver.tell('strike', 'null')
    if (service.isRunning()) service.spare()
    else service.start()
    const left = await endOf(stage, event)
    return {
      words: `one delivery that kills whoever sends it: ${deaths} deaths, then ${left}`,
      complaints: [
        ...(deaths === 5 ? [] : [`it killed ${deaths} times`]),
        ...(left === 'given up' ? [] : [`it is ${left}`]),
      ],
    }
  },
})

async function giveBack(stage: Stage): Promise<void> {
  await ask(stage, `update webhooks.lease set until = now() - interval '1 second'`, [])
}

/** The delivery has ended, or does not end. */
async function ended(stage: Stage, event: string): Promise<'ended'> {
  for (let looks = 0; looks < 120 && (await endOf(stage, event)) === 'waiting'; looks++)
    await sleep(500)
  return 'ended'
}

/** What became of the delivery that told this event. */
async function endOf(stage: Stage, event: string): Promise<string> {
  const rows = await ask<{ end: string }>(
    stage,
    `select case when d.abandoned_at is not null then 'given up'
                 when exists (select from webhooks.delivery_queue q where q.id = d.id) then 'waiting'
                 else 'delivered' end as end
       from webhooks.delivery d where d.event_id = $1`,
    [event],
  )
  return rows[0]?.end ?? 'nowhere'
}

async function ask<Row extends object>(
  { attach }: Stage,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const database = await attach()
  const client = await connect(database.superuserUrl)
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
    await database.detach()
  }
}
