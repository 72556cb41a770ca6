import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import { find } from './look.ts'
import * as store from './store.ts'
import type { Campaign } from './tables.ts'

/** Closes a campaign for new gifts; those that are under way go on. A second time changes nothing. */
export async function archive(work: Work, id: string): Promise<Campaign | undefined> {
  if (!isId(id)) return undefined
  await store.markArchived(work, id)
  return find(work, id)
}
