import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'

/* What becomes of a paid order whose gift has ended, and of a gift whose order has ended. Only the shop cancels or refunds. */

type PaidOrder = fulfilment.PaidOrder

/** The states in which the recipient has not submitted yet. */
const waitingStates: readonly gifting.State[] = ['created', 'scheduled', 'awaiting_recipient']

/**
 * Cancels the gift of an order that the shop has cancelled or refunded, unless its recipient has submitted: then its parcel
 * says so. Returns whether it was cancelled.
 */
export async function cancelGift(
  ctx: TxContext,
  { gift_request_id: id, number, problem, ended_at }: PaidOrder,
): Promise<boolean> {
  if (problem !== null) await fulfilment.changePaidOrder(ctx, id, { problem: null })
  const gift = await gifting.findForUpdate(ctx, ctx.account_id, id)
  if (gift === undefined || ended_at !== null || !waitingStates.includes(gift.state)) return false
  await gifting.cancel(ctx, id, `the shop has cancelled or refunded the order ${number}`)
  await fulfilment.changePaidOrder(ctx, id, { ended_at: ctx.now })
  return true
}

const maxWaiting = 1_000

/** Finds the gifts that have ended without a parcel, so that people hear of their orders. */
export async function endGifts(ctx: TxContext, connection_id: string): Promise<void> {
  const orders = await fulfilment.listWaitingOrders(ctx, connection_id, maxWaiting)
  const ids = orders.map(({ gift_request_id }) => gift_request_id)
  const facts = await gifting.packingFactsById(ctx, ids)
  for (const id of ids) {
    const { status } = facts.get(id) ?? {}
    if (status === 'submitted' || status === 'redeemed') continue
    const gift = status === 'cancelled' ? await gifting.find(ctx, id) : undefined
    const problem = gift === undefined ? null : describeEnd(gift)
    await fulfilment.changePaidOrder(ctx, id, { ended_at: ctx.now, problem })
  }
}

function describeEnd({ state, reference }: gifting.Gift): string {
  const end = state === 'expired' ? 'was not redeemed in time' : 'was cancelled'
  return `The gift ${reference} ${end}. Nothing ships: refund the order in the shop, or ship it to the buyer.`
}

/** Writes the ends of gifts on their orders. Ends at the first order that cannot be written: the next run continues. */
export async function noteEnds(
  orders: readonly PaidOrder[],
  { note }: fulfilment.PaidGifts,
  save: (order: PaidOrder) => Promise<unknown>,
): Promise<void> {
  for (const order of orders) {
    if (order.is_noted || order.problem === null) continue
    const result = await note(order.key, order.problem)
    if (result.kind === 'unreachable') return
    await save(order)
  }
}
