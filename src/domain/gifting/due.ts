import type { Work } from '#platform/postgres'
import { advanceAll, type Push } from './advance.ts'
import { closedAmong } from './one-link-store.ts'
import { firstReminders, isReminderDue, remind } from './remind.ts'
import * as store from './store.ts'
import type { Gift } from './tables.ts'

const armful = 500

/**
 * The clock of this work's account was put forward by so much, and `work.now` is what it says now:
 * moves all that has become due, before anybody looks. Answers how many moves that took.
 *
 * A gift request that another transaction creates at this very instant keeps the old clock's timer.
 */
export async function passTime(work: Work, ms: number): Promise<number> {
  await store.hasten(work, ms)
  let moved = 0
  for (let last = 1; last > 0; moved += last) last = await moveOwnDue(work)
  return moved
}

/** What it moves may have become due again by the same moment: it is called until nothing has. */
async function moveOwnDue(work: Work): Promise<number> {
  const ids = await store.ownDue(work)
  let moved = 0
  for (let first = 0; first < ids.length; first += armful) {
    moved += await moveByTime(work, await store.holdOwnDue(work, ids.slice(first, first + armful)))
  }
  return moved
}

/** Answers how many of them it dealt with: a claim whose one-link is being closed right now has to wait. */
export async function moveByTime(work: Work, gifts: readonly Gift[]): Promise<number> {
  const reminding = gifts.filter((gift) => isReminderDue(work.now, gift))
  const moving = gifts.filter((gift) => !reminding.includes(gift))
  return (await remind(work, reminding)) + (await moveOn(work, moving))
}

async function moveOn(work: Work, gifts: readonly Gift[]): Promise<number> {
  const lapsing = gifts.filter((gift) => isLapsing(work.now, gift))
  const links = [...new Set(lapsing.map(({ one_link_id }) => one_link_id ?? ''))]
  const isClosed = links.length > 0 ? await closedAmong(work, links) : new Map<string, boolean>()
  const pushes = gifts.flatMap((gift): [Gift, Push][] => {
    if (!isLapsing(work.now, gift)) return [[gift, byTime(work.now, gift)]]
    const closed = isClosed.get(gift.one_link_id ?? '')
    return closed === undefined ? [] : [[gift, lapse(closed)]]
  })
  return advanceAll(work, await planned(work, pushes)).length
}

/** Whoever is invited now is reminded later. */
async function planned(work: Work, pushes: [Gift, Push][]): Promise<[Gift, Push][]> {
  const invited = pushes.filter(([, { to }]) => to === 'awaiting_recipient').map(([gift]) => gift)
  if (invited.length === 0) return pushes
  const firsts = await firstReminders(work, invited)
  return pushes.map(([gift, push]) => [gift, { ...push, remind_at: firsts.get(gift.id) }])
}

const isLapsing = (now: Date, { state, claimed_until, expires_at }: Gift) =>
  state === 'awaiting_recipient' && claimed_until !== null && expires_at > now

/** The place goes to somebody else, unless there shall be nobody else. */
const lapse = (isClosed: boolean): Push =>
  isClosed
    ? { to: 'cancelled', cause: 'its claim was not finished, and its one-link is closed' }
    : { to: 'unclaimed', cause: 'its claim was not finished in 24 hours' }

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
