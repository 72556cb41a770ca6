import { refuseIfAny } from '#contract'
import { isId, newId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import * as store from './store.ts'

export interface SavedView {
  id: string
  name: string
  /** The filters as the address of the list has them. */
  query: string
}

const most = 50

/** Somebody's views of a list, by name. */
export const listViews = (work: Work, person_id: string, list: string): Promise<SavedView[]> =>
  store.list(work, person_id, list)

/** Keeps these filters under a name; another view that has it gives way. */
export async function saveView(
  work: Work,
  person_id: string,
  { list, name, query }: { list: string; name: string; query: string },
): Promise<SavedView> {
  const others = await store.list(work, person_id, list)
  if (others.length >= most && !others.some((view) => view.name === name))
    refuseIfAny([{ code: 'too_many', param: 'name', message: `there are ${most} views already` }])
  const view = { id: newId(work.now), name, query }
  return store.put(work, person_id, list, view)
}

/** Answers whether there was one. */
export const removeView = async (work: Work, person_id: string, id: string): Promise<boolean> =>
  isId(id) && store.remove(work, person_id, id)
