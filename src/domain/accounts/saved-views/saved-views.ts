import { throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

export interface SavedView {
  id: string
  name: string
  /** The filters as the address of the list has them. */
  query: string
}

const maxViews = 50

/** Somebody's views of a list, by name. */
export const listSavedViews = (
  ctx: TxContext,
  user_id: string,
  list: string,
): Promise<SavedView[]> => store.list(ctx, user_id, list)

/** Keeps these filters under a name; another view that has it gives way. */
export async function saveView(
  ctx: TxContext,
  user_id: string,
  { list, name, query }: { list: string; name: string; query: string },
): Promise<SavedView> {
  const existing = await store.list(ctx, user_id, list)
  if (existing.length >= maxViews && !existing.some((view) => view.name === name))
    throwIfAny([
      { code: 'too_many', param: 'name', message: `there are ${maxViews} views already` },
    ])
  const view = { id: newId(ctx.now), name, query }
  return store.upsert(ctx, user_id, list, view)
}

/** Answers whether there was one. */
export const deleteSavedView = async (
  ctx: TxContext,
  user_id: string,
  id: string,
): Promise<boolean> => isId(id) && store.remove(ctx, user_id, id)
