import type { TxContext } from '#platform/postgres/database'
import { withExtendedLease } from './lease.ts'
import { conflict, lockLeased } from './lock-leased.ts'
import * as store from './packing-store.ts'

/** Marks a leased parcel as packed. The lease stays, so that the packer can print the label and hand over. */
export async function markPacked(
  ctx: TxContext,
  user_id: string,
  parcel_id: string,
): Promise<void> {
  const { packing } = await lockLeased(ctx, user_id, parcel_id)
  if (packing.packed_at !== null) return
  const packed = { ...packing, packed_at: ctx.now, packed_by: user_id }
  await store.savePacking(ctx, withExtendedLease(ctx, packed))
}

/** Marks a leased parcel as not packed, so that its content can be changed. */
export async function unpack(ctx: TxContext, user_id: string, parcel_id: string): Promise<void> {
  const { packing } = await lockLeased(ctx, user_id, parcel_id)
  if (packing.handed_over_at !== null) throw conflict('This parcel was handed over already.')
  const unpacked = { ...packing, packed_at: null, packed_by: null }
  await store.savePacking(ctx, withExtendedLease(ctx, unpacked))
}
