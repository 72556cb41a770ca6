import { recordGiftChange } from '#audit'
import { ApiError, getNewestVersion, orNotFound } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { handle } from '../lib/handle.ts'
import * as contract from './detail-contract.ts'
import { listEvents } from './gift-events.ts'
import { findGift } from './gift-lookup.ts'

export const giftRoutes = [
  handle(contract.listGiftEvents, async (context) => {
    const { id } = await findGift(context)
    return { data: await listEvents(context.ctx, id, context.member), has_more: false }
  }),

  handle(contract.revealAddress, async (context) => {
    const { ctx, body } = context
    const gift = await findGift(context)
    const shipping_address = gifting.decryptAddress(ctx.deployment, gift)
    if (shipping_address === null) throw new ApiError('not_found')
    recordGiftChange(context.ctx, 'gift_request.reveal_address', gift, { reason: body.reason })
    // If the recipient chooses the gift, the API omits the address too, so the JSON contains nothing to
    // reveal.
    const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
    const label_urls = parcels.flatMap(({ label_url }) => label_url ?? [])
    return {
      shipping_address,
      label_urls,
      json: gift.is_direct ? renderApiJson(ctx, gift) : null,
    }
  }),

  handle(contract.retryLabel, async (context) => {
    const gift = await findGift(context)
    orNotFound(await fulfilment.retryRefused(context.ctx, gift.id))
    recordGiftChange(context.ctx, 'gift_request.retry_order', gift)
  }),

  handle(contract.replaceCode, async (context) => {
    const { ctx, params, body } = context
    const { gift, revoked, given } = orNotFound(
      await gifting.replaceCode(ctx, params.id, params.item, body.reason),
    )
    const details = { reason: body.reason, revoked, given }
    recordGiftChange(context.ctx, 'gift_request.replace_code', gift, details)
  }),
]

function renderApiJson({ deployment }: TxContext, gift: gifting.Gift): string {
  const { versions } = deployment
  const version = versions[getNewestVersion(versions)]
  if (version === undefined) throw new Error('no API version is configured')
  return version.renderGiftRequest(gifting.buildSnapshot(deployment, gift))
}
