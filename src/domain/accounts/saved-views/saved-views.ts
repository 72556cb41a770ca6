import { throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { SavedView } from './tables.ts'

const maxViews = 50

/** Returns the saved views of a user for a list, by name. */
export const listSavedViews = (
  ctx: TxContext,
  user_id: string,
  list: string,
): Promise<SavedView[]> => store.list(ctx, user_id, list)

/** Saves filters under a name. Replaces an existing view with the same name. */
export async function saveView(
  ctx: TxContext,
  user_id: string,
  { list, name, query }: { list: string; name: string; query: string },
): Promise<SavedView> {
  await lockUntilEnd(ctx, `saved views ${ctx.account_id} ${user_id}`)
  const existing = await store.list(ctx, user_id, list)
  if (existing.length >= maxViews && !existing.some((view) => view.name === name))
    throwIfAny([
      { code: 'too_many', param: 'name', message: `there are already ${maxViews} saved views` },
    ])
  const view = { id: newId(ctx.now), name, query }
  return store.upsert(ctx, user_id, list, view)
}

/** Returns whether the view existed. */
export const deleteSavedView = async (
  ctx: TxContext,
  user_id: string,
  id: string,
): Promise<boolean> => isId(id) && store.remove(ctx, user_id, id)
