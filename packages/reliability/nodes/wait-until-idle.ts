import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import type { Cluster } from './cluster.ts'

/** Waits until every link is created and every delivery has ended. */
export async function waitUntilIdle({ db }: Pick<Cluster, 'db'>): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const [row] = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      ctx.query<{ busy: boolean }>(
        `select exists (select from webhooks.delivery_queue)
             or exists (select from gifting.gift_request where state = 'created') as busy`,
      ),
    )
    if (row?.busy === false) return
    await sleep(100)
  }
  throw new Error('some deliveries did not end')
}
