import type { TxContext } from '#platform/postgres/database'
import { queueStates } from '../events/tables.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { type DestinationRow, decryptDestination, destinationColumns } from './destinations.ts'
import * as queue from './queue.ts'

/*
 * Endpoints whose signing secret cannot be decrypted: its key is missing from BESTOW_SECRET_KEY, or the
 * stored secret is damaged. The receiver is not at fault, so deliveries are parked with their remaining
 * attempts. They resume when a worker can decrypt the secret again.
 */

/** A claimed delivery that cannot be signed. */
export interface UnsignableDelivery
  extends Pick<ClaimedDelivery, 'account_id' | 'endpoint_id' | 'row_ctid'> {
  error: string
}

/**
 * Parks the deliveries of this lease, restores their attempts, and parks the other deliveries of the
 * endpoints.
 */
export function parkUnsignable(
  ctx: TxContext,
  token: string,
  rows: readonly UnsignableDelivery[],
): void {
  ctx.enqueue(
    `update webhooks.delivery_queue q
        set state = ${queueStates.parked}, attempt = attempt - 1, lease_token = null
       from unnest($1::tid[]) as r (row_ctid) where q.ctid = r.row_ctid and q.lease_token = $2`,
    [rows.map(({ row_ctid }) => row_ctid), token],
  )
  const endpoints = new Map(rows.map((row) => [row.endpoint_id, row]))
  for (const endpoint of endpoints.values()) {
    ctx.enqueue(
      'update webhooks.endpoint set signing_error = $3 where account_id = $1 and id = $2',
      [endpoint.account_id, endpoint.endpoint_id, endpoint.error],
    )
    queue.park(ctx, endpoint)
  }
}

/**
 * Unparks the deliveries of endpoints whose secrets can be decrypted again. Returns the number of those
 * endpoints.
 */
export async function recoverSigning(ctx: TxContext): Promise<number> {
  const rows = await ctx.query<DestinationRow & { account_id: string }>(
    `select account_id, ${destinationColumns} from webhooks.endpoint
      where signing_error is not null and deleted_at is null order by random() limit 100`,
  )
  const decryptable = rows.filter(
    (row) => !('signing_error' in decryptDestination(row, ctx.deployment.cipher)),
  )
  for (const { account_id, id } of decryptable) {
    ctx.enqueue(
      'update webhooks.endpoint set signing_error = null where account_id = $1 and id = $2',
      [account_id, id],
    )
    queue.unpark(ctx, { account_id, endpoint_id: id })
  }
  return decryptable.length
}
