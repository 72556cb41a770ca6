import type { Account } from '#accounts'
import type * as campaigns from '#campaigns'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { sendDemoGift } from './demo-gifts.ts'

type Campaign = Awaited<ReturnType<typeof campaigns.list>>['data'][number]

const hourMs = 60 * 60 * 1000

/** Creates an endpoint that missed the event of a gift, because its receiver returned 503 five times. */
export async function createFailingEndpoint(
  ctx: TxContext,
  { id: account_id, tier }: Pick<Account, 'id' | 'tier'>,
  campaign: Pick<Campaign, 'id'>,
): Promise<void> {
  const { endpoint } = await webhooks.createEndpoint(
    ctx,
    { account_id, tier },
    {
      url: 'https://crm.larkfield.example/hooks/gifts',
      description: 'Cancelled gifts for the CRM',
      events: ['gift_request_cancelled'],
    },
    { allowPrivate: false },
  )
  const at = (hours: number): TxContext => ({
    ...ctx,
    now: new Date(ctx.now.getTime() - hours * hourMs),
  })
  const id = await sendDemoGift(at(12), campaign, ['Jonas', 'Weber'])
  await gifting.cancel(at(10), id, 'cancelled by Dana Lee')
  await webhooks.createDemoFailures(ctx, endpoint.id)
}
