import { chunkBySize } from '#platform/chunks'
import type { TxContext } from '#platform/postgres'
import { advanceAll, type Push } from './advance.ts'
import * as store from './due-store.ts'
import { closedAmong } from './one-link-store.ts'
import { firstReminders, isReminderDue, remind } from './remind.ts'
import { type Gift, sizeOf } from './tables.ts'

const armful = 500

/**
 * The clock of this work's account was put forward by so much, and `work.now` is what it says now:
 * moves all that has become due, before anybody looks. Answers how many moves that took.
 *
 * A gift request that another transaction creates at this very instant keeps the old clock's timer.
 */
export async function passTime(ctx: TxContext, ms: number): Promise<number> {
  await store.hasten(ctx, ms)
  let moved = 0
  for (let last = 1; last > 0; moved += last) last = await moveOwnDue(ctx)
  return moved
}

/** What it moves may have become due again by the same moment: it is called until nothing has. */
async function moveOwnDue(ctx: TxContext): Promise<number> {
  const ids = await store.ownDue(ctx)
  let moved = 0
  for (let first = 0; first < ids.length; first += armful) {
    const gifts = await store.holdOwnDue(ctx, ids.slice(first, first + armful))
    for (const chunk of chunksFor(ctx, gifts)) moved += await moveByTime(ctx, chunk)
  }
  return moved
}

/** Gift requests whose bodies are rendered together. */
export const chunksFor = ({ deployment: installation }: TxContext, gifts: readonly Gift[]) =>
  chunkBySize(gifts, (gift) => Object.keys(installation.versions).length * sizeOf(gift), {
    maxRows: armful,
  })

/** Answers how many of them it dealt with: a claim whose one-link is being closed right now has to wait. */
export async function moveByTime(ctx: TxContext, gifts: readonly Gift[]): Promise<number> {
  const reminding = gifts.filter((gift) => isReminderDue(ctx.now, gift))
  const moving = gifts.filter((gift) => !reminding.includes(gift))
  return (await remind(ctx, reminding)) + (await moveOn(ctx, moving))
}

async function moveOn(ctx: TxContext, gifts: readonly Gift[]): Promise<number> {
  const lapsing = gifts.filter((gift) => isLapsing(ctx.now, gift))
  const links = [...new Set(lapsing.map(({ one_link_id }) => one_link_id ?? ''))]
  const isClosed = links.length > 0 ? await closedAmong(ctx, links) : new Map<string, boolean>()
  const pushes = gifts.flatMap((gift): [Gift, Push][] => {
    if (!isLapsing(ctx.now, gift)) return [[gift, byTime(ctx.now, gift)]]
    const closed = isClosed.get(gift.one_link_id ?? '')
    return closed === undefined ? [] : [[gift, lapse(closed)]]
  })
  return advanceAll(ctx, await planned(ctx, pushes)).length
}

/** Whoever is invited now is reminded later. */
async function planned(ctx: TxContext, pushes: [Gift, Push][]): Promise<[Gift, Push][]> {
  const invited = pushes.filter(([, { to }]) => to === 'awaiting_recipient').map(([gift]) => gift)
  if (invited.length === 0) return pushes
  const firsts = await firstReminders(ctx, invited)
  return pushes.map(([gift, push]) => [gift, { ...push, remind_at: firsts.get(gift.id) }])
}

const isLapsing = (now: Date, { state, claimed_until, expires_at }: Gift) =>
  state === 'awaiting_recipient' && claimed_until !== null && expires_at > now

/** The place goes to somebody else, unless there shall be nobody else. */
const lapse = (isClosed: boolean): Push =>
  isClosed
    ? { to: 'cancelled', cause: 'its claim was not finished, and its one-link is closed' }
    : { to: 'unclaimed', cause: 'its claim was not finished in time' }

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
