import assert from 'node:assert/strict'
import * as fulfilment from '#fulfilment'
import type { TestApp } from '#test/api-harness'

/** The gifts and the stock of one batch of random walks. */
export interface WalkBatch {
  /** All gift requests, with those that were sent again. */
  gift_ids: readonly string[]
  /** The units that were put into stock, by variant. */
  given: Map<string, number>
  /** The donation that recipients can choose, and that replaces gifts that expire. */
  donation?: { variant_id: string; cap: number } | undefined
}

/** Checks what holds after any sequence of operations, for the gift requests and the variants of one batch. */
export async function checkInvariants(testApp: TestApp, batch: WalkBatch): Promise<void> {
  const { gift_ids, donation } = batch
  await checkStock(testApp, batch)
  await checkEvents(testApp, gift_ids)
  await checkParcels(testApp, gift_ids)
  await checkStates(testApp, gift_ids)
  await checkReservations(testApp, batch)
  if (donation !== undefined) await checkDonations(testApp, gift_ids, donation)
}

const query = <Row>(testApp: TestApp, text: string, values: readonly unknown[] = []) =>
  testApp.run((ctx) => ctx.query<Row & object>(text, [ctx.account_id, ...values]))

/** available + reserved + shipped = given in. A parcel has shipped if a scan shows it outside the warehouse, or lost. */
async function checkStock(testApp: TestApp, { given }: WalkBatch): Promise<void> {
  const rows = await query<{ variant_id: string; available: number; known: number }>(
    testApp,
    `select s.variant_id, min(s.available)::int as available, (sum(s.available)
         + coalesce((select sum(quantity) from catalogue.reservation r
                      where r.account_id = $1 and r.variant_id = s.variant_id), 0)
         + coalesce((select sum(l.quantity) from fulfilment.parcel_line l
                       join fulfilment.parcel p on p.account_id = l.account_id and p.id = l.parcel_id
                      where l.account_id = $1 and l.variant_id = s.variant_id
                        and (p.has_left or exists (
                          select 1 from fulfilment.scan c where c.account_id = $1 and c.parcel_id = p.id
                             and c.state in ('in_transit', 'out_for_delivery', 'delivery_attempt_failed', 'delivered', 'returned', 'lost')))), 0))::int as known
       from catalogue.stock_level s where s.account_id = $1 and s.variant_id = any ($2) group by s.variant_id`,
    [[...given.keys()]],
  )
  assert.equal(rows.length, given.size)
  for (const { variant_id, available, known } of rows) {
    assert.ok(available >= 0, `the stock of ${variant_id} is not negative`)
    assert.equal(known, given.get(variant_id), `the stock of ${variant_id} is conserved`)
  }
}

/** Each event at most once, except dispatched, and the same events in history and webhooks. */
async function checkEvents(testApp: TestApp, gift_ids: readonly string[]): Promise<void> {
  const repeated = await query(
    testApp,
    `select gift_request_id, e.event, count(*) from gifting.state_transition t cross join unnest(t.events) e (event)
      where t.account_id = $1 and t.gift_request_id = any ($2) and e.event <> 'gift_request_dispatched'
      group by 1, 2 having count(*) > 1`,
    [gift_ids],
  )
  assert.deepEqual(repeated, [], 'events that repeat')
  const different = await query(
    testApp,
    `select coalesce(h.id, w.id) as id, h.n as in_history, w.n as in_webhooks from
       (select gift_request_id as id, sum(cardinality(events)) as n from gifting.state_transition
         where account_id = $1 and gift_request_id = any ($2) group by 1) h
       full join (select subject_id as id, count(*) as n from webhooks.event
                   where account_id = $1 and subject_id = any ($2) group by 1) w on w.id = h.id
      where h.n is distinct from w.n`,
    [gift_ids],
  )
  assert.deepEqual(different, [], 'gift requests whose stored events differ from their history')
}

/** No line in two parcels that can arrive, and no parcel with items that its gift request does not have. */
async function checkParcels(testApp: TestApp, gift_ids: readonly string[]): Promise<void> {
  const doubled = await query(
    testApp,
    `select l.line_item_id from fulfilment.parcel_line l
       join fulfilment.parcel p on p.account_id = l.account_id and p.id = l.parcel_id
      where l.account_id = $1 and p.gift_request_id = any ($2) and p.state not in ('lost', 'returned', 'cancelled')
      group by 1 having count(*) > 1`,
    [gift_ids],
  )
  assert.deepEqual(doubled, [], 'lines in two live parcels')
  const stale = await query(
    testApp,
    `select p.gift_request_id, l.name from fulfilment.parcel_line l
       join fulfilment.parcel p on p.account_id = l.account_id and p.id = l.parcel_id
       join gifting.gift_request g on g.account_id = p.account_id and g.id = p.gift_request_id
      where l.account_id = $1 and p.gift_request_id = any ($2) and not exists (
        select 1 from json_array_elements(g.line_items::json) e
         where (e ->> 'id')::uuid = l.line_item_id and (e ->> 'variant_id')::uuid = l.variant_id)`,
    [gift_ids],
  )
  assert.deepEqual(stale, [], 'parcels with items that were swapped')
}

