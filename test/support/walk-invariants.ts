import assert from 'node:assert/strict'
import * as fulfilment from '#fulfilment'
import type { TxContext } from '#platform/postgres/database'

/** The gifts and the stock of one batch of random walks. */
export interface WalkBatch {
  /**
   * The ids of all gift requests, including those that were sent again. Undefined for
   * all gift requests of the account.
   */
  gift_ids: readonly string[] | undefined
  /** The number of units that were put into stock, by variant. */
  given: ReadonlyMap<string, number>
  /** The donation that recipients can choose, and that replaces expired gifts. */
  donation?: { variant_id: string; cap: number } | undefined
  /** Whether all jobs have run, so that no change and no order is in progress. */
  isSettled?: boolean
}

/** A broken rule. A rule states what must always be true. */
export interface Violation {
  rule: string
  id: string | null
  detail: string | null
}

/**
 * Checks the rules that are true after any sequence of operations, for the gift requests
 * and the variants of one batch.
 */
export async function checkInvariants(
  { run }: { run<T>(callback: (ctx: TxContext) => Promise<T>): Promise<T> },
  batch: WalkBatch,
): Promise<void> {
  assert.deepEqual(await run((ctx) => findViolations(ctx, { isSettled: true, ...batch })), [])
}

/** Finds the violated rules. Uses one statement for all rules that SQL can check. */
export async function findViolations(
  ctx: Pick<TxContext, 'account_id' | 'query'>,
  batch: WalkBatch,
): Promise<Violation[]> {
  const { gift_ids, given, donation, isSettled = false } = batch
  const [violations, states] = await Promise.all([
    ctx.query<Violation>(violationsSql, [
      ctx.account_id,
      gift_ids ?? null,
      [...given.keys()],
      [...given.values()],
      donation?.variant_id ?? null,
      donation?.cap ?? null,
      isSettled,
    ]),
    findWrongStates(ctx, gift_ids),
  ])
  return [...violations, ...states]
}

/*
 * The SQL of the rules.
 *
 * Stock: available + reserved + shipped = the units that were put into stock. A parcel has shipped if a scan
 * shows it outside the warehouse, or lost, and its items were not put back into stock. A lost parcel that its
 * carrier cancels afterwards has not shipped.
 *
 * Lines: a line is in one parcel that can arrive. The exception is a lost parcel that is found after its
 * items were sent again.
 *
 * One-links: the number of claims with a place is never larger than the number of placeholders. A mailbox
 * gets one gift. A free place wakes the waiting list. A sender can cancel the placeholder of a claim, and its
 * claimant then reads that all gifts are claimed.
 *
 * Donations: each donation line of a gift that was not cancelled is counted once. Each expired
 * gift that was not sent again is donated once. Nothing else is counted or donated, and the tally
 * of the variant equals its donations.
 */
