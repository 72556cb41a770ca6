import * as audit from '#audit'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import type { TxContext } from '#platform/postgres/database'
import type { TxRouteContext } from '../lib/route.ts'

export async function findParcel(ctx: TxContext, id: string): Promise<fulfilment.PackingParcel> {
  const parcel = await fulfilment.findPackingParcel(ctx, id)
  if (parcel === undefined) throw new ApiError('not_found')
  return parcel
}

/** Records an action on the parcel in the path of the request. */
export function recordAction(
  { ctx, params }: Pick<TxRouteContext<unknown>, 'ctx'> & { params: { id: string } },
  action: string,
  barcode: string,
  details: Record<string, unknown> = {},
): void {
  const subject = { kind: 'parcel', id: params.id, name: barcode }
  audit.recordEntry(ctx, { action, subject, details })
}
