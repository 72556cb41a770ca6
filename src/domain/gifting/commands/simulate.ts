import { type Address, type LineItem, parseRawJson, toRawJson } from '#contract'
import * as digital from '#digital'
import * as donations from '#donations'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as giftStore from '../lifecycle/gift-store.ts'
import { nextStates, type State, shortestPath, states } from '../lifecycle/state-machine.ts'
import type { Gift, LockedItems } from '../lifecycle/tables.ts'
import { transition, transitionError } from '../lifecycle/transition.ts'
import { findDonationDetails } from '../redemption/donation-details.ts'
import { getOfferedItems, toGiftLines } from '../redemption/redeem.ts'
import { defaultSelection } from '../redemption/selection.ts'
import { planUnclaimed, replaceUnclaimed } from '../timers/unclaimed-gifts.ts'
import { assignPlaceholder } from './assign-placeholder.ts'

/** Simulates the carrier for one transition. Returns undefined if there is nothing to ship. */
export type SimulateShipping = (ctx: TxContext, gift: Gift, to: State) => Promise<Gift | undefined>

/**
 * Applies the transitions of the shortest path to a state, and simulates all parties on this path. For tests
 * of integrations in staging. Does nothing if the gift request is already in the state. Returns undefined if
 * the account has no such gift request. Throws if there is no path.
 */
export async function simulateTo(
  ctx: TxContext,
  id: string,
  to: State,
  ship: SimulateShipping = async () => undefined,
): Promise<Gift | undefined> {
  const gift = isId(id) ? await giftStore.findForUpdate(ctx, ctx.account_id, id) : undefined
  if (gift === undefined || gift.state === to) return gift
  const path = shortestPath(gift.state, to, (state, from) => canEnter(gift, state, from))
  if (path === undefined) throw transitionError(gift, to)
  let moved = gift
  for (const state of path) {
    const shipped = states[moved.state] === 'submitted' ? undefined : await ship(ctx, moved, state)
    moved = shipped ?? (await simulateStep(ctx, moved, state))
  }
  return moved
}

/** Lists the states that `simulateTo` can reach. */
export const reachableStates = (gift: Gift): State[] =>
  (Object.keys(states) as State[]).filter(
    (to) =>
      shortestPath(gift.state, to, (state, from) => canEnter(gift, state, from)) !== undefined,
  )
export const nextSimulatedStates = (gift: Gift): State[] =>
  nextStates(gift.state).filter((to) => canEnter(gift, to, gift.state))

/**
 * Returns whether this kind of gift request can enter a state, in addition to the rules of the transition
 * table.
 */
function canEnter(gift: Gift, to: State, from: State): boolean {
  if (from === 'created' || from === 'scheduled') {
    if (to === 'redeemed') return gift.is_direct
    if (to === 'awaiting_recipient') return !gift.is_direct
    if (to === 'scheduled') return gift.send_at !== null
  }
  if (gift.delivered_emitted && !statesAfterDelivery.includes(to)) return false
  return to !== 'unclaimed' || gift.one_link_id !== null
}

/**
 * The states after the first delivery. Items can be shipped again, but a state before the delivery cannot be
 * reached.
 */
const statesAfterDelivery: readonly State[] = [
  'redelivering',
  'in_transit',
  'out_for_delivery',
  'delivery_attempt_failed',
  'delivered',
  'complete',
]

async function simulateStep(ctx: TxContext, gift: Gift, to: State): Promise<Gift> {
  if (gift.state === 'unclaimed' && to === 'awaiting_recipient')
    return assignPlaceholder(ctx, gift, testVisitor(gift), testClaimMs)
  const needsSelection = gift.line_items === null && (to === 'redeemed' || to === 'complete')
  const locked = needsSelection ? await selectDefaultItems(ctx, gift) : undefined
  if (locked !== undefined) {
    const lines = toGiftLines(parseRawJson(locked.line_items))
    await digital.giveAvailable(ctx, gift.id, lines)
    await donations.give(ctx, gift.id, lines, 'direct')
  }
  const unclaimed = await planUnclaimed(ctx, [[gift, { to }]])
  const moved = transition(ctx, gift, {
    to,
    cause: 'advanced by a test helper',
    ...(unclaimed.silent.has(gift.id) && { details: { isSilent: true } }),
    ...(locked === undefined
      ? {}
      : { locked, details: await findDonationDetails(ctx, gift.id, locked.line_items) }),
  })
  if (moved === undefined) throw transitionError(gift, to)
  await replaceUnclaimed(ctx, unclaimed)
  return moved
}

const testClaimMs = 24 * 60 * 60 * 1000

/** Returns a test recipient with a unique email address, who claims a placeholder. */
const testVisitor = ({ reference }: Gift) => ({
  first_name: 'Test',
  last_name: 'Visitor',
  email: `${reference.toLowerCase()}@example.com`,
})

/** Selects the first offered item, or the first variant of each product. */
async function selectDefaultItems(ctx: TxContext, gift: Gift): Promise<LockedItems> {
  const { offered, rules } = await getOfferedItems(ctx, gift)
  const selected = defaultSelection(rules.selection_mode, offered)
  return {
    line_items: toRawJson<readonly LineItem[]>(
      selected.map(({ item }) => ({ ...item, id: newId(), quantity: 1 })),
    ),
    shipping_address: { ...testAddress, name: `${gift.first_name} ${gift.last_name}` },
  }
}

const testAddress: Omit<Address, 'name'> = {
  line_1: '1 Example Street',
  city: 'Springfield',
  region: 'IL',
  postal_code: '62701',
  country: 'US',
}
