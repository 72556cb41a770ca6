import { type Database, everyone, inTransaction, type Work } from '#platform/postgres'
import { advance, type Push } from './advance.ts'
import * as store from './store.ts'
import type { Gift } from './tables.ts'

const handful = 100

/**
 * Moves the gift requests that time has come for: makes the links of new ones, sends scheduled ones,
 * lets the rest expire. What is due is written in the rows, so nothing is forgotten when a process
 * dies; a row that another node holds is left to it. Answers how many were moved.
 */
export function moveDue(db: Database): Promise<number> {
  return inTransaction(db, everyone, async (work) => {
    const gifts = await store.holdDue(work, handful)
    for (const gift of gifts) moveByTime(work, gift)
    return gifts.length
  })
}

function moveByTime(work: Work, gift: Gift): void {
  const moved = advance(work, gift, byTime(work.now, gift))
  if (moved === undefined) throw new Error(`time cannot move a gift request that is ${gift.state}`)
  if (moved.status !== 'submitted') work.afterCommit(() => work.installation.wake('deliveries'))
}

function byTime(now: Date, gift: Gift): Push {
  switch (gift.state) {
    case 'created':
      if (gift.send_at !== null && gift.send_at > now)
        return { to: 'scheduled', cause: 'its link was made' }
      return gift.is_direct
        ? { to: 'redeemed', cause: 'direct-send: its link was made' }
        : { to: 'awaiting_recipient', cause: 'its link was made' }
    case 'scheduled':
      return gift.is_direct
        ? { to: 'redeemed', cause: 'send_at was reached' }
        : { to: 'awaiting_recipient', cause: 'send_at was reached' }
    default:
      return { to: 'expired', cause: 'expires_at was reached' }
  }
}
