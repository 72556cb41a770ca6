import type { TxContext } from '#platform/postgres/database'
import type { SavedView } from './saved-views.ts'

export const list = (ctx: TxContext, user_id: string, listName: string): Promise<SavedView[]> =>
  ctx.query<SavedView>(
    `select id, name, query from access.saved_view
      where account_id = $1 and user_id = $2 and list = $3 order by lower(name), id`,
    [ctx.account_id, user_id, listName],
  )

export async function upsert(
  ctx: TxContext,
  user_id: string,
  listName: string,
  { id, name, query }: SavedView,
): Promise<SavedView> {
  const [view] = await ctx.query<SavedView>(
    `insert into access.saved_view (account_id, id, user_id, list, name, query, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, user_id, list, name) do update set query = excluded.query
     returning id, name, query`,
    [ctx.account_id, id, user_id, listName, name, query, ctx.now],
  )
  if (view === undefined) throw new Error('a view was not saved')
  return view
}

export async function remove(ctx: TxContext, user_id: string, id: string): Promise<boolean> {
  const deleted = await ctx.query(
    'delete from access.saved_view where account_id = $1 and user_id = $2 and id = $3 returning id',
    [ctx.account_id, user_id, id],
  )
  return deleted.length > 0
}
