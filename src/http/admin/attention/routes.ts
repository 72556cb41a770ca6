import * as attention from '#attention'
import { atRealTime } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The routes for the daily email of a user about gifts that need attention. */
export const attentionRoutes = [
  handle(contract.readDigestSubscription, async ({ ctx, member }) => ({
    is_subscribed: await attention.isSubscribed(ctx, member.user_id),
  })),

  handle(contract.changeDigestSubscription, async (context) => {
    const { ctx, member, body } = context
    if (await attention.changeSubscription(atRealTime(ctx), member.user_id, body.is_subscribed))
      audit(context, 'user.change_daily_email', member.user_id, member.name, body)
    return body
  }),
]
