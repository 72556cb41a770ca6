import type { TxContext } from '#platform/postgres/database'

export interface Picture {
  name: string
  content_type: string
  content: Buffer
}

export const insert = (
  ctx: TxContext,
  { name, content_type, content }: Picture,
): Promise<unknown> =>
  ctx.query(
    `insert into catalogue.picture (account_id, name, content_type, content, created_at)
     values ($1, $2, $3, $4, $5) on conflict (account_id, name) do update set created_at = excluded.created_at`,
    [ctx.account_id, name, content_type, content, ctx.now],
  )

/** Marks pictures as used, so that they are not deleted. Enqueues the statement without waiting. */
export const markUsed = (ctx: TxContext, names: readonly string[]): void =>
  ctx.enqueue(
    `update catalogue.picture set used_at = $3
      where account_id = $1 and name = any($2) and used_at is null`,
    [ctx.account_id, names, ctx.now],
  )

/**
 * Deletes pictures that were uploaded before the given time and never used. Returns how many. The
 * transaction covers all accounts.
 */
export const deleteUnused = (ctx: TxContext, before: Date): Promise<number> =>
  ctx.countRows(
    'delete from catalogue.picture where used_at is null and created_at < $1 returning true as gone',
    [before],
  )

/**
 * Finds a picture in one account, or in any. Accounts with the same picture share its name, a hash of its content.
 */
export const find = (
  ctx: TxContext,
  name: string,
  account_id: string | undefined,
): Promise<Omit<Picture, 'name'> | undefined> =>
  ctx.queryFirst<Omit<Picture, 'name'>>(
    `select content_type, content from catalogue.picture
      where name = $1 and ($2::uuid is null or account_id = $2) limit 1`,
    [name, account_id ?? null],
  )
