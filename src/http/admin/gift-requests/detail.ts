import { ApiError, getNewestVersion, orNotFound } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { toSendingUser } from '../lib/acting-user.ts'
import { auditGift } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './detail-contract.ts'
import { buildDetail } from './detail-view.ts'
import { findGift } from './gift-lookup.ts'

export const giftRoutes = [
  handle(contract.readGift, async (context) => buildDetail(context, await findGift(context))),

  handle(contract.readGiftAsApi, async (context) => {
    const gift = await findGift(context)
    if (gift.is_direct && gift.address !== null) throw addressHidden
    context.reply
      .header('content-type', 'application/json')
      .header('cache-control', 'no-store')
      .send(Buffer.from(renderApiJson(context.ctx, gift)))
    return HANDLED
  }),

  handle(contract.revealAddress, async (context) => {
    const { ctx, body } = context
    const gift = await findGift(context)
    const shipping_address = gifting.decryptAddress(ctx.deployment, gift)
    if (shipping_address === null) throw new ApiError('not_found')
    auditGift(context, 'gift_request.reveal_address', gift, { reason: body.reason })
    // In choice mode the API omits the address as well, so the JSON has nothing to reveal.
    const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
    const label_urls = parcels.flatMap(({ label_url }) => label_url ?? [])
    return {
      shipping_address,
      label_urls,
      json: gift.is_direct ? renderApiJson(ctx, gift) : null,
    }
  }),

  handle(contract.cancelGift, async (context) =>
    toReference(
      await gifting.userActions.cancel(
        context.ctx,
        toSendingUser(context.member),
        context.params.id,
      ),
    ),
  ),

  handle(contract.sendGiftAgain, async (context) => {
    const { ctx, params, body } = context
    const input = { ...body, ...(body.email !== undefined && { email: body.email.trim() }) }
    const user = toSendingUser(context.member)
    return toReference(await gifting.userActions.sendAgain(ctx, user, params.id, input))
  }),

  handle(contract.remindRecipient, async (context) =>
    toReference(await gifting.userActions.remind(context.ctx, context.params.id)),
  ),

  handle(contract.setExpiry, async (context) => {
    const { ctx, params, body } = context
    const to = { at: new Date(body.expires_at) }
    const changed = await gifting.userActions.changeExpiry(ctx, params.id, to)
    return toReference(changed?.after)
  }),

  handle(contract.correctEmail, async (context) => {
    const { ctx, params, body } = context
    const gift = orNotFound(await gifting.correctEmail(ctx, params.id, body.email.trim()))
    auditGift(context, 'gift_request.correct_email', gift)
  }),

  handle(contract.fixAddress, async (context) => {
    const { ctx, body, shipping } = context
    const gift = await findGift(context)
    const address = { name: '', line_1: '', country: '', ...body.shipping_address }
    orNotFound(await fulfilment.correctAddress(ctx, gift.id, address, shipping))
    auditGift(context, 'gift_request.fix_address', gift)
  }),

  handle(contract.retryLabel, async (context) => {
    const gift = await findGift(context)
    orNotFound(await fulfilment.retryRefused(context.ctx, gift.id))
    auditGift(context, 'gift_request.retry_order', gift)
  }),

  handle(contract.shipAgain, async (context) => {
    const { ctx, params, shipping } = context
    const gift = await findGift(context)
    orNotFound(await fulfilment.reshipLines(ctx, gift.id, params.parcel, shipping))
    auditGift(context, 'gift_request.ship_again', gift, { parcel_id: params.parcel })
  }),

  handle(contract.replaceCode, async (context) => {
    const { ctx, params, body } = context
    const { gift, revoked, given } = orNotFound(
      await gifting.replaceCode(ctx, params.id, params.item, body.reason),
    )
    const details = { reason: body.reason, revoked, given }
    auditGift(context, 'gift_request.replace_code', gift, details)
  }),
]

function toReference(gift: { id: string; reference: string } | undefined) {
  const { id, reference } = orNotFound(gift)
  return { id, reference }
}

function renderApiJson({ deployment }: TxContext, gift: gifting.Gift): string {
  const { versions } = deployment
  const version = versions[getNewestVersion(versions)]
  if (version === undefined) throw new Error('no API version is configured')
  return version.renderGiftRequest(gifting.buildSnapshot(deployment, gift))
}

const addressHidden = new ApiError('forbidden', {
  message: 'The JSON contains the recipient’s address. An admin can reveal it with a reason.',
})
