import { Type } from 'typebox'
import * as audit from '#audit'
import { ApiError, getNewestVersion, NewAddress } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { HANDLED, route } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { auditSubject, cancelGift, extendExpiry, remindRecipient, sendAgain } from './bulk.ts'
import { buildDetail } from './detail-view.ts'
import { findGift, giftId, orNotFound } from './gift-lookup.ts'

const { name, line_1, country } = NewAddress.properties
const optionalText = (schema: object) => Type.Optional(Type.String({ ...schema, minLength: 0 }))

/**
 * An address in which required members may be missing or blank. The country's rules report those together with every
 * other error, so that a form shows all of them at once.
 */
const AddressDraft = Type.Object(
  {
    ...NewAddress.properties,
    name: optionalText(name),
    line_1: optionalText(line_1),
    country: optionalText(country),
  },
  strict,
)

export const giftRoutes = [
  route(
    'GET',
    '/gift-requests/:id',
    { requiredRole: 'sender', summary: 'show a gift request' },
    async (context) => buildDetail(context.ctx, await findGift(context), context.member),
  ),

  route(
    'GET',
    '/gift-requests/:id/json',
    { requiredRole: 'sender', summary: 'show a gift request as the API returns it, byte for byte' },
    async (context) => {
      const gift = await findGift(context)
      if (gift.is_direct && gift.address !== null) throw addressHidden
      context.reply
        .header('content-type', 'application/json')
        .header('cache-control', 'no-store')
        .send(Buffer.from(renderApiJson(context.ctx, gift)))
      return HANDLED
    },
  ),

  route(
    'POST',
    '/gift-requests/:id/reveal',
    {
      requiredRole: 'admin',
      summary: 'reveal the address of a gift; the audit log records the user and the reason',
      body: Type.Object({ reason: boundedText(500) }, strict),
    },
    async (context) => {
      const { ctx, actor, body } = context
      const gift = await findGift(context)
      const shipping_address = gifting.decryptAddress(ctx.deployment, gift)
      if (shipping_address === null) throw new ApiError('not_found')
      const details = { reason: body.reason }
      audit.recordEntry(ctx, {
        actor,
        action: 'gift_request.reveal_address',
        subject: auditSubject(gift),
        details,
      })
      // In choice mode the API omits the address as well, so the JSON has nothing to reveal.
      const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
      const label_urls = parcels.flatMap(({ label_url }) => label_url ?? [])
      return {
        shipping_address,
        label_urls,
        json: gift.is_direct ? renderApiJson(ctx, gift) : null,
      }
    },
  ),

  route(
    'POST',
    '/gift-requests/:id/cancel',
    { requiredRole: 'sender', summary: 'cancel a gift request' },
    async (context) => orNotFound(await cancelGift(context.ctx, context, giftId(context))),
  ),

  route(
    'POST',
    '/gift-requests/:id/send-again',
    {
      requiredRole: 'sender',
      summary: 'send a gift again that expired, was declined or did not arrive',
      body: Type.Object(
        {
          email: Type.Optional(boundedText(254)),
          email_message: Type.Optional(
            Type.Object(
              { subject: boundedText(255), body: Type.String({ maxLength: 10_000 }) },
              strict,
            ),
          ),
          expires_at: Type.Optional(Type.String({ format: 'date-time' })),
        },
        strict,
      ),
    },
    async (context) => {
      const { ctx, body } = context
      const input = { ...body, ...(body.email !== undefined && { email: body.email.trim() }) }
      const { id, reference } = orNotFound(await sendAgain(ctx, context, giftId(context), input))
      return { id, reference }
    },
  ),

  route(
    'POST',
    '/gift-requests/:id/remind',
    { requiredRole: 'sender', summary: 'remind a recipient' },
    async (context) => orNotFound(await remindRecipient(context.ctx, context, giftId(context))),
  ),

  route(
    'POST',
    '/gift-requests/:id/expire-at',
    {
      requiredRole: 'sender',
      summary: 'set the expiry of a gift request',
      body: Type.Object({ expires_at: Type.String({ format: 'date-time' }) }, strict),
    },
    async (context) =>
      orNotFound(
        await extendExpiry(context.ctx, context, giftId(context), {
          at: new Date(context.body.expires_at),
        }),
      ),
  ),

  route(
    'POST',
    '/gift-requests/:id/correct-email',
    {
      requiredRole: 'sender',
      summary: 'correct the email address of a recipient and resend the email',
      body: Type.Object({ email: boundedText(254) }, strict),
    },
    async (context) => {
      const { ctx, actor, body } = context
      const gift = orNotFound(await gifting.correctEmail(ctx, giftId(context), body.email.trim()))
      audit.recordEntry(ctx, {
        actor,
        action: 'gift_request.correct_email',
        subject: auditSubject(gift),
      })
    },
  ),

  route(
    'POST',
    '/gift-requests/:id/fix-address',
    {
      requiredRole: 'sender',
      summary: 'correct the address of a gift whose parcel could not be sent or delivered',
      body: Type.Object({ shipping_address: AddressDraft }, strict),
    },
    async (context) => {
      const { ctx, actor, body } = context
      const gift = await findGift(context)
      const address = { name: '', line_1: '', country: '', ...body.shipping_address }
      orNotFound(await fulfilment.correctAddress(ctx, gift.id, address))
      audit.recordEntry(ctx, {
        actor,
        action: 'gift_request.fix_address',
        subject: auditSubject(gift),
      })
    },
  ),

  route(
    'POST',
    '/gift-requests/:id/parcels/:parcel/ship-again',
    { requiredRole: 'admin', summary: 'resend the contents of a parcel that did not arrive' },
    async (context) => {
      const { ctx, actor, params, shipping } = context
      const gift = await findGift(context)
      const parcel = params.parcel ?? ''
      orNotFound(await fulfilment.reshipLines(ctx, gift.id, parcel, shipping))
      const details = { parcel_id: parcel }
      audit.recordEntry(ctx, {
        actor,
        action: 'gift_request.ship_again',
        subject: auditSubject(gift),
        details,
      })
    },
  ),

  route(
    'POST',
    '/gift-requests/:id/digital-items/:item/replace',
    {
      requiredRole: 'admin',
      summary: 'revoke the code of a gift and give its recipient a new one',
      body: Type.Object({ reason: boundedText(500) }, strict),
    },
    async (context) => {
      const { ctx, actor, params, body } = context
      const item_id = params.item ?? ''
      const { gift, revoked, given } = orNotFound(
        await gifting.replaceCode(ctx, giftId(context), item_id, body.reason),
      )
      audit.recordEntry(ctx, {
        actor,
        action: 'gift_request.replace_code',
        subject: auditSubject(gift),
        details: { reason: body.reason, revoked, given },
      })
    },
  ),
]

function renderApiJson({ deployment }: TxContext, gift: gifting.Gift): string {
  const { versions } = deployment
  const version = versions[getNewestVersion(versions)]
  if (version === undefined) throw new Error('no API version is configured')
  return version.renderGiftRequest(gifting.buildSnapshot(deployment, gift))
}

const addressHidden = new ApiError('forbidden', {
  message: 'The JSON contains the recipient’s address. An admin can reveal it with a reason.',
})
