import { type Address, type LineItem, toRawJson } from '#contract'
import { isId, newId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { advance, refusedMove } from './advance.ts'
import { take } from './claim.ts'
import { next, type State, states, walk } from './machine.ts'
import { firstPicks } from './picks.ts'
import { offeredOf } from './redeem.ts'
import * as store from './store.ts'
import type { Gift, Locked } from './tables.ts'

/** Plays the part of whoever ships, for one step of the walk. Undefined: there is nothing to ship. */
export type ShipStep = (ctx: TxContext, gift: Gift, to: State) => Promise<Gift | undefined>

/**
 * Walks a gift request along the shortest legal path to a state, playing everybody's part on the
 * way: for integrators' tests, in staging. A gift request that is there already stays as it is.
 * Undefined when the account has none by that id; refused when no path leads there.
 */
export async function rehearse(
  ctx: TxContext,
  id: string,
  to: State,
  ship: ShipStep = async () => undefined,
): Promise<Gift | undefined> {
  const gift = isId(id) ? await store.hold(ctx, ctx.account_id, id) : undefined
  if (gift === undefined || gift.state === to) return gift
  const path = walk(gift.state, to, (state, from) => mayEnter(gift, state, from))
  if (path === undefined) throw refusedMove(gift, to)
  let moved = gift
  for (const state of path) {
    const shipped = states[moved.state] === 'submitted' ? undefined : await ship(ctx, moved, state)
    moved = shipped ?? (await stepTo(ctx, moved, state))
  }
  return moved
}

/** The states that `rehearse` leads to, and those of them that are one move away. */
export const reachableFrom = (gift: Gift): State[] =>
  (Object.keys(states) as State[]).filter(
    (to) => walk(gift.state, to, (state, from) => mayEnter(gift, state, from)) !== undefined,
  )
export const nextOf = (gift: Gift): State[] =>
  next(gift.state).filter((to) => mayEnter(gift, to, gift.state))

/** What the table leaves to the kind of gift request it is. */
function mayEnter(gift: Gift, to: State, from: State): boolean {
  if (from === 'created' || from === 'scheduled') {
    if (to === 'redeemed') return gift.is_direct
    if (to === 'awaiting_recipient') return !gift.is_direct
    if (to === 'scheduled') return gift.send_at !== null
  }
  if (gift.delivered_told && !afterDelivery.includes(to)) return false
  return to !== 'unclaimed' || gift.one_link_id !== null
}

/** Once something has arrived, the rest can be shipped again, and nothing can be taken back. */
const afterDelivery: readonly State[] = [
  'redelivering',
  'in_transit',
  'out_for_delivery',
  'delivery_attempt_failed',
  'delivered',
  'complete',
]

async function stepTo(ctx: TxContext, gift: Gift, to: State): Promise<Gift> {
  if (gift.state === 'unclaimed' && to === 'awaiting_recipient')
    return take(ctx, gift, visitor(gift))
  const chooses = gift.line_items === null && (to === 'redeemed' || to === 'complete')
  const moved = advance(ctx, gift, {
    to,
    cause: 'advanced by a test helper',
    ...(chooses ? { locked: await choose(ctx, gift) } : {}),
  })
  if (moved === undefined) throw refusedMove(gift, to)
  return moved
}

/** A placeholder is claimed by somebody whom no other rehearsal has met. */
const visitor = ({ reference }: Gift) => ({
  first_name: 'Test',
  last_name: 'Visitor',
  email: `${reference.toLowerCase()}@example.com`,
})

/** The recipient of a rehearsal takes the first thing offered, or the first of each product. */
async function choose(ctx: TxContext, gift: Gift): Promise<Locked> {
  const { offered, selection_mode } = await offeredOf(ctx, gift)
  const taken = firstPicks(selection_mode, offered)
  return {
    line_items: toRawJson<readonly LineItem[]>(
      taken.map(({ item }) => ({ ...item, id: newId(), quantity: 1 })),
    ),
    shipping_address: { ...somewhere, name: `${gift.first_name} ${gift.last_name}` },
  }
}

const somewhere: Omit<Address, 'name'> = {
  line_1: '1 Example Street',
  city: 'Springfield',
  region: 'IL',
  postal_code: '62701',
  country: 'US',
}
