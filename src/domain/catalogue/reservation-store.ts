import type { TxContext } from '#platform/postgres/database'
import type { Allocation, StockLocation } from './allocation.ts'

/**
 * Locks the stock of these variants until the transaction ends. All transactions lock in this order,
 * which prevents deadlocks.
 */
export const lockStockLocations = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<StockLocation[]> =>
  ctx.query<StockLocation>(
    `select s.variant_id, s.warehouse_id, s.available, w.country, w.team_id
       from catalogue.stock_level s
       join catalogue.warehouse w on w.account_id = s.account_id and w.id = s.warehouse_id
      where s.account_id = $1 and s.variant_id = any($2)
      order by s.variant_id, s.warehouse_id for update of s`,
    [ctx.account_id, variant_ids],
  )

/** Returns the physical variants. Digital variants have no stock. */
export const findPhysicalVariants = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<string[]> =>
  ctx.queryValues<string>(
    `select v.id from catalogue.variant v
       join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
      where v.account_id = $1 and v.id = any($2) and p.kind = 'physical'`,
    [ctx.account_id, variant_ids],
  )

/**
 * Subtracts the quantities from the locked stock levels, and inserts the reservation. Enqueues the
 * statement without waiting.
 */
export const insertReservation = (
  ctx: TxContext,
  holder_id: string,
  allocations: readonly Allocation[],
): void =>
  ctx.enqueue(
    `with taken as (
       select * from unnest($3::uuid[], $4::uuid[], $5::int[]) as t (variant_id, warehouse_id, quantity)
     ), noted as (
       insert into catalogue.reservation as r (account_id, holder_id, variant_id, warehouse_id, quantity, created_at)
       select $1, $2, variant_id, warehouse_id, quantity, $6 from taken
       on conflict (account_id, holder_id, variant_id, warehouse_id)
         do update set quantity = r.quantity + excluded.quantity
     )
     update catalogue.stock_level s set available = s.available - t.quantity
       from taken t
      where s.account_id = $1 and s.variant_id = t.variant_id and s.warehouse_id = t.warehouse_id`,
    [
      ctx.account_id,
      holder_id,
      allocations.map(({ variant_id }) => variant_id),
      allocations.map(({ warehouse_id }) => warehouse_id),
      allocations.map(({ quantity }) => quantity),
      ctx.now,
    ],
  )

/**
 * Deletes the reservations and returns their stock. A reservation is deleted once, so stock is never
 * returned twice.
 */
export const returnStock = (ctx: TxContext, holder_ids: readonly string[]): void =>
  ctx.enqueue(
    `with deleted as (
       delete from catalogue.reservation where account_id = $1 and holder_id = any ($2)
       returning variant_id, warehouse_id, quantity
     ), gone as (
       select variant_id, warehouse_id, sum(quantity)::int as quantity from deleted group by 1, 2
     ), stock_row as (
       select s.variant_id, s.warehouse_id from catalogue.stock_level s
        where s.account_id = $1 and (s.variant_id, s.warehouse_id) in (select variant_id, warehouse_id from gone)
        order by s.variant_id, s.warehouse_id for update
     )
     update catalogue.stock_level s set available = s.available + g.quantity
       from gone g join stock_row using (variant_id, warehouse_id)
      where s.account_id = $1 and s.variant_id = g.variant_id and s.warehouse_id = g.warehouse_id`,
    [ctx.account_id, holder_ids],
  )

/** Subtracts quantities from a reservation. Rows that become empty are deleted. */
export const reduceReservation = (
  ctx: TxContext,
  holder_id: string,
  lines: readonly Allocation[],
): Promise<unknown> =>
  ctx.query(
    `with taken as (
       select variant_id, warehouse_id, sum(quantity)::int as quantity
         from unnest($3::uuid[], $4::uuid[], $5::int[]) as t (variant_id, warehouse_id, quantity) group by 1, 2
     ), emptied as (
       delete from catalogue.reservation r using taken t
        where r.account_id = $1 and r.holder_id = $2 and r.variant_id = t.variant_id
          and r.warehouse_id = t.warehouse_id and r.quantity <= t.quantity
     )
     update catalogue.reservation r set quantity = r.quantity - t.quantity from taken t
      where r.account_id = $1 and r.holder_id = $2 and r.variant_id = t.variant_id
        and r.warehouse_id = t.warehouse_id and r.quantity > t.quantity`,
    [ctx.account_id, holder_id, ...toColumns(lines)],
  )

/** Adds quantities to stock levels; negative quantities are subtracted. The levels are locked. */
export const addToStock = (ctx: TxContext, lines: readonly Allocation[]): Promise<unknown> =>
  ctx.query(
    `update catalogue.stock_level s set available = s.available + t.quantity
       from (select variant_id, warehouse_id, sum(quantity)::int as quantity
               from unnest($2::uuid[], $3::uuid[], $4::int[]) as t (variant_id, warehouse_id, quantity) group by 1, 2) t
      where s.account_id = $1 and s.variant_id = t.variant_id and s.warehouse_id = t.warehouse_id`,
    [ctx.account_id, ...toColumns(lines)],
  )