const finalStates = ['cancelled', 'expired', 'shipment_cancelled', 'complete']

/** The state of each gift request in shipping is the one that its parcels imply. */
async function checkStates(testApp: TestApp, gift_ids: readonly string[]): Promise<void> {
  const rows = await query<{ id: string; state: string; parcels: fulfilment.ParcelSummary[] }>(
    testApp,
    `select g.id, g.state, json_agg(json_build_object('state', p.state, 'has_left', p.has_left,
              'is_replacement', p.replaces is not null)) as parcels
       from gifting.gift_request g
       join fulfilment.parcel p on p.account_id = g.account_id and p.gift_request_id = g.id
      where g.account_id = $1 and g.id = any ($2) and g.state <> all ($3) group by g.id, g.state`,
    [gift_ids, finalStates],
  )
  for (const { id, state, parcels } of rows)
    assert.equal(fulfilment.deriveGiftState(parcels), state, `${id}: ${JSON.stringify(parcels)}`)
}

/** Every change is settled, and only parcels that have not left hold stock. */
async function checkReservations(testApp: TestApp, { gift_ids, given }: WalkBatch): Promise<void> {
  const pending = await query(
    testApp,
    `select id from gifting.gift_change where account_id = $1 and gift_request_id = any ($2) and state = 'pending'`,
    [gift_ids],
  )
  assert.deepEqual(pending, [], 'changes that never end')
  const leaked = await query(
    testApp,
    `select r.holder_id, r.quantity from catalogue.reservation r where r.account_id = $1 and r.variant_id = any ($2)
        and not exists (select 1 from gifting.gift_request g where g.account_id = $1 and g.id = r.holder_id
                          and g.status not in ('cancelled', 'delivered'))
        and not exists (select 1 from fulfilment.parcel p where p.account_id = $1
                          and (p.id = r.holder_id or p.gift_request_id = r.holder_id)
                          and p.state in ('placing', 'waiting', 'refused', 'ordered'))`,
    [[...given.keys()]],
  )
  assert.deepEqual(leaked, [], 'reservations without a parcel that ships')
}

/**
 * Each donation line of a gift that was not cancelled is counted once, each expired gift that was not sent again is
 * donated once, nothing else is, and the tally of the variant equals its donations.
 */
async function checkDonations(
  testApp: TestApp,
  gift_ids: readonly string[],
  { variant_id, cap }: { variant_id: string; cap: number },
): Promise<void> {
  const different = await query(
    testApp,
    `select g.id, g.state, e.expected, coalesce(d.n, 0) as counted, d.reasons
       from gifting.gift_request g
       cross join lateral (select case
           when exists (select from gifting.reissued_gift r where r.account_id = $1 and r.reissued_from = g.id) then 0
           when g.state = 'expired' then 1
           when g.state in ('cancelled', 'shipment_cancelled') then 0
           else (select count(*)::int from json_array_elements(g.line_items::json) l where (l ->> 'variant_id')::uuid = $3)
         end as expected) e
       left join (select gift_request_id, sum(quantity)::int as n, string_agg(distinct reason, ' ') as reasons
                    from donations.donation where account_id = $1 and voided_at is null group by 1) d
         on d.gift_request_id = g.id
      where g.account_id = $1 and g.id = any ($2)
        and (coalesce(d.n, 0) <> e.expected
             or d.reasons is not null and d.reasons <> case g.state when 'expired' then 'unclaimed' else 'chosen' end)`,
    [gift_ids, variant_id],
  )
  assert.deepEqual(different, [], 'gifts that are donated twice or not at all')
  const [count] = await query<{ donations: number; chosen: number; tally: number }>(
    testApp,
    `select coalesce(sum(quantity), 0)::int as donations,
            coalesce(sum(quantity) filter (where reason = 'chosen'), 0)::int as chosen,
            coalesce((select given from donations.tally where account_id = $1 and id = $2), 0)::int as tally
       from donations.donation where account_id = $1 and variant_id = $2 and voided_at is null`,
    [variant_id],
  )
  assert.equal(count?.tally, count?.donations, 'the tally is the number of donations')
  assert.ok(
    (count?.chosen ?? 0) <= cap,
    `${count?.chosen} recipients chose a donation, the limit is ${cap}`,
  )
}
