import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'

/** The text of the barcode of a parcel: `GR-7KQ2M9P4-1` for the first parcel of `GR-7KQ2M9P4`. */
export const toBarcode = (reference: string, number: number): string => `${reference}-${number}`

/** Splits the text of a barcode. Returns undefined for any other text. */
export function parseBarcode(text: string): { reference: string; number: number } | undefined {
  const [, reference, number] =
    /^(GR-[0-9A-Z]{4,16})-([1-9]\d{0,3})$/.exec(text.toUpperCase()) ?? []
  return reference === undefined ? undefined : { reference, number: Number(number) }
}

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
