import { Refusal } from '#contract'
import type { Work } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { makeLink } from './link.ts'
import { type State, states, statusTold, step } from './machine.ts'
import { sealAddress, snapshot } from './snapshot.ts'
import * as store from './store.ts'
import type { Gift, Locked } from './tables.ts'

/** Why a gift request moves, in plain words for its history, and what locks as it does. */
export interface Push {
  to: State
  cause: string
  locked?: Locked
}

/**
 * Moves a held gift request along the table and tells the world what the table says.
 *
 * Undefined means that the table has no such move. Only the caller knows whether that is a mistake
 * (a person asked for it) or old news (a carrier repeated itself).
 */
export function advance(work: Work, gift: Gift, { to, cause, locked }: Push): Gift | undefined {
  const tells = step(gift.state, to)
  if (tells === undefined) return undefined
  const told = tells.filter((event) => event !== 'gift_request_delivered' || !gift.delivered_told)
  const updated_at = new Date(Math.max(work.now.getTime(), gift.updated_at.getTime())) // nodes' clocks disagree
  const moved: Gift = {
    ...gift,
    ...(gift.state === 'created' && to !== 'cancelled' ? makeLink(work.installation, gift.id) : {}),
    ...(locked === undefined ? {} : lock(work, gift, locked)),
    state: to,
    status: states[to],
    version: gift.version + 1,
    delivered_told: gift.delivered_told || told.includes('gift_request_delivered'),
    updated_at,
  }
  moved.due_at = dueAt(moved)
  store.enter(work, gift.state, moved, cause, told)
  for (const type of told) tell(work, moved, type)
  return moved
}

/** Moves a gift request because somebody asked for it by name: what the table forbids is refused. */
export async function push(
  work: Work,
  account_id: string,
  id: string,
  wanted: Push,
): Promise<Gift | undefined> {
  const gift = await store.hold(work, account_id, id)
  if (gift === undefined) return undefined
  const moved = advance(work, gift, wanted)
  if (moved === undefined) throw refusedMove(gift, wanted.to)
  return moved
}

export const refusedMove = (gift: Gift, to: State): Refusal =>
  new Refusal('invalid_transition', {
    message: `The gift request is ${gift.state}; from there it cannot become ${to}.`,
  })

/** Writes down, in the same transaction, what subscribers will hear of. */
export function tell(work: Work, gift: Gift, type: keyof typeof statusTold): void {
  webhooks.record(work, {
    account_id: gift.account_id,
    type,
    subject_id: gift.id,
    gift: snapshot(work.installation, gift, statusTold[type]),
  })
}

const lock = ({ installation }: Work, gift: Gift, { line_items, shipping_address }: Locked) => ({
  line_items,
  address: shipping_address === null ? null : sealAddress(installation, gift.id, shipping_address),
})

/** When time itself will move a gift request that rests in its state; null when it never will. */
export function dueAt(
  gift: Pick<Gift, 'state' | 'send_at' | 'expires_at' | 'updated_at'>,
): Date | null {
  switch (gift.state) {
    case 'created':
      return gift.updated_at
    case 'scheduled':
      return gift.send_at
    case 'unclaimed':
    case 'awaiting_recipient':
      return gift.expires_at
    default:
      return null
  }
}
