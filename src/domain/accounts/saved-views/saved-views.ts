import { throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { ListedView } from './tables.ts'

const maxViews = 50

interface NewView {
  list: string
  name: string
  query: string
  is_shared: boolean
}

/** Returns the saved views of a user and the shared ones for a list, by name. */
export const listSavedViews = (
  ctx: TxContext,
  user_id: string,
  list: string,
): Promise<ListedView[]> => store.list(ctx, user_id, list)

/** Saves filters under a name. Replaces an own view with the same name. */
export async function saveView(
  ctx: TxContext,
  user_id: string,
  { list, name, query, is_shared }: NewView,
): Promise<ListedView> {
  await lockUntilEnd(ctx, `saved views ${ctx.account_id} ${user_id}`)
  const own = (await store.list(ctx, user_id, list)).filter(({ is_own }) => is_own)
  const isReplacement = own.some((view) => view.name === name && view.is_shared === is_shared)
  if (own.length >= maxViews && !isReplacement)
    throwIfAny([
      { code: 'too_many', param: 'name', message: `there are already ${maxViews} saved views` },
    ])
  const view = { id: newId(ctx.now), name, query, is_shared }
  return store.upsert(ctx, user_id, list, view)
}

/** Deletes a view. An admin can delete the shared views of other users. Returns whether the view existed. */
export const deleteSavedView = async (
  ctx: TxContext,
  { user_id, role }: { user_id: string; role: string },
  { list, id }: { list: string; id: string },
): Promise<boolean> =>
  isId(id) && store.remove(ctx, user_id, id, { sharedOf: role === 'admin' ? list : null })

/** Returns the views of all users whose filters or name contain this email address. */
export const listViewsAbout = (ctx: TxContext, email: string) => store.listByAddress(ctx, email)

/** Deletes the views of all users whose filters or name contain this email address. */
export const eraseViewsAbout = (ctx: TxContext, email: string): void =>
  store.eraseByAddress(ctx, email)
