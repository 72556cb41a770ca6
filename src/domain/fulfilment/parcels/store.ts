import { selectAccountsWithRows } from '#platform/jobs/account-round-robin'
import type { DueTable } from '#platform/jobs/due-table'
import { createDueLease } from '#platform/jobs/lease-due-rows'
import type { TxContext } from '#platform/postgres/database'
import { insertRows, updateRows } from '#platform/postgres/table'
import type { Scan } from '../carriers/carrier.ts'
import type { ParcelLine, ParcelRow, ScanRow } from './tables.ts'

/** Creates the order of a gift request. Returns false if the gift request already has an order. */
export const createOrder = (ctx: TxContext, gift_request_id: string): Promise<boolean> =>
  ctx.hasRows(
    `insert into fulfilment.shipping_order (account_id, gift_request_id, created_at) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [ctx.account_id, gift_request_id, ctx.now],
  )

export async function cancelOrder(ctx: TxContext, gift_request_id: string): Promise<void> {
  await ctx.query(
    `update fulfilment.shipping_order set cancelled_at = coalesce(cancelled_at, $3)
      where account_id = $1 and gift_request_id = $2`,
    [ctx.account_id, gift_request_id, ctx.now],
  )
}

export interface NewParcel extends ParcelRow {
  lines: readonly ParcelLine[]
}

export async function insertParcels(ctx: TxContext, parcels: readonly NewParcel[]): Promise<void> {
  const rows = parcels.map(({ lines: _lines, ...row }) => row)
  await insertRows(ctx, 'fulfilment.parcel', rows)
  const lines = parcels.flatMap(({ account_id, id, lines }) =>
    lines.map((line) => ({ ...line, account_id, parcel_id: id })),
  )
  await insertRows(ctx, 'fulfilment.parcel_line', lines)
}

/** Finds the parcels of a gift request. A caller that changes a parcel must lock the gift request first. */
export const findParcelsByGift = (ctx: TxContext, gift_request_id: string): Promise<ParcelRow[]> =>
  ctx.query<ParcelRow>(
    `select * from fulfilment.parcel where account_id = $1 and gift_request_id = $2 order by number`,
    [ctx.account_id, gift_request_id],
  )

/**
 * Locks the parcels of a locked gift request. The lock excludes carrier tasks, which lock only parcels. The
 * order of locks is: gift request, parcels, packing, stock.
 */
export const lockParcelsByGift = (ctx: TxContext, gift_request_id: string): Promise<ParcelRow[]> =>
  ctx.query<ParcelRow>(
    `select * from fulfilment.parcel where account_id = $1 and gift_request_id = $2 order by number for update`,
    [ctx.account_id, gift_request_id],
  )

export const findParcels = (ctx: TxContext, ids: readonly string[]): Promise<ParcelRow[]> =>
  ctx.query<ParcelRow>(`select * from fulfilment.parcel where account_id = $1 and id = any($2)`, [
    ctx.account_id,
    ids,
  ])

export const findParcelsByGifts = (
  ctx: TxContext,
  gift_request_ids: readonly string[],
): Promise<ParcelRow[]> =>
  ctx.query<ParcelRow>(
    `select * from fulfilment.parcel where account_id = $1 and gift_request_id = any($2)
      order by gift_request_id, number`,
    [ctx.account_id, gift_request_ids],
  )

/** Finds those parcels whose items are back in stock. */
export const findRestocked = (ctx: TxContext, parcel_ids: readonly string[]): Promise<string[]> =>
  ctx.queryValues<string>(
    `select parcel_id from fulfilment.restock where account_id = $1 and parcel_id = any($2)`,
    [ctx.account_id, parcel_ids],
  )

/** Records that the items of a parcel are back in stock. Returns false if this was already recorded. */
export const insertRestock = (ctx: TxContext, parcel_id: string): Promise<boolean> =>
  ctx.hasRows(
    `insert into fulfilment.restock (account_id, parcel_id, restocked_at) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [ctx.account_id, parcel_id, ctx.now],
  )

export const deleteRestock = (ctx: TxContext, parcel_id: string): Promise<unknown> =>
  ctx.query('delete from fulfilment.restock where account_id = $1 and parcel_id = $2', [
    ctx.account_id,
    parcel_id,
  ])

