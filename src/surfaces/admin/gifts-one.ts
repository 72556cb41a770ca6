import { Type } from 'typebox'
import * as access from '#access'
import { ApiError, getNewestVersion, isEmail, NewAddress } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as mail from '#mail'
import type { TxContext } from '#platform/postgres'
import { cancelOne, extendOne, remindOne, subjectOf } from './gifts-bulk.ts'
import { detailOf } from './gifts-detail.ts'
import { sendMailPage } from './mail-page.ts'
import { operation, sent, type Within } from './operation.ts'
import { noExtra, text } from './shapes.ts'

const { name, line_1, country } = NewAddress.properties
const mayBeBlank = (schema: object) => Type.Optional(Type.String({ ...schema, minLength: 0 }))

/**
 * An address in which required members may be missing or blank. The rules of the country report those together with
 * every other error, so that a form shows all of them at once.
 */
const AddressDraft = Type.Object(
  {
    ...NewAddress.properties,
    name: mayBeBlank(name),
    line_1: mayBeBlank(line_1),
    country: mayBeBlank(country),
  },
  noExtra,
)

/** One gift request: all there is about it, and what can be done with it. */
export const giftOperations = [
  operation(
    'GET',
    '/gift-requests/:id',
    { needs: 'sender', does: 'show a gift request' },
    async (call) => detailOf(call.ctx, await theGift(call), call.member),
  ),

  operation(
    'GET',
    '/gift-requests/:id/json',
    { needs: 'sender', does: 'show a gift request as the API gives it, byte for byte' },
    async (call) => {
      const gift = await theGift(call)
      if (gift.is_direct && gift.address !== null) throw hasAddress
      call.reply
        .header('content-type', 'application/json')
        .header('cache-control', 'no-store')
        .send(Buffer.from(jsonOf(call.ctx, gift)))
      return sent
    },
  ),

  operation(
    'POST',
    '/gift-requests/:id/reveal',
    {
      needs: 'admin',
      does: 'show where a gift goes; the audit log says who looked, and why',
      body: Type.Object({ reason: text(500) }, noExtra),
    },
    async (call) => {
      const { ctx, actor, body } = call
      const gift = await theGift(call)
      const shipping_address = gifting.decryptAddress(ctx.deployment, gift)
      if (shipping_address === null) throw new ApiError('not_found')
      const details = { reason: body.reason }
      access.recordEntry(ctx, {
        actor,
        action: 'gift_request.reveal_address',
        subject: subjectOf(gift),
        details,
      })
      // in choice mode the API does not say it either: then the JSON has nothing to reveal
      const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
      const label_urls = parcels.flatMap(({ label_url }) => label_url ?? [])
      return { shipping_address, label_urls, json: gift.is_direct ? jsonOf(ctx, gift) : null }
    },
  ),

  operation(
    'POST',
    '/gift-requests/:id/cancel',
    { needs: 'sender', does: 'cancel a gift request' },
    async (call) => found(await cancelOne(call.ctx, call, idOf(call))),
  ),

  operation(
    'POST',
    '/gift-requests/:id/remind',
    { needs: 'sender', does: 'remind a recipient' },
    async (call) => found(await remindOne(call.ctx, call, idOf(call))),
  ),

  operation(
    'POST',
    '/gift-requests/:id/expire-at',
    {
      needs: 'sender',
      does: 'say when a gift request expires',
      body: Type.Object({ expires_at: Type.String({ format: 'date-time' }) }, noExtra),
    },
    async (call) =>
      found(await extendOne(call.ctx, call, idOf(call), new Date(call.body.expires_at))),
  ),

  operation(
    'POST',
    '/gift-requests/:id/correct-email',
    {
      needs: 'sender',
      does: 'correct the e-mail address of a recipient, and write to it',
      body: Type.Object({ email: text(254) }, noExtra),
    },
    async (call) => {
      const { ctx, actor, body } = call
      const gift = found(await gifting.correctEmail(ctx, idOf(call), body.email.trim()))
      access.recordEntry(ctx, {
        actor,
        action: 'gift_request.correct_email',
        subject: subjectOf(gift),
      })
    },
  ),

  operation(
    'POST',
    '/gift-requests/:id/fix-address',
    {
      needs: 'sender',
      does: 'correct where a gift goes whose parcel could not be sent or delivered',
      body: Type.Object({ shipping_address: AddressDraft }, noExtra),
    },
    async (call) => {
      const { ctx, actor, body } = call
      const gift = await theGift(call)
      const address = { name: '', line_1: '', country: '', ...body.shipping_address }
      found(await fulfilment.correctAddress(ctx, gift.id, address))
      access.recordEntry(ctx, {
        actor,
        action: 'gift_request.fix_address',
        subject: subjectOf(gift),
      })
    },
  ),

  operation(
    'POST',
    '/gift-requests/:id/parcels/:parcel/ship-again',
    { needs: 'admin', does: 'send once more what was in a parcel that did not arrive' },
    async (call) => {
      const { ctx, actor, params, shipping } = call
      const gift = await theGift(call)
      const parcel = params.parcel ?? ''
      found(await fulfilment.reshipLines(ctx, gift.id, parcel, shipping))
      const details = { parcel_id: parcel }
      access.recordEntry(ctx, {
        actor,
        action: 'gift_request.ship_again',
        subject: subjectOf(gift),
        details,
      })
    },
  ),

  operation(
    'GET',
    '/gift-requests/:id/mails/:mail',
    { needs: 'sender', does: 'show a letter about a gift request' },
    async (call) => {
      const { message, rendered } = await theMail(call)
      return {
        id: message.id,
        to: message.to?.email ?? null,
        subject: rendered?.subject ?? null,
        text: rendered?.text ?? null,
      }
    },
  ),

  operation(
    'GET',
    '/gift-requests/:id/mails/:mail/page',
    { needs: 'sender', does: 'show a letter as its reader sees it' },
    async (call) => {
      const { rendered } = await theMail(call)
      sendMailPage(call.reply, found(rendered).html)
      return sent
    },
  ),

  operation(
    'POST',
    '/gift-requests/:id/mails/:mail/resend',
    {
      needs: 'sender',
      does: 'send a letter about a gift request once more',
      body: Type.Object({ to: Type.Optional(text(254)) }, noExtra),
    },
    async (call) => {
      const { ctx, actor, body } = call
      const gift = await theGift(call)
      const { message } = await theMail(call)
      const to = body.to?.trim()
      if (to !== undefined && !isEmail(to)) throw notAnAddress
      const id = found(await mail.resend(ctx, message.id, to === undefined ? {} : { to }))
      const details = { kind: message.kind, to: to === undefined ? 'the same' : 'another' }
      access.recordEntry(ctx, {
        actor,
        action: 'gift_request.resend_mail',
        subject: subjectOf(gift),
        details,
      })
      return { id }
    },
  ),
]

type Named = Pick<Within<unknown>, 'ctx' | 'params'>

const idOf = ({ params }: Pick<Named, 'params'>) => params.id ?? ''

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new ApiError('not_found')
  return thing
}

const theGift = async (call: Named): Promise<gifting.Gift> =>
  found(await gifting.find(call.ctx, idOf(call)))

/** Only a letter that is about this gift request. */
async function theMail(call: Named): Promise<mail.EmailDetail> {
  const shown = found(await mail.find(call.ctx, call.params.mail ?? ''))
  return found(shown.message.gift_request_id === idOf(call) ? shown : undefined)
}

function jsonOf({ deployment: installation }: TxContext, gift: gifting.Gift): string {
  const { versions } = installation
  const version = versions[getNewestVersion(versions)]
  if (version === undefined) throw new Error('there is no version')
  return version.renderGiftRequest(gifting.buildSnapshot(installation, gift))
}

const hasAddress = new ApiError('forbidden', {
  message: 'This one has the recipient’s address in it. An admin can reveal it, with a reason.',
})
const notAnAddress = new ApiError('invalid_format', {
  fieldErrors: [
    {
      code: 'invalid_format',
      param: 'to',
      message: 'must be an e-mail address such as ada@example.com',
    },
  ],
})
