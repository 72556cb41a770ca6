import type { Work } from '#platform/postgres'
import type { Kind } from './letters.ts'
import * as store from './store.ts'

/** Letters of these kinds about a gift request that have not gone yet will not go any more. Does not wait. */
export const callOff = (
  work: Work,
  gift: { account_id: string; id: string },
  kinds: readonly Kind[],
): void => store.callOff(work, gift.account_id, gift.id, kinds)
