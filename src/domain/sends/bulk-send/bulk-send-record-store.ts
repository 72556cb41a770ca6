import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import type { BulkSendRecord } from './bulk-send-tables.ts'

/** The columns of a bulk send `s`. */
export const bulkSendColumns = `s.id, s.name, s.campaign_id, s.campaign_name, s.sender_id, s.sender_name, s.undo_until,
  s.cancelled_at, s.created_at`

/** Inserts a bulk send, unless the sender has one of this draft. Waits for a concurrent insert of the draft. */
export const insert = (
  ctx: TxContext,
  row: Omit<BulkSendRecord, 'cancelled_at' | 'created_at'> & { draft_id: string },
): Promise<boolean> =>
  ctx.hasRows(
    `insert into gifting.bulk_send (account_id, id, draft_id, name, campaign_id, campaign_name, sender_id,
       sender_name, undo_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, sender_id, draft_id) do nothing returning true`,
    [
      ...[ctx.account_id, row.id, row.draft_id, row.name, row.campaign_id, row.campaign_name],
      ...[row.sender_id, row.sender_name, row.undo_until, ctx.now],
    ],
  )

export const findIdByDraft = (
  ctx: TxContext,
  sender_id: string,
  draft_id: string,
): Promise<string | undefined> =>
  ctx.queryValue<string>(
    'select id from gifting.bulk_send where account_id = $1 and sender_id = $2 and draft_id = $3',
    [ctx.account_id, sender_id, draft_id],
  )

export const find = (ctx: TxContext, id: string): Promise<BulkSendRecord | undefined> =>
  ctx.queryFirst<BulkSendRecord>(
    `select ${bulkSendColumns} from gifting.bulk_send s where account_id = $1 and id = $2`,
    [ctx.account_id, id],
  )

/** Locks the bulk send against a cancellation. Several batches of rows can hold this lock at once. */
export const findForShare = (ctx: TxContext, id: string): Promise<BulkSendRecord | undefined> =>
  ctx.queryFirst<BulkSendRecord>(
    `select ${bulkSendColumns} from gifting.bulk_send s where account_id = $1 and id = $2 for share`,
    [ctx.account_id, id],
  )

/** Marks the bulk send as cancelled, after the batches of rows that are being sent. Returns whether it was not. */
export const markCancelled = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows(
    `update gifting.bulk_send set cancelled_at = $3
      where account_id = $1 and id = $2 and cancelled_at is null returning true`,
    [ctx.account_id, id, ctx.now],
  )

export const rename = (ctx: TxContext, id: string, name: string): Promise<string | undefined> =>
  ctx.queryValue<string>(
    `update gifting.bulk_send s set name = $3 from gifting.bulk_send old
      where s.account_id = $1 and s.id = $2 and old.account_id = s.account_id and old.id = s.id
      returning old.name as before`,
    [ctx.account_id, id, name],
  )

/** Adds gift requests of this transaction. The statement is not awaited. */
export const addGifts = (ctx: TxContext, id: string, giftIds: readonly string[]): void =>
  ctx.enqueue(
    `insert into gifting.bulk_send_gift (account_id, bulk_send_id, gift_request_id)
     select $1, $2, unnest($3::uuid[]) on conflict do nothing`,
    [ctx.account_id, id, giftIds],
  )

/** Locks gift requests of the bulk send that are in one of these states, in id order to avoid deadlocks. */
export const lockGiftsIn = (
  ctx: TxContext,
  id: string,
  states: readonly string[],
  limit: number,
): Promise<gifting.Gift[]> =>
  ctx.query<gifting.Gift>(
    `${gifting.selectGift} where g.account_id = $1 and g.state = any ($3)
        and g.id in (select gift_request_id from gifting.bulk_send_gift where account_id = $1 and bulk_send_id = $2)
      order by g.id limit $4 for update of g`,
    [ctx.account_id, id, states, limit],
  )

/** Lets the rows of these gift requests be sent again. The statement is not awaited. */
export const releaseRows = (ctx: TxContext, giftIds: readonly string[]): void =>
  ctx.enqueue(
    'delete from gifting.bulk_send_row where account_id = $1 and gift_request_id = any ($2)',
    [ctx.account_id, giftIds],
  )
