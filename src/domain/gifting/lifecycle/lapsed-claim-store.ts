import type { TxContext } from '#platform/postgres/database'
import type { Gift } from './tables.ts'

/**
 * Deletes the one-link claim of a gift request that is unclaimed again, and wakes the loop for the first person on
 * the waiting list. The statements are not awaited.
 */
export function endClaim(
  ctx: TxContext,
  { account_id, id, one_link_id }: Pick<Gift, 'account_id' | 'id' | 'one_link_id'>,
): void {
  ctx.enqueue('delete from gifting.one_link_claim where account_id = $1 and gift_request_id = $2', [
    account_id,
    id,
  ])
  ctx.enqueue(
    `update gifting.one_link_claim set due_at = $3
      where account_id = $1 and id = (
        select id from gifting.one_link_claim where account_id = $1 and one_link_id = $2 and state = 'listed'
         order by queued_at, id limit 1)`,
    [account_id, one_link_id, ctx.real_now],
  )
}