export const findParcel = (ctx: TxContext, id: string): Promise<ParcelRow | undefined> =>
  ctx.queryFirst<ParcelRow>(`select * from fulfilment.parcel where account_id = $1 and id = $2`, [
    ctx.account_id,
    id,
  ])

/** Finds a parcel by the reference of its carrier, in the accounts of the transaction. */
export const findByCarrierRef = (
  ctx: TxContext,
  carrier: string,
  carrier_ref: string,
  connection_id: string | null,
): Promise<Pick<ParcelRow, 'account_id' | 'id' | 'gift_request_id'> | undefined> =>
  ctx.queryFirst<ParcelRow>(
    `select account_id, id, gift_request_id from fulfilment.parcel
      where carrier = $1 and carrier_ref = $2
        and case when $3::uuid is null then connection_id is null else connection_id = $3 end`,
    [carrier, carrier_ref, connection_id],
  )

/**
 * Returns whether a purchase of a label from this carrier is in progress. During the purchase, the reference
 * of the label is unknown.
 */
export const isPlacing = (
  ctx: TxContext,
  carrier: string,
  connection_id: string | null,
): Promise<boolean> =>
  ctx.hasRows(
    `select 1 from fulfilment.parcel
      where carrier = $1 and connection_id is not distinct from $3 and pending_action = 'place' and leased_until > $2
      limit 1`,
    [carrier, ctx.now, connection_id],
  )

export async function saveParcel(ctx: TxContext, row: ParcelRow): Promise<void> {
  const { account_id, id, gift_request_id: _gift, number: _number, created_at: _at, ...rest } = row
  const changes = { ...rest, updated_at: ctx.now }
  await updateRows(ctx, 'fulfilment.parcel', { account_id, id }, changes)
}

export async function deleteParcel(ctx: TxContext, { account_id, id }: ParcelRow): Promise<void> {
  await ctx.query(`delete from fulfilment.parcel where account_id = $1 and id = $2`, [
    account_id,
    id,
  ])
}

export const findLines = (
  ctx: TxContext,
  parcel_ids: readonly string[],
): Promise<(ParcelLine & { parcel_id: string })[]> =>
  ctx.query(
    `select parcel_id, line_item_id, variant_id, sku, name, quantity from fulfilment.parcel_line
      where account_id = $1 and parcel_id = any($2) order by parcel_id, name, line_item_id`,
    [ctx.account_id, parcel_ids],
  )

export const findScans = (ctx: TxContext, parcel_ids: readonly string[]): Promise<ScanRow[]> =>
  ctx.query<ScanRow>(
    `select * from fulfilment.scan where account_id = $1 and parcel_id = any($2)
      order by occurred_at, received_at, message_id`,
    [ctx.account_id, parcel_ids],
  )

/** Stores new scans. Returns the number of scans that were new. */
export async function insertScans(
  ctx: TxContext,
  parcel: Pick<ParcelRow, 'account_id' | 'id' | 'carrier'>,
  carrier_ref: string,
  scans: readonly Scan[],
): Promise<number> {
  const column = <T>(pick: (scan: Scan) => T): T[] => scans.map(pick)
  return ctx.countRows(
    `insert into fulfilment.scan (account_id, parcel_id, carrier, carrier_ref, message_id, state, occurred_at,
       received_at, description, location)
     select $1, $2, $3, $4, s.message_id, s.state, s.occurred_at, $5, s.description, s.location
       from unnest($6::text[], $7::text[], $8::timestamptz[], $9::text[], $10::text[])
         as s (message_id, state, occurred_at, description, location)
     on conflict do nothing returning 1`,
    [
      parcel.account_id,
      parcel.id,
      parcel.carrier,
      carrier_ref,
      ctx.now,
      column(({ message_id }) => message_id),
      column(({ state }) => state),
      column(({ occurred_at }) => occurred_at),
      column(({ description }) => description),
      column(({ location }) => location),
    ],
  )
}

/** Leases the due tasks of carriers. */
export const claimTasks = createDueLease<ParcelRow>(
  'fulfilment.parcel',
  'pending_action is not null',
)

/** Returns the tracking details of a hand-over that has no effect yet. */
export const findHandOver = (
  ctx: TxContext,
  { account_id, id }: Pick<ParcelRow, 'account_id' | 'id'>,
): Promise<Pick<ParcelRow, 'carrier_name' | 'tracking_code' | 'tracking_url'> | undefined> =>
  ctx.queryFirst(
    `select carrier_name, tracking_code, tracking_url from fulfilment.pending_hand_over
      where account_id = $1 and parcel_id = $2`,
    [account_id, id],
  )

