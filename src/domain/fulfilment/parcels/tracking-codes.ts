import type { TxContext } from '#platform/postgres/database'

export interface TrackingCode {
  carrier: string
  code: string
}

/** Returns the tracking codes of these gift requests, in the order of their parcels. */
export async function trackingCodesByGift(
  ctx: TxContext,
  gift_request_ids: readonly string[],
): Promise<ReadonlyMap<string, TrackingCode[]>> {
  if (gift_request_ids.length === 0) return new Map()
  const rows = await ctx.query<TrackingCode & { gift_request_id: string }>(
    `select gift_request_id, coalesce(carrier_name, carrier) as carrier, tracking_code as code from fulfilment.parcel
      where account_id = $1 and gift_request_id = any ($2) and tracking_code is not null
      order by gift_request_id, number`,
    [ctx.account_id, gift_request_ids],
  )
  const codes = new Map<string, TrackingCode[]>()
  for (const { gift_request_id, carrier, code } of rows)
    codes.set(gift_request_id, [...(codes.get(gift_request_id) ?? []), { carrier, code }])
  return codes
}
