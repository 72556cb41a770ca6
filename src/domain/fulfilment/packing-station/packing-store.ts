import type { TxContext } from '#platform/postgres/database'
import type { PackingRow, ParcelRow } from '../parcels/tables.ts'

/** A parcel with its packing row. The packing columns are null if no packer has leased the parcel yet. */
export type StationParcel = Pick<
  ParcelRow,
  'id' | 'gift_request_id' | 'number' | 'warehouse_id' | 'carrier' | 'created_at'
> &
  Omit<PackingRow, 'account_id' | 'parcel_id' | 'address_digest'>

export const stationColumns = `p.id, p.gift_request_id, p.number, p.warehouse_id, p.carrier, p.created_at,
  k.leased_by, k.leased_until, k.packed_at, k.packed_by, k.handed_over_at`

/**
 * SQL condition: a carrier has accepted the parcel, and nothing has happened to it since. The condition
 * equals the predicate of the index.
 */
const isToPackSql = `p.state = 'ordered' and not p.has_left and p.pending_action is null and p.problem_reason is null`

const joinPacking = `left join fulfilment.packing k on k.account_id = p.account_id and k.parcel_id = p.id`

/**
 * Returns the SQL condition of parcels that no packer has taken. It is an anti-join, because the query
 * planner estimates its result well. For `k.packed_at is null` after a left join, the planner expects almost
 * no rows, and would sort the whole queue.
 */
const isUntakenSql = (taken: string) =>
  `not exists (select from fulfilment.packing t where t.account_id = p.account_id and t.parcel_id = p.id and (${taken}))`
const isUnpackedSql = isUntakenSql('t.packed_at is not null')

/** The part of a queue that a query reads. */
export interface QueuePart {
  /** The names of the carriers whose parcels are packed at the packing station. */
  carriers: readonly string[]
  /** The warehouse of the parcels. Undefined for all warehouses. */
  warehouse_id?: string | undefined
  after?: { at: Date; id: string } | undefined
  limit: number
}

export const warehouseSql = ({ warehouse_id }: Pick<QueuePart, 'warehouse_id'>) =>
  warehouse_id === undefined ? '$3::uuid is null' : 'p.warehouse_id = $3'

const cursorSql = ({ after }: QueuePart, at: string) =>
  after === undefined ? '$4::timestamptz is null and $5::uuid is null' : `(${at}, p.id) > ($4, $5)`

export const queueValues = (ctx: TxContext, part: QueuePart) => [
  ctx.account_id,
  part.carriers,
  part.warehouse_id ?? null,
  part.after?.at ?? null,
  part.after?.id ?? null,
  part.limit,
]

/**
 * Finds parcels that are not packed, oldest first. Reads the index from the cursor and stops at the limit, so
 * that the cost does not depend on the length of the queue (queue-plans.test.ts).
 */
export const findToPack = (ctx: TxContext, part: QueuePart): Promise<StationParcel[]> =>
  ctx.query<StationParcel>(
    `select ${stationColumns} from fulfilment.parcel p ${joinPacking}
      where p.account_id = $1 and ${isToPackSql} and p.carrier = any ($2) and ${isUnpackedSql}
        and ${warehouseSql(part)} and ${cursorSql(part, 'p.created_at')}
      order by p.created_at, p.id limit $6`,
    queueValues(ctx, part),
  )

/** Finds parcels that are neither packed nor leased, oldest first. */
export const findFree = (ctx: TxContext, part: QueuePart): Promise<StationParcel[]> =>
  ctx.query<StationParcel>(
    `select ${stationColumns} from fulfilment.parcel p ${joinPacking}
      where p.account_id = $1 and ${isToPackSql} and p.carrier = any ($2)
        and ${isUntakenSql('t.packed_at is not null or t.leased_until > $7')}
        and ${warehouseSql(part)} and ${cursorSql(part, 'p.created_at')}
      order by p.created_at, p.id limit $6`,
    [...queueValues(ctx, part), ctx.now],
  )

/** Finds parcels that are packed but not handed over, oldest first. */
export const findPacked = (ctx: TxContext, part: QueuePart): Promise<StationParcel[]> =>
  ctx.query<StationParcel>(
    `select ${stationColumns} from fulfilment.packing k
       join fulfilment.parcel p on p.account_id = k.account_id and p.id = k.parcel_id
      where k.account_id = $1 and k.packed_at is not null and k.handed_over_at is null
        and ${isToPackSql} and p.carrier = any ($2) and ${warehouseSql(part)} and ${cursorSql(part, 'k.packed_at')}
      order by k.packed_at, k.parcel_id limit $6`,
    queueValues(ctx, part),
  )

/** Counts the parcels that are not packed. Stops at `limit`. */
export const countToPack = (ctx: TxContext, part: Omit<QueuePart, 'after'>): Promise<number> =>
  ctx.queryCount(
    `select count(*)::int as count from (
       select 1 from fulfilment.parcel p
        where p.account_id = $1 and ${isToPackSql} and p.carrier = any ($2) and ${isUnpackedSql}
          and ${warehouseSql(part)} limit $4) counted`,
    [ctx.account_id, part.carriers, part.warehouse_id ?? null, part.limit],
  )

/** Counts the parcels that are packed but not handed over. Stops at `limit`. */
export const countPacked = (ctx: TxContext, part: Omit<QueuePart, 'after'>): Promise<number> =>
  ctx.queryCount(
    `select count(*)::int as count from (
       select 1 from fulfilment.packing k
         join fulfilment.parcel p on p.account_id = k.account_id and p.id = k.parcel_id
        where k.account_id = $1 and k.packed_at is not null and k.handed_over_at is null
          and ${isToPackSql} and p.carrier = any ($2) and ${warehouseSql(part)} limit $4) counted`,
    [ctx.account_id, part.carriers, part.warehouse_id ?? null, part.limit],
  )

