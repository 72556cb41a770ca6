import * as accounts from '#accounts'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'
import { type TransitionInput, transitionAll } from '../lifecycle/transition.ts'
import { chunkByPayloadSize, giftBatchSize } from './event-chunks.ts'
import { firstReminderTimes, isReminderDue, sendDueReminders } from './reminders.ts'
import * as timerStore from './timer-store.ts'
import { planUnclaimed, replaceUnclaimed } from './unclaimed-gifts.ts'

/**
 * Processes all timers that are due after the clock of the account moved forward by `ms` milliseconds.
 * `ctx.now` is the new time. Returns the number of changes.
 *
 * If another transaction creates a gift request at the same time, the timer of this gift request is still
 * based on the old clock.
 */
export async function advanceClock(ctx: TxContext, ms: number): Promise<number> {
  await accounts.shiftDueRows(ctx, { table: 'gifting.gift_request' }, ms)
  let moved = 0
  for (let last = 1; last > 0; moved += last) last = await processAccountDue(ctx)
  return moved
}

/**
 * Processes the gift requests of the account that are due. A gift request that was processed can be due again
 * at the same time, so the caller calls this function until it returns 0.
 */
async function processAccountDue(ctx: TxContext): Promise<number> {
  const ids = await timerStore.findAccountDue(ctx)
  let moved = 0
  for (let first = 0; first < ids.length; first += giftBatchSize) {
    const gifts = await timerStore.lockAccountDue(ctx, ids.slice(first, first + giftBatchSize))
    for (const chunk of chunkByPayloadSize(ctx, gifts)) moved += await applyTimers(ctx, chunk)
  }
  return moved
}

/**
 * Applies the due timers of gift requests. Returns the number of processed gift requests. Skips lapsed claims
 * whose one-link another transaction is closing.
 */
export async function applyTimers(ctx: TxContext, gifts: readonly Gift[]): Promise<number> {
  const remindable = gifts.filter((gift) => isReminderDue(ctx.now, gift))
  const movable = gifts.filter((gift) => !remindable.includes(gift))
  return (await sendDueReminders(ctx, remindable)) + (await applyTransitions(ctx, movable))
}

async function applyTransitions(ctx: TxContext, gifts: readonly Gift[]): Promise<number> {
  const lapsing = gifts.filter((gift) => isClaimLapsing(ctx.now, gift))
  const linkIds = [...new Set(lapsing.map(({ one_link_id }) => one_link_id ?? ''))]
  const closedByLink =
    linkIds.length > 0 ? await timerStore.closedOneLinks(ctx, linkIds) : new Map<string, boolean>()
  const transitions = gifts.flatMap((gift): [Gift, TransitionInput][] => {
    if (!isClaimLapsing(ctx.now, gift)) return [[gift, timeTransition(ctx.now, gift)]]
    const closed = closedByLink.get(gift.one_link_id ?? '')
    return closed === undefined ? [] : [[gift, lapseTransition(closed)]]
  })
  const plan = await planUnclaimed(ctx, transitions)
  const reminded = await withFirstReminders(ctx, transitions)
  const moved = transitionAll(
    ctx,
    reminded.map(([gift, input]) => [
      gift,
      plan.silent.has(gift.id) ? { ...input, details: { isSilent: true } } : input,
    ]),
  )
  await replaceUnclaimed(ctx, plan)
  return moved.length
}

/** Adds the time of the first reminder to transitions that invite the recipient. */
async function withFirstReminders(
  ctx: TxContext,
  transitions: [Gift, TransitionInput][],
): Promise<[Gift, TransitionInput][]> {
  const invited = transitions
    .filter(([, { to }]) => to === 'awaiting_recipient')
    .map(([gift]) => gift)
  if (invited.length === 0) return transitions
  const remindAtById = await firstReminderTimes(ctx, invited)
  return transitions.map(([gift, input]) => [
    gift,
    { ...input, remind_at: remindAtById.get(gift.id) },
  ])
}

const isClaimLapsing = (now: Date, { state, claimed_until, expires_at }: Gift) =>
  state === 'awaiting_recipient' && claimed_until !== null && expires_at > now

/** The text in the history of a gift request whose claim lapsed after its one-link was closed. */
export const lapsedCause = 'its claim was not finished, and its one-link is closed'

/**
 * Returns the transition of a lapsed claim. The placeholder becomes free. If the one-link is closed, the
 * placeholder is cancelled instead.
 */
const lapseTransition = (isClosed: boolean): TransitionInput =>
  isClosed
    ? { to: 'cancelled', cause: lapsedCause }
    : { to: 'unclaimed', cause: 'its claim was not finished in time' }

function timeTransition(now: Date, gift: Gift): TransitionInput {
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
