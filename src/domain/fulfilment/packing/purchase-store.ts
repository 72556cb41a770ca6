import { selectAccountsWithRows, selectInRoundRobin } from '#platform/jobs/account-round-robin'
import type { DueTable } from '#platform/jobs/due-table'
import type { ClaimLimits } from '#platform/jobs/outbox'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { LabelPurchaseRow } from '../parcels/tables.ts'

/** Stores a purchase before its request. Returns its id. */
export function insert(
  ctx: TxContext,
  {
    parcel_id,
    carrier,
    connection_id,
    carrier_ref,
    due_at,
  }: Pick<LabelPurchaseRow, 'parcel_id' | 'carrier' | 'connection_id' | 'carrier_ref' | 'due_at'>,
): string {
  const id = newId(ctx.now)
  ctx.enqueue(
    `insert into fulfilment.label_purchase (account_id, id, parcel_id, carrier, connection_id, carrier_ref, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [ctx.account_id, id, parcel_id, carrier, connection_id, carrier_ref, due_at, ctx.now],
  )
  return id
}

export const remove = (ctx: TxContext, id: string): void =>
  ctx.enqueue('delete from fulfilment.label_purchase where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
  ])

export const makeDue = (ctx: TxContext, id: string): void =>
  ctx.enqueue(
    'update fulfilment.label_purchase set due_at = $3 where account_id = $1 and id = $2',
    [ctx.account_id, id, ctx.now],
  )

/** Postpones a purchase that another attempt has not changed since. */
export const defer = (
  ctx: TxContext,
  { account_id, id, attempts }: LabelPurchaseRow,
  until: Date,
): void =>
  ctx.enqueue(
    `update fulfilment.label_purchase set due_at = $4, leased_until = null
      where account_id = $1 and id = $2 and attempts = $3`,
    [account_id, id, attempts, until],
  )

/** Leases due purchases, round-robin over accounts. */
export const claim = (
  ctx: TxContext,
  capacity: ClaimLimits,
  leaseMs: number,
): Promise<LabelPurchaseRow[]> =>
  ctx.query<LabelPurchaseRow>(
    `update fulfilment.label_purchase p
        set leased_until = $1::timestamptz + make_interval(secs => $3::float8 / 1000), attempts = attempts + 1
      where (p.account_id, p.id) in (${dueRoundRobinSql})
      returning *`,
    [
      ctx.now,
      capacity.limit,
      leaseMs,
      capacity.perAccount,
      capacity.accounts.ids,
      capacity.accounts.remaining,
    ],
  )

const dueRoundRobinSql = selectInRoundRobin({
  accounts: selectAccountsWithRows('fulfilment.label_purchase', 'true'),
  from: 'fulfilment.label_purchase',
  where: 'due_at <= $1 and (leased_until is null or leased_until <= $1)',
  order: 'due_at',
  limits: { limit: '$2', perAccount: '$4', ids: '$5', remaining: '$6' },
})

export const duePurchases: DueTable = { table: 'fulfilment.label_purchase', dueAt: 'due_at' }
