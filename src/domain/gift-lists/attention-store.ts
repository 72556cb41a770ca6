import type * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'

/** A gift request that needs attention, and since when. */
export interface GiftInNeed {
  id: string
  since: Date
}

/*
 * The conditions of gift requests, each along an index of its own. A list ends with `limit` rows in the order of the ids,
 * so that its reader knows up to which id it is complete.
 */

/** Returns gift requests in a state. */
export const findInState = (
  ctx: TxContext,
  state: gifting.State,
  limit: number,
): Promise<GiftInNeed[]> =>
  ctx.query<GiftInNeed>(
    `select g.id, g.updated_at as since from gifting.gift_request g
      where g.account_id = $1 and g.state = $2 and ${canStallSql}
      order by g.id limit $3`,
    [ctx.account_id, state, limit],
  )

/** Must be identical to the predicate of the index `gift_request_attention`. */
const canStallSql = `g.state = any (array['backordered', 'shipping_error', 'delivery_attempt_failed',
  'ordered', 'in_transit', 'out_for_delivery'])`

/** Days in a state after which a gift request is overdue. */
export const overdueDays = { ordered: 5, in_transit: 10, out_for_delivery: 10 } as const

/** Returns gift requests that have remained in a state of shipping for too long; `since` is when they became overdue. */
export const findOverdue = (
  ctx: TxContext,
  state: keyof typeof overdueDays,
  limit: number,
): Promise<GiftInNeed[]> =>
  ctx.query<GiftInNeed>(
    `select g.id, g.updated_at + $4 * interval '1 day' as since from gifting.gift_request g
      where g.account_id = $1 and g.state = $2 and ${canStallSql}
        and g.updated_at < $3::timestamptz - $4 * interval '1 day'
      order by g.id limit $5`,
    [ctx.account_id, state, ctx.now, overdueDays[state], limit],
  )

/** Returns gift requests that await the recipient and expire within some days; `since` is when that time began. */
export const findExpiring = (ctx: TxContext, days: number, limit: number): Promise<GiftInNeed[]> =>
  ctx.query<GiftInNeed>(
    `select g.id, greatest(g.expires_at - $3 * interval '1 day', g.sent_at) as since
       from gifting.gift_request g
      where g.account_id = $1 and g.state = 'awaiting_recipient'
        and g.expires_at > $2 and g.expires_at <= $2::timestamptz + $3 * interval '1 day'
      order by g.id limit $4`,
    [ctx.account_id, ctx.now, days, limit],
  )

/** Returns gift requests that await recipients with these digests of their addresses. */
export const findAwaitingRecipients = (
  ctx: TxContext,
  bounces: readonly { digest: Buffer; bounced_at: Date }[],
  limit: number,
): Promise<GiftInNeed[]> =>
  ctx.query<GiftInNeed>(
    `select g.id, b.bounced_at as since
       from unnest($2::bytea[], $3::timestamptz[]) as b (digest, bounced_at)
       join gifting.contact c on c.account_id = $1 and c.digest = b.digest
       join gifting.gift_request g on g.account_id = c.account_id and g.email_key = c.email_key
      where g.state = 'awaiting_recipient'
      order by g.id limit $4`,
    [
      ctx.account_id,
      bounces.map(({ digest }) => digest),
      bounces.map(({ bounced_at }) => bounced_at),
      limit,
    ],
  )

/** Returns the states of those gift requests that can still arrive, or that a carrier cancelled and no user sent again. */
export async function unresolvedStates(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, gifting.State>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query<{ id: string; state: gifting.State }>(
    `select g.id, g.state from gifting.gift_request g
      where g.account_id = $1 and g.id = any ($2) and g.state not in ('complete', 'cancelled', 'expired')
        and not exists (select from gifting.reissued_gift r
              where r.account_id = g.account_id and r.reissued_from = g.id)`,
    [ctx.account_id, ids],
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** The names of gift requests for lists and emails to members. */
export interface GiftName {
  id: string
  reference: string
  first_name: string
  last_name: string
  state: gifting.State
  sender_id: string
  campaign_id: string | null
}

/** Returns the references and recipients of gift requests by id. */
export async function namesById(
  ctx: TxContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GiftName>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query<GiftName>(
    `select id, reference, first_name, last_name, state, sender_id, campaign_id from gifting.gift_request
      where account_id = $1 and id = any ($2)`,
    [ctx.account_id, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
