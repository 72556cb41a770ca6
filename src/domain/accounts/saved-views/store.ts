import type { TxContext } from '#platform/postgres/database'
import type { ListedView, SavedView } from './tables.ts'

/**
 * Returns the list name of shared views. The column `list` decides who sees a view: shared views have a list
 * name of their own.
 */
const sharedList = (listName: string) => `${listName}/shared`

/** Lists the user's own views, and the shared views of the account. */
export const list = (ctx: TxContext, user_id: string, listName: string): Promise<ListedView[]> =>
  ctx.query<ListedView>(
    `select id, name, query, list = $4 as is_shared, user_id = $2 as is_own from access.saved_view
      where account_id = $1 and (list = $4 or (list = $3 and user_id = $2))
      order by lower(name), id`,
    [ctx.account_id, user_id, listName, sharedList(listName)],
  )

export async function upsert(
  ctx: TxContext,
  user_id: string,
  listName: string,
  { id, name, query, is_shared }: SavedView,
): Promise<ListedView> {
  const [view] = await ctx.query<Pick<SavedView, 'id'>>(
    `insert into access.saved_view (account_id, id, user_id, list, name, query, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, user_id, list, name) do update set query = excluded.query
     returning id`,
    [
      ...[ctx.account_id, id, user_id, is_shared ? sharedList(listName) : listName],
      ...[name, query, ctx.now],
    ],
  )
  if (view === undefined) throw new Error('the upsert of a saved view returned no row')
  return { id: view.id, name, query, is_shared, is_own: true }
}

/** Deletes a view of the user, or any shared view of the list. */
export const remove = (
  ctx: TxContext,
  user_id: string,
  id: string,
  { sharedOf }: { sharedOf: string | null },
): Promise<boolean> =>
  ctx.hasRows(
    `delete from access.saved_view
      where account_id = $1 and id = $3 and (user_id = $2 or list = $4) returning id`,
    [ctx.account_id, user_id, id, sharedOf === null ? null : sharedList(sharedOf)],
  )

/** SQL condition: the view contains the address $2, or its URL-encoded form $3. */
const namesAddressSql = `(strpos(lower(query), lower($2)) > 0 or strpos(lower(query), lower($3)) > 0 or strpos(lower(name), lower($2)) > 0)`
const addressParams = (ctx: TxContext, email: string) => [
  ctx.account_id,
  email,
  encodeURIComponent(email),
]

export const listByAddress = (
  ctx: TxContext,
  email: string,
): Promise<{ name: string; query: string }[]> =>
  ctx.query(
    `select name, query from access.saved_view where account_id = $1 and ${namesAddressSql} order by id`,
    addressParams(ctx, email),
  )

export const eraseByAddress = (ctx: TxContext, email: string): void =>
  ctx.enqueue(
    `delete from access.saved_view where account_id = $1 and ${namesAddressSql}`,
    addressParams(ctx, email),
  )
