import { ApiError, isEmail, orNotFound } from '#contract'
import { notAnEmail } from '#contract/email-address'
import * as mail from '#email'
import { auditGift } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './detail-contract.ts'
import { sendEmailHtml } from './email-html.ts'
import { findGift, type GiftRouteContext } from './gift-lookup.ts'

/** The emails about one gift request. */
export const giftEmailRoutes = [
  handle(contract.readGiftEmail, async (context) => {
    const { message, rendered } = await findEmail(context)
    return {
      id: message.id,
      to: message.to?.email ?? null,
      subject: rendered?.subject ?? null,
      text: rendered?.text ?? null,
    }
  }),

  handle(contract.showGiftEmail, async (context) => {
    const { rendered } = await findEmail(context)
    sendEmailHtml(context.reply, orNotFound(rendered).html)
    return HANDLED
  }),

  handle(contract.resendGiftEmail, async (context) => {
    const { ctx, body } = context
    const gift = await findGift(context)
    const { message } = await findEmail(context)
    const to = body.to?.trim()
    if (to !== undefined && !isEmail(to)) throw invalidEmail
    const id = orNotFound(await mail.resend(ctx, message.id, to === undefined ? {} : { to }))
    const details = { kind: message.kind, to: to === undefined ? 'the same' : 'another' }
    auditGift(context, 'gift_request.resend_email', gift, details)
    return { id }
  }),
]

/** Returns an email only if it belongs to this gift request. */
async function findEmail({
  ctx,
  params,
}: GiftRouteContext & { params: { email: string } }): Promise<mail.EmailDetail> {
  const email = orNotFound(await mail.find(ctx, params.email))
  return orNotFound(email.message.gift_request_id === params.id ? email : undefined)
}

const invalidEmail = new ApiError('invalid_format', {
  fieldErrors: [
    {
      code: 'invalid_format',
      param: 'to',
      message: notAnEmail,
    },
  ],
})
