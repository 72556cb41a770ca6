import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { findLines } from '../parcels/store.ts'
import type { PackingRow, ParcelLine } from '../parcels/tables.ts'
import { isLeased } from './lock-leased.ts'

/** The related data that pages show with the rows of parcels, by id. */
export interface Relations {
  gifts: ReadonlyMap<string, gifting.PackingFacts>
  /** The lines of each parcel, by the id of the parcel. */
  lines: ReadonlyMap<string, readonly ParcelLine[]>
  warehouses: ReadonlyMap<string, catalogue.Warehouse>
  users: ReadonlyMap<string, accounts.User>
}

/** Reads the related data of some parcels. Uses one query for each kind of data. */
export async function loadRelations(
  ctx: TxContext,
  rows: readonly { id: string; gift_request_id: string; leased_by: string | null }[],
): Promise<Relations> {
  const giftIds = [...new Set(rows.map(({ gift_request_id }) => gift_request_id))]
  const userIds = [...new Set(rows.flatMap(({ leased_by }) => leased_by ?? []))]
  const lines = await findLines(
    ctx,
    rows.map(({ id }) => id),
  )
  return {
    gifts: await gifting.packingFactsById(ctx, giftIds),
    lines: Map.groupBy(lines, ({ parcel_id }) => parcel_id),
    warehouses: await findWarehouses(ctx),
    users: await accounts.findUsersById(ctx, userIds),
  }
}

export async function findWarehouses(
  ctx: TxContext,
): Promise<ReadonlyMap<string, catalogue.Warehouse>> {
  const warehouses = await catalogue.listWarehouses(ctx)
  return new Map(warehouses.map(({ id, name, country }) => [id, { id, name, country }] as const))
}

/** Returns the user and the end of a current lease. Both are null if there is no lease. */
export function toLease(
  ctx: TxContext,
  row: Pick<PackingRow, 'leased_by' | 'leased_until'>,
  users: Relations['users'],
) {
  const holder = isLeased(ctx, row) ? users.get(row.leased_by ?? '') : undefined
  if (holder === undefined) return { leased_by: null, leased_until: null }
  return { leased_by: { id: holder.id, name: holder.name }, leased_until: row.leased_until }
}
