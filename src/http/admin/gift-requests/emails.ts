import { Type } from 'typebox'
import * as audit from '#audit'
import { ApiError, isEmail } from '#contract'
import * as mail from '#email'
import { HANDLED, route } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { auditSubject } from './bulk.ts'
import { sendEmailHtml } from './email-html.ts'
import { findGift, type GiftRouteContext, giftId, orNotFound } from './gift-lookup.ts'

/** The emails about one gift request. */
export const giftEmailRoutes = [
  route(
    'GET',
    '/gift-requests/:id/emails/:email',
    { requiredRole: 'sender', summary: 'show an email about a gift request' },
    async (context) => {
      const { message, rendered } = await findEmail(context)
      return {
        id: message.id,
        to: message.to?.email ?? null,
        subject: rendered?.subject ?? null,
        text: rendered?.text ?? null,
      }
    },
  ),

  route(
    'GET',
    '/gift-requests/:id/emails/:email/page',
    { requiredRole: 'sender', summary: 'show an email as its recipient sees it' },
    async (context) => {
      const { rendered } = await findEmail(context)
      sendEmailHtml(context.reply, orNotFound(rendered).html)
      return HANDLED
    },
  ),

  route(
    'POST',
    '/gift-requests/:id/emails/:email/resend',
    {
      requiredRole: 'sender',
      summary: 'resend an email about a gift request',
      body: Type.Object({ to: Type.Optional(boundedText(254)) }, strict),
    },
    async (context) => {
      const { ctx, actor, body } = context
      const gift = await findGift(context)
      const { message } = await findEmail(context)
      const to = body.to?.trim()
      if (to !== undefined && !isEmail(to)) throw invalidEmail
      const id = orNotFound(await mail.resend(ctx, message.id, to === undefined ? {} : { to }))
      const details = { kind: message.kind, to: to === undefined ? 'the same' : 'another' }
      audit.recordEntry(ctx, {
        actor,
        action: 'gift_request.resend_email',
        subject: auditSubject(gift),
        details,
      })
      return { id }
    },
  ),
]

/** Returns an email only if it belongs to this gift request. */
async function findEmail(context: GiftRouteContext): Promise<mail.EmailDetail> {
  const email = orNotFound(await mail.find(context.ctx, context.params.email ?? ''))
  return orNotFound(email.message.gift_request_id === giftId(context) ? email : undefined)
}

const invalidEmail = new ApiError('invalid_format', {
  fieldErrors: [
    {
      code: 'invalid_format',
      param: 'to',
      message: 'must be an e-mail address such as ada@example.com',
    },
  ],
})
