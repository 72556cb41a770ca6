import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createAccount, eventInput, openTestDatabase } from '#test/webhook-harness'
import * as webhooks from '#webhooks'

/** Accounts with endpoints, and functions to record events for all of them. */
export interface SeededAccounts {
  /** Records events until this number of deliveries waits. Each endpoint gets the same number. */
  enqueueDeliveries(deliveries: number): Promise<void>
  /** Creates one more endpoint for any account. */
  addEndpoint(account_id: string, url: string): Promise<string>
  close(): Promise<void>
}

interface AccountCounts {
  accounts: number
  /** The number of endpoints of each account. */
  endpoints: number
}

export async function seedAccounts(
  url: string,
  target: string,
  counts: AccountCounts,
): Promise<SeededAccounts> {
  const db = openTestDatabase(url, { size: 4 })
  const accounts: string[] = []
  async function createEndpoints(account_id: string, urls: readonly string[]): Promise<string[]> {
    const owner = { account_id, tier: 'enterprise' } as const
    return inTransaction(db, account_id, async (ctx) => {
      const ids: string[] = []
      for (const each of urls) {
        const created = await webhooks.createEndpoint(
          ctx,
          owner,
          { url: each },
          { allowPrivate: true },
        )
        ids.push(created.endpoint.id)
      }
      return ids
    })
  }
  for (let n = 0; n < counts.accounts; n++) {
    const account_id = await createAccount(db)
    await createEndpoints(
      account_id,
      Array.from({ length: counts.endpoints }, (_, each) => `${target}/${each}`),
    )
    accounts.push(account_id)
  }
  return {
    async enqueueDeliveries(deliveries) {
      const events = Math.round(deliveries / (counts.accounts * counts.endpoints))
      for (const account_id of accounts)
        for (let recorded = 0; recorded < events; recorded += 1_000)
          await inTransaction(db, account_id, async (ctx) => {
            const count = Math.min(1_000, events - recorded)
            webhooks.recordAll(
              ctx,
              Array.from({ length: count }, () => eventInput(account_id)),
            )
          })
      await inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query('analyze webhooks.delivery_queue'))
    },
    addEndpoint: async (account_id, url) => (await createEndpoints(account_id, [url]))[0] ?? '',
    close: () => db.pool.end(),
  }
}
