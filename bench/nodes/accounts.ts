import { randomUUID } from 'node:crypto'
import * as access from '#access'
import * as campaigns from '#campaigns'
import { seed } from '#main/seed'
import { inTransaction } from '#platform/postgres'
import { createAccount } from '#test/webhook-world'
import * as webhooks from '#webhooks'
import type { Place } from './place.ts'

/** An account whose recipients all have addresses of its own: whatever strays, shows. */
export interface Holder {
  name: string
  account_id: string
  token: string
  campaign_id: string
  endpoint_id: string
}

export async function holderIn({ db, receiver }: Place, name: string): Promise<Holder> {
  const account_id = await createAccount(db)
  return inTransaction(db, account_id, async (ctx) => {
    await seed(ctx)
    const { token } = await access.createToken(ctx)
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    const open = data.find(
      (each) => each.state === 'available' && each.invitation_method === 'email',
    )
    const { endpoint } = await webhooks.createEndpoint(
      ctx,
      { account_id, tier: 'enterprise' },
      { url: `${receiver.url}/of-${name}` },
      { allowPrivate: true },
    )
    return { name, account_id, token, campaign_id: open?.id ?? '', endpoint_id: endpoint.id }
  })
}

export const headersOf = ({ token }: Pick<Holder, 'token'>) => ({
  authorization: `Bearer ${token}`,
  'service-api-version': '2026-05',
  'content-type': 'application/json',
})

export const bodyFor = ({ name, campaign_id }: Holder) =>
  JSON.stringify({
    campaign_id,
    recipient: {
      first_name: 'Ada',
      last_name: 'Larkin',
      email: `${randomUUID()}@${name}.example.com`,
    },
  })
