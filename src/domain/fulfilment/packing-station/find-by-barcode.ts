import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { parseBarcode } from '../parcels/barcode.ts'
import * as store from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'

/** Finds a parcel of the account by the text of its barcode or by its id. */
export async function findByBarcode(ctx: TxContext, text: string): Promise<ParcelRow | undefined> {
  if (isId(text)) return store.findParcel(ctx, text)
  const barcode = parseBarcode(text)
  if (barcode === undefined) return undefined
  const gift_request_id = await gifting.findIdByReference(ctx, barcode.reference)
  if (gift_request_id === undefined) return undefined
  const parcels = await store.findParcelsByGift(ctx, gift_request_id)
  return parcels.find(({ number }) => number === barcode.number)
}
