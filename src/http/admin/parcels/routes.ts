import * as accounts from '#accounts'
import { recordGiftChange } from '#audit'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import { handle } from '../lib/handle.ts'
import type { TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'
import { trackingImportRoutes } from './import-routes.ts'

/**
 * The routes for the progress of parcels that are shipped by hand. A person enters the progress on the page
 * of the gift.
 */
export const parcelRoutes = [
  handle(contract.enterTracking, (context) =>
    enterProgress(context, { tracking: context.body }, 'gift_request.enter_tracking'),
  ),

  handle(contract.enterProgress, async (context) => {
    const { state, restock, tracking_code, ...rest } = context.body
    if (restock === true) assertMayRestock(context)
    const tracking = tracking_code === undefined ? undefined : { ...rest, tracking_code }
    const progress = { state, restock, tracking }
    await enterProgress(context, progress, 'gift_request.record_progress')
  }),

  handle(contract.restockParcel, (context) =>
    enterProgress(context, { restock: true }, 'gift_request.restock'),
  ),

  ...trackingImportRoutes,
]

type ParcelContext = Pick<TxRouteContext<unknown>, 'ctx' | 'member'> & {
  params: { id: string; parcel: string }
}

/** Throws an error if the user may not change the stock. */
function assertMayRestock({ member }: ParcelContext): void {
  if (!accounts.can(member, 'catalogue:write'))
    throw new ApiError('forbidden', {
      message:
        'Putting items back into stock requires the permission catalogue:write. Record the return without it.',
    })
}

async function enterProgress(
  { ctx, params }: ParcelContext,
  progress: fulfilment.ManualProgress,
  action: `gift_request.${string}`,
): Promise<void> {
  const result = await fulfilment.enterProgress(ctx, params.id, params.parcel, progress)
  if (result === undefined) throw new ApiError('not_found')
  const { state, restock = false } = progress
  recordGiftChange(ctx, action, result.gift, {
    parcel: result.parcel.number,
    ...(state !== undefined && { state }),
    ...(restock && { restocked: true }),
  })
}