/** Counts the leased parcels that are not packed, for each user who packs them. */
export const countLeased = (
  ctx: TxContext,
  part: Pick<QueuePart, 'warehouse_id' | 'carriers'>,
): Promise<{ leased_by: string; count: number }[]> =>
  ctx.query(
    `select k.leased_by, count(*)::int as count from fulfilment.packing k
       join fulfilment.parcel p on p.account_id = k.account_id and p.id = k.parcel_id
      where k.account_id = $1 and k.leased_by is not null and k.leased_until > $4 and k.packed_at is null
        and ${isToPackSql} and p.carrier = any ($2) and ${warehouseSql(part)}
      group by k.leased_by order by count desc, k.leased_by`,
    [ctx.account_id, part.carriers, part.warehouse_id ?? null, ctx.now],
  )

/** A parcel that a user has leased, with all facts that can end the lease. */
export type LeasedParcel = Omit<ParcelRow, 'leased_until'> &
  Omit<PackingRow, 'account_id' | 'parcel_id'>

/** Finds the parcels that the user has leased and whose lease has not ended, oldest first. */
export const findLeased = (ctx: TxContext, user_id: string): Promise<LeasedParcel[]> =>
  ctx.query<LeasedParcel>(
    `select p.*, k.leased_by, k.leased_until, k.packed_at, k.packed_by, k.handed_over_at, k.address_digest, k.card_printed_at
       from fulfilment.packing k
       join fulfilment.parcel p on p.account_id = k.account_id and p.id = k.parcel_id
      where k.account_id = $1 and k.leased_by = $2 and k.leased_until > $3
      order by p.created_at, p.id`,
    [ctx.account_id, user_id, ctx.now],
  )

/**
 * Locks a user. Transactions that lease parcels for one user run one after the other, so that simultaneous
 * requests do not exceed the maximum number of leases. A caller that has locked a gift request must not call
 * this function.
 */
export const lockUser = (ctx: TxContext, user_id: string): Promise<unknown> =>
  ctx.query(
    `select pg_advisory_xact_lock(hashtextextended('packing ' || $1::text || $2::text, 0))`,
    [ctx.account_id, user_id],
  )

/** A parcel to lease, and the digest of the address in its gift request. */
export interface LeaseTarget {
  parcel_id: string
  address_digest: Buffer
}

/**
 * Leases parcels that are free and ready for packing. Returns their ids. The caller has locked the gift
 * requests, and the statement checks the parcels after that, so no other transaction can lease them at the
 * same time.
 */
export const leaseFree = async (
  ctx: TxContext,
  user_id: string,
  until: Date,
  targets: readonly LeaseTarget[],
): Promise<string[]> => {
  const rows = await ctx.query<{ parcel_id: string }>(
    `insert into fulfilment.packing as k (account_id, parcel_id, leased_by, leased_until, address_digest)
     select $1, p.id, $2, $3, t.address_digest
       from unnest($4::uuid[], $5::bytea[]) as t (parcel_id, address_digest)
       join fulfilment.parcel p on p.account_id = $1 and p.id = t.parcel_id
      where ${isToPackSql}
     on conflict (account_id, parcel_id) do update
       set leased_by = excluded.leased_by, leased_until = excluded.leased_until, address_digest = excluded.address_digest,
           address_shown = false
     where k.packed_at is null and (k.leased_until is null or k.leased_until <= $6)
     returning k.parcel_id`,
    [
      ctx.account_id,
      user_id,
      until,
      targets.map(({ parcel_id }) => parcel_id),
      targets.map(({ address_digest }) => address_digest),
      ctx.now,
    ],
  )
  return rows.map(({ parcel_id }) => parcel_id)
}

/** Writes the packing row of a parcel. The caller has locked its gift request. */
export const savePacking = (
  ctx: TxContext,
  { account_id, parcel_id, ...row }: PackingRow,
): Promise<unknown> =>
  ctx.query(
    `insert into fulfilment.packing
       (account_id, parcel_id, leased_by, leased_until, packed_at, packed_by, handed_over_at, address_digest, address_shown)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, parcel_id) do update
       set leased_by = $3, leased_until = $4, packed_at = $5, packed_by = $6, handed_over_at = $7, address_digest = $8,
           address_shown = $9`,
    [
      account_id,
      parcel_id,
      row.leased_by,
      row.leased_until,
      row.packed_at,
      row.packed_by,
      row.handed_over_at,
      row.address_digest,
      row.address_shown,
    ],
  )

/**
 * Extends the current leases of a user on parcels of these gift requests. The caller has locked the gift
 * requests.
 */
export const extendLeases = (
  ctx: TxContext,
  user_id: string,
  until: Date,
  gift_request_ids: readonly string[],
): Promise<unknown> =>
  ctx.query(
    `update fulfilment.packing k set leased_until = $3 from fulfilment.parcel p
      where k.account_id = $1 and k.leased_by = $2 and k.leased_until > $5
        and p.account_id = k.account_id and p.id = k.parcel_id and p.gift_request_id = any ($4)`,
    [ctx.account_id, user_id, until, gift_request_ids, ctx.now],
  )

export const deleteLines = (ctx: TxContext, parcel_id: string): Promise<unknown> =>
  ctx.query('delete from fulfilment.parcel_line where account_id = $1 and parcel_id = $2', [
    ctx.account_id,
    parcel_id,
  ])
