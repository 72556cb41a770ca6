import type { LineItem, RawJson } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'

/** An item before or after a change. */
export interface ChangedItem {
  variant_id: string
  name: string
}

/** A row of gifting.gift_change: a change by the recipient after the redemption. */
export interface GiftChange {
  id: string
  gift_request_id: string
  /** `pending` while a bought label is being cancelled. */
  state: 'pending' | 'applied' | 'rejected'
  changes_address: boolean
  /** The items that the change replaces; null if only the address changes. */
  old_items: RawJson<readonly ChangedItem[]> | null
  new_items: RawJson<readonly ChangedItem[]> | null
  /** All line items after the change; only while it is pending. */
  line_items: RawJson<readonly LineItem[]> | null
  /** The new address, encrypted; only while the change is pending. */
  address: Buffer | null
  requested_at: Date
  settled_at: Date | null
}

/** Returns the changes of a gift request, oldest first. */
export const listByGift = (
  ctx: TxContext,
  { account_id, id }: Pick<Gift, 'account_id' | 'id'>,
): Promise<GiftChange[]> =>
  ctx.query<GiftChange>(
    `select id, gift_request_id, state, changes_address, old_items, new_items, line_items, address, requested_at,
            settled_at
       from gifting.gift_change where account_id = $1 and gift_request_id = $2 order by requested_at, id`,
    [account_id, id],
  )

/** Inserts a pending change. The statement is not awaited. */
export const insert = (ctx: TxContext, change: GiftChange): void =>
  ctx.enqueue(
    `insert into gifting.gift_change (account_id, id, gift_request_id, state, changes_address, old_items, new_items,
       line_items, address, requested_at)
     values ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9)`,
    [
      ctx.account_id,
      change.id,
      change.gift_request_id,
      change.changes_address,
      change.old_items,
      change.new_items,
      change.line_items,
      change.address,
      change.requested_at,
    ],
  )

/** Ends a pending change and deletes its address. The statement is not awaited. */
export const settle = (ctx: TxContext, id: string, state: 'applied' | 'rejected'): void =>
  ctx.enqueue(
    `update gifting.gift_change set state = $3, settled_at = greatest($4, requested_at), line_items = null, address = null
      where account_id = $1 and id = $2 and state = 'pending'`,
    [ctx.account_id, id, state, ctx.now],
  )

/**
 * Stores the new line items and the new address of a redeemed gift request, and the variants for analytics. The
 * statements are not awaited.
 */
export function updateGift(ctx: TxContext, gift: Gift): void {
  ctx.enqueue(
    `update gifting.gift_request
        set line_items = $3, address = $4, country = $5, updated_at = $6, version = $7
      where account_id = $1 and id = $2`,
    [
      gift.account_id,
      gift.id,
      gift.line_items,
      gift.address,
      gift.country,
      gift.updated_at,
      gift.version,
    ],
  )
}

/** Deletes the variants of a gift request, before the new ones are stored. The statement is not awaited. */
export const deleteVariants = (ctx: TxContext, { account_id, id }: Gift): void =>
  ctx.enqueue(
    'delete from gifting.gift_request_variant where account_id = $1 and gift_request_id = $2',
    [account_id, id],
  )
