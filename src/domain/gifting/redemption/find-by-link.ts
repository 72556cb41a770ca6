import type { Database } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { hashCode } from '../lifecycle/link.ts'
import * as privacyStore from '../privacy/privacy-store.ts'

/** Whose gift a link opens, and by how much the clock of that account runs ahead of the real one. */
export interface LinkTarget {
  account_id: string
  id: string
  clock_offset_ms: number
}

/** The gift request that a recipient's code opens, in whichever account; undefined for any other code. */
export const findByLink = (db: Database, code: string): Promise<LinkTarget | undefined> =>
  giftStore.findByLink(db, hashCode(code))

/** What is left of a gift whose details were deleted; undefined for any other code. */
export const findPastLink = (
  db: Database,
  code: string,
): Promise<privacyStore.PastLink | undefined> => privacyStore.findPastLink(db, hashCode(code))
