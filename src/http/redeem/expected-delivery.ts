import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import type { ExpectedDelivery } from './pages/arrival.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The states in which the parcels of a gift are on schedule. */
const movingStates: ReadonlySet<gifting.State> = new Set(['redeemed', 'ordered', 'in_transit'])

/**
 * Returns the days between which the gift usually arrives, counted from its confirmation like the estimates of
 * the choice. Returns undefined if a carrier has named the day, if too few parcels went to the country, or if
 * the usual days are over.
 */
export async function findExpectedDelivery(
  ctx: TxContext,
  gift: gifting.RedemptionPage,
  parcels: readonly fulfilment.Parcel[],
  confirmed: Date | undefined,
): Promise<ExpectedDelivery | undefined> {
  const { destination, line_items, state, team_id } = gift
  if (confirmed === undefined || destination === null) return undefined
  if (line_items === null || !movingStates.has(state)) return undefined
  if (parcels.some(({ estimated_at }) => estimated_at !== null)) return undefined
  const ids = line_items
    .filter(({ kind }) => kind === 'physical')
    .map(({ variant_id }) => variant_id)
  const { country } = destination
  const known = await fulfilment.estimateDeliveries(ctx, ids, { country, team_id })
  if (ids.length === 0 || ids.some((variant_id) => !known.has(variant_id))) return undefined
  const estimates = [...known.values()]
  const toTime = (days: readonly number[]) => confirmed.getTime() + Math.max(...days) * dayMs
  // All items are there when the slowest one is.
  const from = toTime(estimates.map(({ min_days }) => min_days))
  const to = toTime(estimates.map(({ max_days }) => max_days))
  const now = ctx.now.getTime()
  return to < now ? undefined : { from: new Date(Math.max(from, now)), to: new Date(to) }
}

/** Returns the time when the recipient confirmed the gift, or the sender a direct gift. */
export async function findConfirmation(
  ctx: TxContext,
  { id, line_items }: gifting.RedemptionPage,
): Promise<Date | undefined> {
  if (line_items === null) return undefined
  const transitions = await gifting.history(ctx, id)
  return transitions?.find(({ events }) => events.includes('gift_request_redeemed'))?.created_at
}