/** Replaces the tracking details of a hand-over that has no effect yet. The statement is not awaited. */
export const correctHandOver = (
  ctx: TxContext,
  { id }: Pick<ParcelRow, 'id'>,
  details: Pick<ParcelRow, 'carrier_name' | 'tracking_code' | 'tracking_url'>,
): void =>
  ctx.enqueue(
    `update fulfilment.pending_hand_over set carrier_name = coalesce($3, carrier_name), tracking_code = $4, tracking_url = $5
      where account_id = $1 and parcel_id = $2`,
    [ctx.account_id, id, details.carrier_name, details.tracking_code, details.tracking_url],
  )

export const dueTasks: DueTable = {
  table: 'fulfilment.parcel',
  dueAt: 'due_at',
  where: 'pending_action is not null',
  maxScanned: 100_000,
}

/** Delays the task of a parcel after its result could not be saved. */
export const deferTask = (ctx: TxContext, row: ParcelRow, until: Date): Promise<unknown> =>
  ctx.query(
    `update fulfilment.parcel set due_at = $4, leased_until = null
      where account_id = $1 and id = $2 and attempts = $3 and pending_action is not null`,
    [row.account_id, row.id, row.attempts, until],
  )

export const dueForPlayback: DueTable = {
  table: 'fulfilment.parcel',
  dueAt: 'next_simulated_at',
}

/** Finds the accounts with simulated messages that are due. */
export const accountsDueForPlayback = (ctx: TxContext): Promise<{ account_id: string }[]> =>
  ctx.query(selectAccountsWithRows('fulfilment.parcel', 'next_simulated_at <= $1'), [ctx.now])

/** Finds the parcels of the transaction's account with simulated messages that are due. */
export const findDueForPlayback = (ctx: TxContext, limit: number): Promise<ParcelRow[]> =>
  ctx.query<ParcelRow>(
    `select * from fulfilment.parcel where account_id = $1 and next_simulated_at <= $2 order by next_simulated_at limit $3`,
    [ctx.account_id, ctx.now, limit],
  )

/** Delays the next simulated message of a parcel. */
export const deferPlayback = (ctx: TxContext, id: string, until: Date): Promise<unknown> =>
  ctx.query(
    'update fulfilment.parcel set next_simulated_at = $3 where account_id = $1 and id = $2',
    [ctx.account_id, id, until],
  )

/**
 * The scenario of a parcel that a test helper has set to backordered. New stock does not release this parcel.
 */
export const simulatedScenario = 'simulated'

const isBackorderedSql = `state = 'waiting' and pending_action is null and scenario is distinct from '${simulatedScenario}'`

/** Finds the accounts with backordered gift requests. */
export const accountsWithBackorders = (ctx: TxContext): Promise<{ account_id: string }[]> =>
  ctx.query(selectAccountsWithRows('fulfilment.parcel', isBackorderedSql))

/** A backordered gift request of the transaction's account. */
export interface BackorderedParcel {
  id: string
  gift_request_id: string
  created_at: Date
}

/** Finds backordered parcels after the given cursor, oldest first. */
export const findBackordered = (
  ctx: TxContext,
  after: Pick<BackorderedParcel, 'id' | 'created_at'> | undefined,
  limit: number,
): Promise<BackorderedParcel[]> =>
  ctx.query(
    `select id, gift_request_id, created_at from fulfilment.parcel
      where account_id = $1 and ${isBackorderedSql} and ($2::timestamptz is null or (created_at, id) > ($2, $3::uuid))
      order by created_at, id limit $4`,
    [ctx.account_id, after?.created_at ?? null, after?.id ?? null, limit],
  )

/** Lists the parcels of an account that need attention, or all parcels. The newest parcel comes first. */
export const listParcels = (
  ctx: TxContext,
  { hasProblem, limit }: { hasProblem: boolean; limit: number },
): Promise<ParcelRow[]> =>
  ctx.query<ParcelRow>(
    `select * from fulfilment.parcel
      where account_id = $1 and (not $2::boolean or problem_reason is not null or state in ('waiting', 'refused'))
      order by created_at desc, number limit $3`,
    [ctx.account_id, hasProblem, limit],
  )