const violationsSql = `
with gift as (
  select id, state, status, line_items from gifting.gift_request where account_id = $1 and ($2::uuid[] is null or id = any ($2))),
parcel as (
  select p.id, p.gift_request_id, p.state, p.has_left, p.pending_action,
         exists (select from fulfilment.parcel r where r.account_id = $1 and r.replaces = p.id) as is_replaced,
         exists (select from fulfilment.restock r where r.account_id = $1 and r.parcel_id = p.id) as is_restocked
    from fulfilment.parcel p join gift g on g.id = p.gift_request_id where p.account_id = $1),
line as (
  select l.line_item_id, l.variant_id, l.name, l.quantity, p.* from fulfilment.parcel_line l
    join parcel p on p.id = l.parcel_id where l.account_id = $1),
open_link as (
  select o.id,
         (select count(*) from gifting.one_link_claim c
           where c.account_id = $1 and c.one_link_id = o.id and c.has_place and c.state <> 'claimed') as claims,
         (select count(*) from gifting.gift_request r
           where r.account_id = $1 and r.one_link_id = o.id and r.state = 'unclaimed') as unclaimed,
         (select count(*) from gifting.gift_request r
           where r.account_id = $1 and r.one_link_id = o.id and r.state = 'cancelled' and r.email_key = '') as cancelled
    from gifting.one_link o
   where o.account_id = $1 and o.closed_at is null
     and not exists (select from gifting.gift_request r where r.account_id = $1 and r.one_link_id = o.id and r.state = 'expired')),
given as (select * from unnest($3::uuid[], $4::int[]) v (variant_id, quantity)),
stock as (
  select v.variant_id, v.quantity as given,
         (select coalesce(sum(s.available), 0) from catalogue.stock_level s
           where s.account_id = $1 and s.variant_id = v.variant_id) as available,
         (select coalesce(sum(r.quantity), 0) from catalogue.reservation r
           where r.account_id = $1 and r.variant_id = v.variant_id) as reserved,
         (select coalesce(sum(l.quantity), 0) from line l
           where l.variant_id = v.variant_id and not l.is_restocked
             and (l.has_left or exists (
               select from fulfilment.scan c where c.account_id = $1 and c.parcel_id = l.id
                  and c.state in ('in_transit', 'out_for_delivery', 'delivery_attempt_failed', 'delivered', 'returned', 'lost')
                  and not (c.state = 'lost' and l.state = 'cancelled')))) as shipped
    from given v),
donated as (
  select gift_request_id, sum(quantity)::int as n, string_agg(distinct reason, ' ') as reasons
    from donations.donation where account_id = $1 and voided_at is null group by 1),
count_of_donations as (
  select coalesce(sum(quantity), 0) as donations, coalesce(sum(quantity) filter (where reason = 'chosen'), 0) as chosen,
         coalesce((select given from donations.tally where account_id = $1 and id = $5), 0) as tally
    from donations.donation where account_id = $1 and variant_id = $5 and voided_at is null)

select 'the stock is conserved' as rule, variant_id as id,
       format('%s given, %s available, %s reserved, %s shipped', given, available, reserved, shipped) as detail
  from stock where available < 0 or available + reserved + shipped <> given
union all
select 'no event repeats, except dispatched', t.gift_request_id, e.event
  from gifting.state_transition t cross join unnest(t.events) e (event)
 where t.account_id = $1 and t.gift_request_id in (select id from gift) and e.event <> 'gift_request_dispatched'
 group by 2, 3 having count(*) > 1
union all
select 'the stored events are those of the history', coalesce(h.id, w.id), format('%s, stored %s', h.n, w.n)
  from (select gift_request_id as id, sum(cardinality(events)) as n from gifting.state_transition
         where account_id = $1 and gift_request_id in (select id from gift) group by 1) h
  full join (select subject_id as id, count(*) as n from webhooks.event
              where account_id = $1 and subject_id in (select id from gift) group by 1) w on w.id = h.id
 where h.n is distinct from w.n
union all
select 'no line is in two live parcels', line_item_id, min(name) from line
 where state not in ('lost', 'returned', 'cancelled') and not is_replaced group by 2 having count(*) > 1
union all
select 'a parcel has the items of its gift', l.gift_request_id, l.name
  from line l join gift g on g.id = l.gift_request_id
 where not exists (select from json_array_elements(g.line_items::json) e
                    where (e ->> 'id')::uuid = l.line_item_id and (e ->> 'variant_id')::uuid = l.variant_id)
union all
select 'every change ends', c.gift_request_id, c.state from gifting.gift_change c
 where c.account_id = $1 and c.gift_request_id in (select id from gift) and c.state = 'pending'
   and ($7 or not exists (select from parcel p
                           where p.gift_request_id = c.gift_request_id and p.pending_action = 'relabel'))
union all
select 'only parcels that have not left hold stock', r.holder_id, r.quantity::text
  from catalogue.reservation r join given v on v.variant_id = r.variant_id
 where r.account_id = $1
   and not exists (select from gift g where g.id = r.holder_id and g.status not in ('cancelled', 'delivered'))
   and not exists (select from parcel p where (p.id = r.holder_id or p.gift_request_id = r.holder_id)
                      and p.state in ('placing', 'waiting', 'refused', 'ordered'))
   and ($7 or not exists (select from gifting.gift_change c
                           where c.account_id = $1 and c.id = r.holder_id and c.state = 'pending'))
   and ($7 or not exists (select from gifting.fulfilment_outbox o where o.account_id = $1 and o.gift_request_id = r.holder_id))
union all
select 'claims with a place have one', l.id, format('%s claims, %s placeholders', l.claims, l.unclaimed)
  from open_link l where l.claims > l.unclaimed + l.cancelled
union all
select 'a mailbox has one gift of a one-link', r.one_link_id, r.email_key from gifting.gift_request r
 where r.account_id = $1 and r.one_link_id is not null and r.email_key <> '' and r.state <> 'cancelled'
 group by 2, 3 having count(*) > 1
union all
select 'a claim has its gift or its claimant', c.id, format('%s, %s', c.state, c.gift_request_id)
  from gifting.one_link_claim c left join gifting.gift_request r on r.account_id = $1 and r.id = c.gift_request_id
 where c.account_id = $1
   and case c.state when 'claimed' then r.id is null or r.state = 'unclaimed' or c.claimant is not null
                    when 'rejected' then c.claimant is not null
                    else c.claimant is null or c.gift_request_id is not null end
union all
select 'a free place wakes the waiting list', l.id, format('%s placeholders, %s claims', l.unclaimed, l.claims)
  from open_link l where l.unclaimed > l.claims
   and exists (select from gifting.one_link_claim c where c.account_id = $1 and c.one_link_id = l.id and c.state = 'listed')
   and not exists (select from gifting.one_link_claim c
                    where c.account_id = $1 and c.one_link_id = l.id and c.state = 'listed' and c.due_at < c.until)
union all
select 'a gift is donated once', g.id, format('%s: %s instead of %s, %s', g.state, coalesce(d.n, 0), e.expected, d.reasons)
  from gift g
  cross join lateral (select case
      when exists (select from gifting.reissued_gift r where r.account_id = $1 and r.reissued_from = g.id) then 0
      when g.state = 'expired' then 1
      when g.state in ('cancelled', 'shipment_cancelled') then 0
      else (select count(*)::int from json_array_elements(g.line_items::json) l where (l ->> 'variant_id')::uuid = $5)
    end as expected) e
  left join donated d on d.gift_request_id = g.id
 where $5::uuid is not null
   and (coalesce(d.n, 0) <> e.expected
        or d.reasons is not null and d.reasons <> case g.state when 'expired' then 'unclaimed' else 'chosen' end)
union all
select 'the tally is the number of donations, within the limit', $5, format('%s in the tally, %s donations, %s chosen', tally, donations, chosen)
  from count_of_donations where $5::uuid is not null and (tally <> donations or chosen > $6::int)`

const finalStates = ['cancelled', 'expired', 'shipment_cancelled', 'complete']

/** Finds gift requests in shipping whose state differs from the state that their parcels imply. */
async function findWrongStates(
  ctx: Pick<TxContext, 'account_id' | 'query'>,
  gift_ids: readonly string[] | undefined,
): Promise<Violation[]> {
  const rows = await ctx.query<{ id: string; state: string; parcels: fulfilment.ParcelSummary[] }>(
    `select g.id, g.state, json_agg(json_build_object('state', p.state, 'has_left', p.has_left,
              'is_replacement', p.replaces is not null)) as parcels
       from gifting.gift_request g
       join fulfilment.parcel p on p.account_id = g.account_id and p.gift_request_id = g.id
      where g.account_id = $1 and ($2::uuid[] is null or g.id = any ($2)) and g.state <> all ($3) group by g.id, g.state`,
    [ctx.account_id, gift_ids ?? null, finalStates],
  )
  return rows
    .filter(({ state, parcels }) => fulfilment.deriveGiftState(parcels) !== state)
    .map(({ id, state, parcels }) => ({
      rule: 'the state follows from the parcels',
      id,
      detail: `${state}: ${JSON.stringify(parcels)}`,
    }))
}