/** Subtracts quantities from stock levels, down to zero. The levels are locked. */
export const subtractAvailable = (ctx: TxContext, lines: readonly Allocation[]): Promise<unknown> =>
  ctx.query(
    `update catalogue.stock_level s set available = greatest(s.available - t.quantity, 0)
       from (select variant_id, warehouse_id, sum(quantity)::int as quantity
               from unnest($2::uuid[], $3::uuid[], $4::int[]) as t (variant_id, warehouse_id, quantity) group by 1, 2) t
      where s.account_id = $1 and s.variant_id = t.variant_id and s.warehouse_id = t.warehouse_id`,
    [ctx.account_id, ...toColumns(lines)],
  )

const toColumns = (lines: readonly Allocation[]) => [
  lines.map(({ variant_id }) => variant_id),
  lines.map(({ warehouse_id }) => warehouse_id),
  lines.map(({ quantity }) => quantity),
]

/** Transfers the part of a reservation in one warehouse to another holder. */
export const moveReservation = (
  ctx: TxContext,
  from: string,
  to: string,
  { warehouse_id, variant_ids }: { warehouse_id: string; variant_ids: readonly string[] },
): void =>
  ctx.enqueue(
    `update catalogue.reservation set holder_id = $3
      where account_id = $1 and holder_id = $2 and warehouse_id = $4 and variant_id = any ($5)`,
    [ctx.account_id, from, to, warehouse_id, variant_ids],
  )

export const findReservations = (ctx: TxContext, holder_id: string): Promise<Allocation[]> =>
  ctx.query<Allocation>(
    `select variant_id, warehouse_id, quantity from catalogue.reservation
      where account_id = $1 and holder_id = $2 order by variant_id, warehouse_id`,
    [ctx.account_id, holder_id],
  )

/** Moves all reserved stock of one holder to another. Enqueues the statement without waiting. */
export const moveAllReservations = (
  ctx: TxContext,
  from_holder_id: string,
  holder_id: string,
): void =>
  ctx.enqueue(
    `with moved as (
       delete from catalogue.reservation where account_id = $1 and holder_id = $2
       returning variant_id, warehouse_id, quantity
     )
     insert into catalogue.reservation as r (account_id, holder_id, variant_id, warehouse_id, quantity, created_at)
     select $1, $3, variant_id, warehouse_id, quantity, $4 from moved
     on conflict (account_id, holder_id, variant_id, warehouse_id)
       do update set quantity = r.quantity + excluded.quantity`,
    [ctx.account_id, from_holder_id, holder_id, ctx.now],
  )

/**
 * Takes these quantities out of a reservation, at most what is reserved. `to_stock` makes them available again. Enqueues the
 * statement without waiting.
 */
export const takeFromReservation = (
  ctx: TxContext,
  holder_id: string,
  lines: readonly Allocation[],
  destination: 'to_stock' | 'shipped',
): void =>
  ctx.enqueue(
    `with wanted as (
       select variant_id, warehouse_id, sum(quantity)::int as quantity
         from unnest($3::uuid[], $4::uuid[], $5::int[]) as w (variant_id, warehouse_id, quantity) group by 1, 2
     ), taken as (
       select r.variant_id, r.warehouse_id, least(r.quantity, w.quantity) as quantity, r.quantity <= w.quantity as is_all
         from catalogue.reservation r join wanted w using (variant_id, warehouse_id)
        where r.account_id = $1 and r.holder_id = $2
     ), deleted as (
       delete from catalogue.reservation r using taken t
        where r.account_id = $1 and r.holder_id = $2 and t.is_all
          and r.variant_id = t.variant_id and r.warehouse_id = t.warehouse_id
     ), reduced as (
       update catalogue.reservation r set quantity = r.quantity - t.quantity from taken t
        where r.account_id = $1 and r.holder_id = $2 and not t.is_all
          and r.variant_id = t.variant_id and r.warehouse_id = t.warehouse_id
     ), stock_row as (
       select s.variant_id, s.warehouse_id from catalogue.stock_level s
        where s.account_id = $1 and $6 = 'to_stock'
          and (s.variant_id, s.warehouse_id) in (select variant_id, warehouse_id from taken)
        order by s.variant_id, s.warehouse_id for update
     )
     update catalogue.stock_level s set available = s.available + t.quantity
       from taken t join stock_row using (variant_id, warehouse_id)
      where s.account_id = $1 and s.variant_id = t.variant_id and s.warehouse_id = t.warehouse_id`,
    [
      ctx.account_id,
      holder_id,
      lines.map(({ variant_id }) => variant_id),
      lines.map(({ warehouse_id }) => warehouse_id),
      lines.map(({ quantity }) => quantity),
      destination,
    ],
  )
