import type { TxContext } from '#platform/postgres/database'
import { enqueueInsert } from '#platform/postgres/table'

interface LinkRow {
  account_id: string
  token_hash: Buffer
  bulk_send_id: string
  user_id: string
  created_at: Date
}

/** Inserts a link. The statement is not awaited. */
export const insert = (ctx: TxContext, row: LinkRow): void =>
  enqueueInsert(ctx, 'gifting.approval_link', row)

/** Finds the link with this token in an account that is not suspended. Requires ALL_ACCOUNTS. */
export const find = (ctx: TxContext, token_hash: Buffer): Promise<LinkRow | undefined> =>
  ctx.queryFirst<LinkRow>('select * from gifting.approval_link where token_hash = $1', [token_hash])

/** Ends the links of a send. The statement is not awaited. */
export const removeAll = (ctx: TxContext, bulk_send_id: string): void =>
  ctx.enqueue('delete from gifting.approval_link where account_id = $1 and bulk_send_id = $2', [
    ctx.account_id,
    bulk_send_id,
  ])
