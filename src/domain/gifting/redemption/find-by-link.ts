import type { Database } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { hashCode } from '../lifecycle/link.ts'
import * as pastLinkStore from './past-link-store.ts'

/** The gift request of a link, and the clock offset of its account in milliseconds. */
export interface LinkTarget {
  account_id: string
  id: string
  clock_offset_ms: number
}

/** Finds a gift request of any account by the code of its link; returns undefined for an unknown code. */
export const findByLink = (db: Database, code: string): Promise<LinkTarget | undefined> =>
  giftStore.findByLink(db, hashCode(code))

/** Finds the status of a gift whose details were deleted; returns undefined for an unknown code. */
export const findPastLink = (
  db: Database,
  code: string,
): Promise<pastLinkStore.PastLink | undefined> => pastLinkStore.findPastLink(db, hashCode(code))
