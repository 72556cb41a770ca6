import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres'
import { createAccount, eventInput, openTestDatabase } from '#test/webhook-world'
import * as webhooks from '#webhooks'

/** Accounts with endpoints, and events for all of them. */
export interface Crowd {
  /** Records events until so many deliveries wait, the same number for each endpoint. */
  fill(deliveries: number): Promise<void>
  /** One more endpoint, of any account. */
  endpointOf(account_id: string, url: string): Promise<string>
  close(): Promise<void>
}

interface Shape {
  accounts: number
  /** Of each account. */
  endpoints: number
}

export async function gatherCrowd(url: string, target: string, shape: Shape): Promise<Crowd> {
  const db = openTestDatabase(url, { size: 4 })
  const accounts: string[] = []
  async function endpoints(account_id: string, urls: readonly string[]): Promise<string[]> {
    const owner = { account_id, tier: 'enterprise' } as const
    return inTransaction(db, account_id, async (ctx) => {
      const ids: string[] = []
      for (const each of urls) {
        const made = await webhooks.createEndpoint(
          ctx,
          owner,
          { url: each },
          { allowPrivate: true },
        )
        ids.push(made.endpoint.id)
      }
      return ids
    })
  }
  for (let n = 0; n < shape.accounts; n++) {
    const account_id = await createAccount(db)
    await endpoints(
      account_id,
      Array.from({ length: shape.endpoints }, (_, each) => `${target}/${each}`),
    )
    accounts.push(account_id)
  }
  return {
    async fill(deliveries) {
      const events = Math.round(deliveries / (shape.accounts * shape.endpoints))
      for (const account_id of accounts)
        for (let told = 0; told < events; told += 1_000)
          await inTransaction(db, account_id, async (ctx) => {
            const count = Math.min(1_000, events - told)
            webhooks.recordAll(
              ctx,
              Array.from({ length: count }, () => eventInput(account_id)),
            )
          })
      await inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query('analyze webhooks.delivery_queue'))
    },
    endpointOf: async (account_id, url) => (await endpoints(account_id, [url]))[0] ?? '',
    close: () => db.pool.end(),
  }
}
