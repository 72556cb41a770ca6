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

/** From now on these are kept. Does not wait. */
export const markUsed = (ctx: TxContext, names: readonly string[]): void =>
  ctx.enqueue(
    `update catalogue.picture set used_at = $3
      where account_id = $1 and name = any($2) and used_at is null`,
    [ctx.account_id, names, ctx.now],
  )

/** Throws away what was uploaded before then and put nowhere. Answers how many. The work is for everyone. */
export async function deleteUnused(ctx: TxContext, before: Date): Promise<number> {
  const deleted = await ctx.query(
    'delete from catalogue.picture where used_at is null and created_at < $1 returning true as gone',
    [before],
  )
  return deleted.length
}

/** Several accounts may keep the same one: its name says what is in it. */
export async function find(
  ctx: TxContext,
  name: string,
): Promise<Omit<Picture, 'name'> | undefined> {
  const [picture] = await ctx.query<Omit<Picture, 'name'>>(
    'select content_type, content from catalogue.picture where name = $1 limit 1',
    [name],
  )
  return picture
}
