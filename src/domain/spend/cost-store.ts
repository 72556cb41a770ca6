import type { TxContext } from '#platform/postgres/database'
import type { CostKind, GiftCost } from './tables.ts'

/** A redeemed gift request with its items as JSON. */
export interface RedeemedGift {
  account_id: string
  id: string
  line_items: string | null
  campaign_id: string | null
  sender_id: string
  cost_centre: string | null
  team_id: string | null
}

/**
 * Saves what the items of redeemed gift requests cost now. Later changes of unit costs do not change the rows. A repeated
 * call replaces the rows of changed items. The statement is not awaited.
 */
export function saveItemCosts(ctx: TxContext, gifts: readonly RedeemedGift[]): void {
  const settled = gifts.filter(({ line_items }) => line_items !== null)
  if (settled.length === 0) return
  ctx.enqueue(
    `with cost as (
       select g.account_id, g.id, c.currency, sum(c.amount_minor::bigint * (e ->> 'quantity')::int)::bigint as amount_minor,
              g.campaign_id, g.sender_id, g.cost_centre, g.team_id
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $8::uuid[])
           as g (account_id, id, line_items, campaign_id, sender_id, cost_centre, team_id)
         cross join lateral json_array_elements(g.line_items::json) e
         cross join lateral catalogue.unit_cost_of(g.account_id, (e ->> 'variant_id')::uuid) c
        group by g.account_id, g.id, c.currency, g.campaign_id, g.sender_id, g.cost_centre, g.team_id
     ), replaced as (
       update spend.cost s set voided_at = $7
        where (s.account_id, s.gift_request_id) in (select * from unnest($1::uuid[], $2::uuid[])) and s.kind = 'items'
          and s.voided_at is null
          and not exists (select from cost c where c.account_id = s.account_id and c.id = s.gift_request_id and c.currency = s.currency)
     )
     insert into spend.cost as s (account_id, gift_request_id, kind, source_id, currency, amount_minor, occurred_at,
       campaign_id, sender_id, cost_centre, team_id)
     select account_id, id, 'items', id, currency, amount_minor, $7, campaign_id, sender_id, cost_centre, team_id from cost
     on conflict on constraint cost_pkey do update set amount_minor = excluded.amount_minor, voided_at = null`,
    [
      settled.map(({ account_id }) => account_id),
      settled.map(({ id }) => id),
      settled.map(({ line_items }) => line_items),
      settled.map(({ campaign_id }) => campaign_id),
      settled.map(({ sender_id }) => sender_id),
      settled.map(({ cost_centre }) => cost_centre),
      ctx.now,
      settled.map(({ team_id }) => team_id),
    ],
  )
}

/** Voids what the items of cancelled gift requests cost: they return to the stock. The statement is not awaited. */
export const voidItemCosts = (
  ctx: TxContext,
  gifts: readonly { account_id: string; id: string }[],
): void =>
  ctx.enqueue(
    `update spend.cost s set voided_at = $3
       from unnest($1::uuid[], $2::uuid[]) as g (account_id, id)
      where s.account_id = g.account_id and s.gift_request_id = g.id and s.kind = 'items' and s.voided_at is null`,
    [gifts.map(({ account_id }) => account_id), gifts.map(({ id }) => id), ctx.now],
  )

/** Returns the costs of a gift request that count, in the order in which they were made. */
export const findByGift = (ctx: TxContext, gift_request_id: string): Promise<GiftCost[]> =>
  ctx.query<GiftCost>(
    `select kind, currency, amount_minor, occurred_at from spend.cost
      where account_id = $1 and gift_request_id = $2 and voided_at is null order by occurred_at, kind, currency`,
    [ctx.account_id, gift_request_id],
  )

/** What gift requests cost, by kind and currency. */
export interface GiftCostTotal {
  gift_request_id: string
  kind: CostKind
  currency: string
  amount_minor: number
}

export const findTotalsByGifts = (
  ctx: TxContext,
  gift_request_ids: readonly string[],
): Promise<GiftCostTotal[]> =>
  ctx.query<GiftCostTotal>(
    `select gift_request_id, kind, currency, sum(amount_minor)::bigint as amount_minor from spend.cost
      where account_id = $1 and gift_request_id = any ($2) and voided_at is null
      group by gift_request_id, kind, currency order by gift_request_id, kind, currency`,
    [ctx.account_id, gift_request_ids],
  )
