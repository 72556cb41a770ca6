import type { TxContext } from '#platform/postgres/database'

/** A row of gifting.gift_comment. */
export interface CommentRow {
  id: string
  author_id: string
  author_name: string
  encrypted_text: Buffer
  created_at: Date
}

/** Returns the comments on a gift request, oldest first. */
export const list = (
  ctx: TxContext,
  gift_request_id: string,
  limit: number,
): Promise<CommentRow[]> =>
  ctx.query<CommentRow>(
    `select id, author_id, author_name, encrypted_text, created_at from gifting.gift_comment
      where account_id = $1 and gift_request_id = $2 order by id limit $3`,
    [ctx.account_id, gift_request_id, limit],
  )

/** Returns the number of comments on a gift request that the transaction has locked, and whether its data was deleted. */
export const readLimits = (
  ctx: TxContext,
  gift_request_id: string,
): Promise<{ comments: number; is_purged: boolean } | undefined> =>
  ctx.queryFirst(
    `select g.purged_at is not null as is_purged,
            (select count(*)::int from gifting.gift_comment c
              where c.account_id = g.account_id and c.gift_request_id = g.id) as comments
       from gifting.gift_request g where g.account_id = $1 and g.id = $2`,
    [ctx.account_id, gift_request_id],
  )

export const insert = (
  ctx: TxContext,
  gift_request_id: string,
  { id, author_id, author_name, encrypted_text, created_at }: CommentRow,
): void =>
  ctx.enqueue(
    `insert into gifting.gift_comment (account_id, id, gift_request_id, author_id, author_name, encrypted_text, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [ctx.account_id, id, gift_request_id, author_id, author_name, encrypted_text, created_at],
  )

/** Deletes a comment of this author, or of any. Returns its author, or undefined if there was none. */
export const remove = (
  ctx: TxContext,
  gift_request_id: string,
  id: string,
  author_id: string | undefined,
): Promise<{ author_name: string } | undefined> =>
  ctx.queryFirst<{ author_name: string }>(
    `delete from gifting.gift_comment
      where account_id = $1 and gift_request_id = $2 and id = $3 and ($4::uuid is null or author_id = $4)
     returning author_name`,
    [ctx.account_id, gift_request_id, id, author_id ?? null],
  )

/** Deletes the comments on gift requests. The statement is not awaited. */
export const erase = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue(
    'delete from gifting.gift_comment where account_id = $1 and gift_request_id = any ($2)',
    [ctx.account_id, ids],
  )
