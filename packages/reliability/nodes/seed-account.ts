import { randomUUID } from 'node:crypto'
import * as apiKeys from '#api-keys'
import { seed } from '#app/demo-data'
import * as campaigns from '#campaigns'
import { inTransaction } from '#platform/postgres/database'
import { createAccount } from '#test/webhook-harness'
import * as webhooks from '#webhooks'
import type { Cluster } from './cluster.ts'

/**
 * An account whose recipients have recognizable addresses, so that a delivery to
 * another account becomes visible.
 */
export interface SeededAccount {
  name: string
  account_id: string
  token: string
  campaign_id: string
  endpoint_id: string
}

export async function seedAccount({ db, receiver }: Cluster, name: string): Promise<SeededAccount> {
  const account_id = await createAccount(db)
  return inTransaction(db, account_id, async (ctx) => {
    await seed(ctx)
    const { token } = await apiKeys.createToken(ctx)
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    const campaign = data.find(
      (each) => each.state === 'available' && each.invitation_method === 'email',
    )
    const { endpoint } = await webhooks.createEndpoint(
      ctx,
      { account_id, tier: 'enterprise' },
      { url: `${receiver.url}/of-${name}` },
      { allowPrivate: true },
    )
    return { name, account_id, token, campaign_id: campaign?.id ?? '', endpoint_id: endpoint.id }
  })
}

export const buildHeaders = ({ token }: Pick<SeededAccount, 'token'>) => ({
  authorization: `Bearer ${token}`,
  'service-api-version': '2026-05',
  'content-type': 'application/json',
})

export const buildGiftBody = ({ name, campaign_id }: SeededAccount) =>
  JSON.stringify({
    campaign_id,
    recipient: {
      first_name: 'Ada',
      last_name: 'Larkin',
      email: `${randomUUID()}@${name}.example.com`,
    },
  })
