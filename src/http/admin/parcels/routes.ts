import { Type } from 'typebox'
import * as audit from '#audit'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import { auditSubject } from '../gift-requests/bulk.ts'
import { route, type TxRouteContext } from '../lib/route.ts'
import { strict } from '../lib/schemas.ts'

const optionalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

const trackingFields = {
  carrier_name: optionalText(1_000),
  tracking_url: optionalText(4_000),
}
const TrackingBody = Type.Object(
  { ...trackingFields, tracking_code: Type.String({ maxLength: 1_000 }) },
  strict,
)
const ProgressBody = Type.Object(
  {
    ...trackingFields,
    tracking_code: optionalText(1_000),
    state: Type.Unsafe<fulfilment.ManualState>({
      type: 'string',
      enum: [...fulfilment.manualStates],
    }),
    restock: Type.Optional(Type.Boolean()),
  },
  strict,
)

/** The progress of manually shipped parcels, which a person enters on the page of the gift. */
export const parcelRoutes = [
  route(
    'PUT',
    '/gift-requests/:id/parcels/:parcel/tracking',
    {
      requiredRole: 'sender',
      summary: 'enter the carrier and the tracking number of a manually shipped parcel',
      body: TrackingBody,
    },
    async (context) => {
      await enterProgress(context, { tracking: context.body }, 'gift_request.enter_tracking')
    },
  ),

  route(
    'POST',
    '/gift-requests/:id/parcels/:parcel/progress',
    {
      requiredRole: 'sender',
      summary: 'record the progress of a manually shipped parcel',
      body: ProgressBody,
    },
    async (context) => {
      const { state, restock, tracking_code, ...rest } = context.body
      if (restock === true) assertAdmin(context)
      const tracking = tracking_code === undefined ? undefined : { ...rest, tracking_code }
      const progress = { state, restock, tracking }
      await enterProgress(context, progress, 'gift_request.record_progress')
    },
  ),

  route(
    'POST',
    '/gift-requests/:id/parcels/:parcel/restock',
    { requiredRole: 'admin', summary: 'put the items of a returned parcel back into stock' },
    async (context) => {
      await enterProgress(context, { restock: true }, 'gift_request.restock')
    },
  ),
]

/** Stock is the concern of admins, as in the catalogue. */
function assertAdmin({ member }: TxRouteContext<unknown>): void {
  if (member.role !== 'admin')
    throw new ApiError('forbidden', {
      message: 'Only an admin puts items back into stock. Record the return without it.',
    })
}

async function enterProgress(
  { ctx, actor, params }: TxRouteContext<unknown>,
  progress: fulfilment.ManualProgress,
  action: string,
): Promise<void> {
  const { id = '', parcel: parcel_id = '' } = params
  const result = await fulfilment.enterProgress(ctx, id, parcel_id, progress)
  if (result === undefined) throw new ApiError('not_found')
  const { state, restock = false } = progress
  audit.recordEntry(ctx, {
    actor,
    action,
    subject: auditSubject(result.gift),
    details: {
      parcel: result.parcel.number,
      ...(state !== undefined && { state }),
      ...(restock && { restocked: true }),
    },
  })
}
