import { Type } from 'typebox'
import { ApiError } from '#contract'
import * as fulfilment from '#fulfilment'
import { inTransaction } from '#platform/postgres/database'
import { HANDLED, routeWithoutTx } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { findParcel, recordAction } from './parcel-action.ts'

const requiredRole = 'packer'

/** The labels that carriers sell. These routes call the carrier, so they open transactions of their own. */
export const packingLabelRoutes = [
  routeWithoutTx(
    'GET',
    '/packing/parcels/:id/rates',
    { requiredRole, summary: 'list the rates of a parcel without a label' },
    async ({ db, member, params, shipping }) => {
      const { account_id } = member
      const rates = await fulfilment.listRates(db, account_id, params.id ?? '', shipping)
      if (rates === undefined) throw new ApiError('not_found')
      return rates
    },
  ),

  routeWithoutTx(
    'POST',
    '/packing/parcels/:id/rate',
    {
      requiredRole,
      summary: 'buy the label of a parcel at a rate',
      body: Type.Object({ rate_id: boundedText(100) }, strict),
    },
    async ({ db, member, actor, params, body, shipping }) => {
      const { account_id } = member
      const id = params.id ?? ''
      const bought = await fulfilment.buyRate(db, account_id, id, body.rate_id, shipping)
      if (bought === undefined) throw new ApiError('not_found')
      await inTransaction(db, account_id, async (ctx) => {
        const parcel = await findParcel(ctx, id)
        const details = { carrier: bought.label?.carrier_name ?? '' }
        recordAction({ ctx, actor, params }, 'packing.buy_label', parcel.barcode, details)
      })
      return bought
    },
  ),

  routeWithoutTx(
    'GET',
    '/packing/parcels/:id/carrier-label',
    { requiredRole, summary: 'return the bought label of a parcel that you have taken' },
    async ({ db, member, actor, params, allowPrivate, reply }) => {
      const { account_id, user_id, clock_offset_ms } = member
      const now = new Date(db.clock().getTime() + clock_offset_ms)
      const url = await inTransaction(
        db,
        account_id,
        async (ctx) => {
          const label = await fulfilment.findLabel(ctx, user_id, params.id ?? '')
          recordAction({ ctx, actor, params }, 'packing.print_carrier_label', label.barcode)
          return label.label_url
        },
        now,
      )
      const { content_type, content } = await fulfilment.fetchLabel(url, allowPrivate)
      await reply.header('cache-control', 'no-store').type(content_type).send(content)
      return HANDLED
    },
  ),
]
